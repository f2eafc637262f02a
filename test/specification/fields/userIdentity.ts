import { Type } from 'typebox';
import { tableOf } from './field';
import { dateTime, nullable, text, uuid, uuids } from './types';

const field = tableOf('user_identity');
const list = Type.Array(Type.Object({}));

/** Facts 4, "Records": the fields with a star are required. */
export const userIdentityFields = [
	field('user_identity_id', 'uuid, required', uuid),
	field('workspace_id', 'uuid, required', uuid),
	field('user_identity_key', 'string, nullable, required', nullable(text)),
	field('email_address', 'string, nullable, required', nullable(text)),
	field('phone_number', 'string, nullable, required', nullable(text)),
	field('full_name', 'string, nullable, required', nullable(text)),
	field('display_name', 'string, required', text),
	field('acs_user_ids', 'array of uuid, required', uuids),
	field('created_at', 'date-time, required', dateTime),
	field('errors', 'array, required', list),
	field('warnings', 'array, required', list),
];

import { Type } from 'typebox';
import { tableOf } from './field';
import { boolean, dateTime, text, uuid } from './types';

const field = tableOf('connected_account');
const list = Type.Array(Type.Object({}));

/** Facts 4, "Records": the fields with a star are required. Optional ones that no account of the sandbox has are left out. */
export const connectedAccountFields = [
	field('connected_account_id', 'uuid, required', uuid),
	field('display_name', 'string, required', text),
	field('account_type_display_name', 'string, required', text),
	field('account_type', 'string', text),
	field('automatically_manage_new_devices', 'boolean, required', boolean),
	field('accepted_capabilities', 'array, required', Type.Array(text)),
	field('custom_metadata', 'object, required', Type.Record(text, Type.Union([text, boolean]))),
	field('errors', 'array, required', list),
	field('warnings', 'array, required', list),
	field('created_at', 'date-time', dateTime),
];

import { Type } from 'typebox';
import { tableOf } from './field';
import { dateTime, text, uuid } from './types';

const field = tableOf('space');
const count = Type.Integer({ minimum: 0 });

/** Facts 4, "Records": the fields with a star are required. */
export const spaceFields = [
	field('space_id', 'uuid, required', uuid),
	field('workspace_id', 'uuid, required', uuid),
	field('name', 'string, required', text),
	field('display_name', 'string, required', text),
	field('created_at', 'date-time, required', dateTime),
	field('device_count', 'number, required', count),
	field('acs_entrance_count', 'number, required', count),
	field('space_key', 'string', text),
	field('customer_key', 'string', text),
];

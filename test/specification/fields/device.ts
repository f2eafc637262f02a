import { Type } from 'typebox';
import { tableOf } from './field';
import { boolean, closed, dateTime, text, uuid, uuids } from './types';

const field = tableOf('device');
const texts = Type.Array(text);

const issue = (codeMember: 'error_code' | 'warning_code') =>
	closed({
		[codeMember]: text,
		message: text,
		created_at: dateTime,
		is_device_error: Type.Optional(boolean),
		is_connected_account_error: Type.Optional(boolean),
	});

/** Specification, "device" (`device_id`), and the required fields of facts 5, "device". */
export const deviceFields = [
	field('device_id', 'uuid, required', uuid),
	field('device_type', 'string, required', text),
	field('display_name', 'string, required', text),
	field('nickname', 'string, set by us', text),
	field('space_ids', 'array of uuid, required', uuids),
	field('capabilities_supported', 'array of string, required', texts),
	field('can_remotely_lock', 'boolean', boolean),
	field('can_remotely_unlock', 'boolean', boolean),
	field('can_unlock_with_code', 'boolean', boolean),
	field('can_program_online_access_codes', 'boolean', boolean),
	field('can_program_offline_access_codes', 'boolean', boolean),
	field(
		'device_provider',
		'object with device_provider_name, display_name, provider_category',
		Type.Object({
			device_provider_name: text,
			display_name: text,
			provider_category: text,
		}),
	),
	field(
		'device_manufacturer',
		'object with manufacturer, display_name',
		Type.Object({ manufacturer: text, display_name: text }),
	),
	field(
		'location',
		'object with location_name, time_zone',
		Type.Object({ location_name: text, time_zone: text }),
	),
	field(
		'properties',
		'object, required: online, name, appearance, model',
		Type.Object({
			online: boolean,
			name: text,
			appearance: Type.Object({ name: text }),
			model: Type.Object({ display_name: text, manufacturer_display_name: text }),
		}),
	),
	field('connected_account_id', 'uuid, required', uuid),
	field('workspace_id', 'uuid, required', uuid),
	field('errors', 'array of issue with error_code, required', Type.Array(issue('error_code'))),
	field(
		'warnings',
		'array of issue with warning_code, required',
		Type.Array(issue('warning_code')),
	),
	field('created_at', 'date-time, required', dateTime),
	field('is_managed', 'always true for managed devices, required', Type.Literal(true)),
	field(
		'custom_metadata',
		'object of string or boolean, required',
		Type.Record(text, Type.Union([text, boolean])),
	),
];

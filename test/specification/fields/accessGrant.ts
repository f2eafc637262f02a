import { Type } from 'typebox';
import { tableOf } from './field';
import { closed, dateTime, mutation, nullable, text, times, uri, uuid, uuids } from './types';

const field = tableOf('access_grant');
const list = Type.Array(Type.Object({}));

/** Specification, "access_grant". */
export const accessGrantFields = [
	field('access_grant_id', 'uuid, required', uuid),
	field('access_grant_key', 'string, unique within the workspace', text),
	field('workspace_id', 'uuid, required', uuid),
	field('user_identity_id', 'uuid, required', uuid),
	field('space_ids', 'array of uuid, required', uuids),
	field('location_ids', 'array of uuid, required, deprecated', uuids),
	field('access_method_ids', 'array of uuid, required', uuids),
	field('name', 'string, nullable, required', nullable(text)),
	field('display_name', 'string, required', Type.String({ minLength: 1 })),
	field('reservation_key', 'string', text),
	field('customization_profile_id', 'uuid', uuid),
	field('client_session_token', 'string', text),
	field('instant_key_url', 'string, URI', uri),
	field('created_at', 'date-time, required', dateTime),
	field('starts_at', 'date-time, required', dateTime),
	field('ends_at', 'date-time, nullable, required', nullable(dateTime)),
	field('requested_access_methods', 'array, required', list),
	field('errors', 'array, required', list),
	field('warnings', 'array of issue, required', list),
	field('pending_mutations', 'array, required', list),
];

const requested = tableOf('access_grant.requested_access_methods');

/** Specification, "requested_access_methods item". */
export const requestedAccessMethodFields = [
	requested('display_name', 'string, required', text),
	requested(
		'mode',
		'enum code, card, mobile_key, cloud_key, required',
		Type.Enum(['code', 'card', 'mobile_key', 'cloud_key']),
		{
			values: ['code', 'card', 'mobile_key', 'cloud_key'],
		},
	),
	requested('code', 'string, 4 to 9 digits', Type.String({ pattern: '^\\d{4,9}$' })),
	requested('instant_key_max_use_count', 'integer, minimum 1', Type.Integer({ minimum: 1 })),
	requested('created_at', 'date-time, required', dateTime),
	requested('created_access_method_ids', 'array of uuid, required', uuids),
];

const devices = closed({ device_ids: uuids });

/** Specification, "Access grant pending mutation". */
export const accessGrantMutations = {
	'updating_spaces: from.device_ids, to.device_ids, to.common_code_key nullable and optional':
		mutation('updating_spaces', {
			from: devices,
			to: closed({ device_ids: uuids, common_code_key: Type.Optional(nullable(text)) }),
		}),
	'updating_access_times: access_method_ids, from and to with starts_at and ends_at': mutation(
		'updating_access_times',
		{
			access_method_ids: uuids,
			from: times,
			to: times,
		},
	),
};

/** Specification, "Errors": access_grant.errors. */
export const cannotCreateMethods = closed({
	error_code: Type.Literal('cannot_create_requested_access_methods'),
	created_at: dateTime,
	message: text,
	missing_device_ids: Type.Optional(uuids),
});

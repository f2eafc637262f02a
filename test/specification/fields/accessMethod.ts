import { Type } from 'typebox';
import { tableOf } from './field';
import {
	boolean,
	closed,
	dateTime,
	mutation,
	nullable,
	text,
	times,
	uri,
	uuid,
	uuids,
} from './types';

const list = Type.Array(Type.Object({}));
const devices = closed({ device_ids: uuids });
const method = tableOf('access_method');

/** Specification, "access_method". */
export const accessMethodFields = [
	method('access_method_id', 'uuid, required', uuid),
	method('workspace_id', 'uuid, required', uuid),
	method('display_name', 'string, required', text),
	method(
		'mode',
		'enum code, card, mobile_key, cloud_key, required',
		Type.Enum(['code', 'card', 'mobile_key', 'cloud_key']),
		{
			values: ['code', 'card', 'mobile_key', 'cloud_key'],
		},
	),
	method('code', 'string, nullable', nullable(text)),
	method('created_at', 'date-time, required', dateTime),
	method('issued_at', 'date-time, nullable, required', nullable(dateTime)),
	method('is_issued', 'boolean, required', boolean),
	method('is_assignment_required', 'boolean', boolean),
	method('is_ready_for_assignment', 'boolean', boolean),
	method('is_encoding_required', 'boolean', boolean),
	method('is_ready_for_encoding', 'boolean', boolean),
	method('instant_key_url', 'string, URI', uri),
	method('client_session_token', 'string', text),
	method('customization_profile_id', 'uuid', uuid),
	method('warnings', 'array, required', list),
	method('pending_mutations', 'array, required', list),
];

/** Specification, "Access method pending mutation". */
export const accessMethodMutations = {
	'provisioning_access: device_ids in from and to': mutation('provisioning_access', {
		from: devices,
		to: devices,
	}),
	'revoking_access: device_ids in from and to': mutation('revoking_access', {
		from: devices,
		to: devices,
	}),
	'updating_access_times: starts_at and ends_at in from and to': mutation('updating_access_times', {
		from: times,
		to: times,
	}),
};

/** Specification, "Errors": access_method.warnings. */
export const accessMethodWarnings = {
	being_deleted: closed({
		warning_code: Type.Literal('being_deleted'),
		created_at: dateTime,
		message: text,
	}),
	updating_access_times: closed({
		warning_code: Type.Literal('updating_access_times'),
		created_at: dateTime,
		message: text,
	}),
	pulled_backup_access_code: closed({
		warning_code: Type.Literal('pulled_backup_access_code'),
		created_at: dateTime,
		message: text,
		original_access_method_id: Type.Optional(uuid),
	}),
};

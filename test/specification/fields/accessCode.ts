import { Type } from 'typebox';
import { tableOf } from './field';
import { boolean, closed, dateTime, mutation, nullable, text, times, uuid } from './types';

const field = tableOf('access_code');
const list = Type.Array(Type.Object({}));
const STATUSES = ['setting', 'set', 'unset', 'removing', 'unknown'];
const TYPES = ['time_bound', 'ongoing'];

/** Specification, "access_code". `required` as in its list of required fields. */
export const accessCodeFields = [
	field('access_code_id', 'uuid, required', uuid),
	field('workspace_id', 'uuid, required', uuid),
	field('device_id', 'uuid, required', uuid),
	field('code', 'string, nullable, required', nullable(text)),
	field('common_code_key', 'string, nullable, required', nullable(text)),
	field('created_at', 'date-time, required', dateTime),
	field('starts_at', 'date-time, nullable', nullable(dateTime)),
	field('ends_at', 'date-time, nullable', nullable(dateTime)),
	field('type', 'enum time_bound, ongoing, required', Type.Enum(TYPES), { values: TYPES }),
	field('status', 'enum setting, set, unset, removing, unknown, required', Type.Enum(STATUSES), {
		values: STATUSES,
	}),
	field('name', 'string, nullable, required', nullable(text)),
	field(
		'appearance',
		'object with name, optionally first_name and last_name',
		closed({
			name: text,
			first_name: Type.Optional(text),
			last_name: Type.Optional(text),
		}),
	),
	field('is_managed', 'always true for managed codes, required', Type.Literal(true)),
	field('is_backup', 'boolean', boolean),
	field('is_backup_access_code_available', 'boolean, required', boolean),
	field('pulled_backup_access_code_id', 'uuid, nullable', nullable(uuid)),
	field('is_external_modification_allowed', 'boolean, required', boolean),
	field('is_offline_access_code', 'boolean, required', boolean),
	field('is_one_time_use', 'boolean, required', boolean),
	field('is_scheduled_on_device', 'boolean', boolean),
	field('is_waiting_for_code_assignment', 'boolean', boolean),
	field('errors', 'array of issue, required', list),
	field('warnings', 'array of issue, required', list),
	field('pending_mutations', 'array of mutation, required', list),
	field(
		'lockvendor_metadata',
		"object, nullable, only on one vendor's devices",
		nullable(Type.Object({})),
	),
];

/** Flags that must be both true and false in a story. */
export const accessCodeFlags = accessCodeFields.filter(({ schema }) => schema === boolean);

const metadata = tableOf('access_code.lockvendor_metadata');

/** Specification, "access_code", last row; facts 5 makes no member optional. */
export const lockvendorMetadataFields = [
	metadata('is_cancellable', 'boolean', boolean),
	metadata('is_early_checkin_able', 'boolean', boolean),
	metadata('is_extendable', 'boolean', boolean),
	metadata('is_overridable', 'boolean', boolean),
	metadata('site_name', 'string', text),
	metadata('stay_id', 'number, float', Type.Number()),
	metadata('user_level_id', 'string', text),
	metadata('user_level_name', 'string, nullable', nullable(text)),
];

const unmanaged = tableOf('access_code (unmanaged)');

/** Specification, "access_code" with `is_managed` false; the smaller record of facts C5. */
export const unmanagedAccessCodeFields = [
	unmanaged('access_code_id', 'uuid, required', uuid),
	unmanaged('workspace_id', 'uuid, required', uuid),
	unmanaged('device_id', 'uuid, required', uuid),
	unmanaged('code', 'string, absent where the provider hides PINs', text),
	unmanaged('created_at', 'date-time, required', dateTime),
	unmanaged('type', 'enum time_bound, ongoing, required', Type.Enum(TYPES), { values: TYPES }),
	unmanaged('status', 'enum set, unset, required', Type.Enum(['set', 'unset']), {
		values: ['set', 'unset'],
	}),
	unmanaged('name', 'string, required', text),
	unmanaged('starts_at', 'date-time', dateTime),
	unmanaged('ends_at', 'date-time', dateTime),
	unmanaged('is_managed', 'always false for unmanaged codes, required', Type.Literal(false)),
	unmanaged('errors', 'array of issue, required', list),
	unmanaged('warnings', 'array of issue, required', list),
	unmanaged('cannot_be_managed', 'only ever true (facts C5)', Type.Literal(true)),
	unmanaged('cannot_delete_unmanaged_access_code', 'only ever true (facts C5)', Type.Literal(true)),
];

const codeOnly = closed({ code: nullable(text) });
const nameOnly = closed({ name: nullable(text) });

/** Specification, "Access code pending mutation". */
export const accessCodeMutations = {
	'creating: no further fields': mutation('creating'),
	'deferring_creation: scheduled_at, required': mutation('deferring_creation', {
		scheduled_at: dateTime,
	}),
	'deleting: no further fields': mutation('deleting'),
	'updating_code: from.code and to.code, nullable, both required': mutation('updating_code', {
		from: codeOnly,
		to: codeOnly,
	}),
	'updating_name: from.name and to.name, nullable, both required': mutation('updating_name', {
		from: nameOnly,
		to: nameOnly,
	}),
	'updating_time_frame: from and to each with starts_at and ends_at, nullable, both required':
		mutation('updating_time_frame', {
			from: times,
			to: times,
		}),
};

/** Specification, "Issue object", with the marks of origin that facts 5 adds to errors. */
export const errorIssue = closed({
	error_code: text,
	message: text,
	created_at: dateTime,
	is_access_code_error: Type.Optional(Type.Literal(true)),
	is_device_error: Type.Optional(boolean),
	is_connected_account_error: Type.Optional(Type.Literal(true)),
});

/** Specification, "Issue object": `error_code`, which the live service calls `warning_code` (facts C6). */
export const specifiedWarning = closed({ error_code: text, message: text, created_at: dateTime });

export const warning = closed({ warning_code: text, message: text, created_at: dateTime });

import { Type } from 'typebox';
import { tableOf } from './field';
import { boolean, closed, dateTime, mutation, nullable, text, uuid } from './types';

const field = tableOf('acs_access_group');
const list = Type.Array(Type.Object({}));

/** Vendor-specific types: facts 4. */
const externalType = Type.Enum([
	'pti_unit',
	'pti_access_level',
	'salto_ks_access_group',
	'brivo_group',
	'salto_space_group',
	'dormakaba_community_access_group',
	'dormakaba_ambiance_access_group',
	'avigilon_alta_group',
	'kisi_access_group',
]);

/** Specification, "acs_access_group (partial)", with the rows that facts 4 adds. */
export const accessGroupFields = [
	field('acs_access_group_id', 'uuid', uuid, { isRequired: true }),
	field('acs_system_id', 'uuid', uuid, { isRequired: true }),
	field('connected_account_id', 'uuid', uuid, { isRequired: true }),
	field('display_name', 'string', text, { isRequired: true }),
	field('created_at', 'date-time', dateTime, { isRequired: true }),
	field(
		'access_schedule',
		'object with starts_at date-time, ends_at date-time or null',
		closed({ starts_at: dateTime, ends_at: nullable(dateTime) }),
	),
	field('external_type', 'enum of vendor-specific names', externalType, { isRequired: true }),
	field('access_group_type', 'enum, deprecated', externalType, { isRequired: true }),
	field('access_group_type_display_name', 'string, deprecated', text, { isRequired: true }),
	field('errors', 'array', list, { isRequired: true }),
	field('workspace_id', 'uuid (facts 4)', uuid, { isRequired: true }),
	field('name', 'string (facts 4)', text, { isRequired: true }),
	field('external_type_display_name', 'string (facts 4)', text, { isRequired: true }),
	field('warnings', 'array (facts 4)', list, { isRequired: true }),
	field('pending_mutations', 'array (facts 4)', list, { isRequired: true }),
	field('is_managed', 'true (facts 4)', boolean, { isRequired: true }),
];

/** Specification, "Errors": acs_access_group.errors. */
export const failedToCreate = closed({
	error_code: Type.Literal('failed_to_create_on_acs_system'),
	created_at: dateTime,
	message: text,
});

const membership = closed({ acs_user_id: nullable(uuid) });

/** Facts 4; only the mutations that the sandbox creates. */
export const accessGroupMutations = {
	'deleting: none': mutation('deleting'),
	'updating_user_membership: from.acs_user_id, to.acs_user_id': mutation(
		'updating_user_membership',
		{ from: membership, to: membership },
	),
};

import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../errors/errors';
import { getRecord } from '../lists/getRecord';
import {
	booleanField,
	dateTimeField,
	defineOperation,
	done,
	many,
	type NestedField,
	one,
	type Resource,
	stringField,
} from '../operation';
import type { SendRequest } from '../transport/request';
import { idsIn, isWireObject, type WireObject } from '../wire/records';
import { RECORDS, textOf } from '../wire/recordTable';
import { recordOf } from './fields/recordOperations';
import {
	accessSystemUserOutput,
	USER_IDS,
	whichUserFields,
	HAS_NO_ENTRANCES,
	groupFields,
	isInGroup,
	isSuspended,
} from './fields/accessSystemUser';
import { additionalFieldsOf, canBeMissing, neverEmpty, updateFieldsOf } from './fields/collections';
import {
	byAccessSystem,
	byPerson,
	createdBefore,
	filtersField,
	recordFilter,
	severalOf,
	textFilter,
} from './fields/filters';
import { accessSystemField, userIdentityField } from './fields/locators';
import { PERSON_FIELDS } from './fields/person';

const ENDS_AT: NestedField = dateTimeField('Access Ends At', 'When the user loses access', {
	name: 'endsAt',
	wire: 'access_schedule.ends_at',
	laterThan: 'startsAt',
});
const STARTS_AT: NestedField = dateTimeField('Access Starts At', 'When the user gets access', {
	name: 'startsAt',
	wire: 'access_schedule.starts_at',
});
const NO_TIMES: NestedField = booleanField(
	'No Access Times',
	'Whether to remove both times, so that access has no end',
	true,
	{
		name: 'hasNoTimes',
		wire: 'access_schedule',
		read: (_label: string, hasNoTimes: unknown) => (hasNoTimes === true ? null : undefined),
	},
);
const GROUPS: NestedField = {
	...severalOf('Access Group', 'getAccessGroups'),
	name: 'accessGroupIds',
	hint: 'The groups that the user joins',
};
const PERSON = recordFilter(userIdentityField, 'userIdentityId', 'The person to link the user to');

const [EMAIL, FULL_NAME, PHONE] = ['emailAddress', 'fullName', 'phoneNumber'].map(
	(name) => PERSON_FIELDS.find((field) => field.name === name) as NestedField,
);

const READ_BACK = { endpoint: '/acs/users/get', member: 'acs_user' } as const;

const record = recordOf(RECORDS.accessSystemUser, accessSystemUserOutput);

export const accessSystemUser: Resource = {
	value: 'accessSystemUser',
	name: 'Access System User',
	description: 'A user record in an access system, with its cards and groups',
	operations: [
		defineOperation({
			value: 'create',
			name: 'Create',
			action: 'Create access system user',
			description: 'Add a user to an access system',
			endpoint: '/acs/users/create',
			effect: 'write',
			kind: one('acs_user', { confirm: requireGroups }),
			fields: {
				accessSystemId: accessSystemField,
				fullName: stringField('Full Name', 'The name of the user', {
					required: true,
					placeholder: 'e.g. Night Porter',
				}),
				additionalFields: additionalFieldsOf(
					{ ...ENDS_AT, leftOutBy: 'never' },
					GROUPS,
					{ ...STARTS_AT, leftOutBy: 'now' },
					canBeMissing(EMAIL as NestedField),
					PERSON,
					canBeMissing(PHONE as NestedField),
				),
			},
			request: (_values, ofFields) => {
				const body = ofFields();
				const times = body.access_schedule;
				// Without a start, access begins immediately. Without an end, it never ends.
				return isWireObject(times)
					? { ...body, access_schedule: { ends_at: null, ...times } }
					: body;
			},
		}),
		record.get('Get one user of an access system', whichUserFields),
		record.getMany('Retrieve a list of the users of access systems', {
			filters: filtersField(
				byAccessSystem,
				createdBefore,
				textFilter(
					'Search',
					'search',
					'Only users whose name, phone number, email address or ID contains this text',
				),
				byPerson,
				textFilter(
					"Person's Email Address",
					'userIdentityEmailAddress',
					'Only users linked to the person with this email address',
				),
				textFilter(
					"Person's Phone Number",
					'userIdentityPhoneNumber',
					'Only users linked to the person with this phone number',
				),
			),
		}),
		defineOperation({
			value: 'update',
			name: 'Update',
			action: 'Update access system user',
			description: "Update a user's name, contact details or access times. Returns the user.",
			endpoint: '/acs/users/update',
			effect: 'write',
			inOrderOf: ['acs_user_id', 'acs_system_id', 'user_identity_id'],
			kind: done('updated', USER_IDS, { readBack: READ_BACK }),
			fields: {
				...whichUserFields,
				updateFields: updateFieldsOf(
					ENDS_AT,
					STARTS_AT,
					neverEmpty(EMAIL as NestedField),
					neverEmpty(FULL_NAME as NestedField),
					NO_TIMES,
					neverEmpty(PHONE as NestedField),
				),
			},
			request: ({ updateFields }, ofFields) => {
				const body = ofFields();
				requireSchedule(updateFields, body.access_schedule);
				return body;
			},
		}),
		record.delete(
			"Delete a user from an access system. The user's cards and keys stop working. This cannot be undone.",
			whichUserFields,
			USER_IDS,
		),
		defineOperation({
			value: 'suspend',
			name: 'Suspend',
			action: 'Suspend access system user',
			description: "Stop all of a user's access until you use 'Unsuspend'",
			endpoint: '/acs/users/suspend',
			effect: 'write',
			kind: done('suspended', USER_IDS, { check: isSuspended(true) }),
			fields: whichUserFields,
		}),
		defineOperation({
			value: 'unsuspend',
			name: 'Unsuspend',
			action: 'Unsuspend access system user',
			description: 'Give a suspended user access again',
			endpoint: '/acs/users/unsuspend',
			effect: 'write',
			kind: done('unsuspended', USER_IDS, { check: isSuspended(false) }),
			fields: whichUserFields,
		}),
		defineOperation({
			value: 'getEntrances',
			name: 'Get Entrances',
			action: "Get access system user's entrances",
			description: 'Retrieve a list of the entrances that a user can open',
			endpoint: '/acs/users/list_accessible_entrances',
			effect: 'read',
			kind: many('acs_entrances'),
			hasIssues: true,
			fields: whichUserFields,
		}),
		defineOperation({
			value: 'addToGroup',
			name: 'Add to Group',
			action: 'Add access system user to group',
			description: 'Add a user to a group. The user can then open the doors of the group.',
			endpoint: '/acs/users/add_to_access_group',
			effect: 'write',
			kind: done('added', ['acs_user_id', 'acs_access_group_id'], { check: isInGroup(true) }),
			fields: groupFields,
		}),
		defineOperation({
			value: 'removeFromGroup',
			name: 'Remove From Group',
			action: 'Remove access system user from group',
			description:
				'Remove a user from a group. The user loses any access that came only from this group.',
			endpoint: '/acs/users/remove_from_access_group',
			effect: 'write',
			kind: done('removed', ['acs_user_id', 'acs_access_group_id'], { check: isInGroup(false) }),
			fields: groupFields,
		}),
		defineOperation({
			value: 'revokeAccess',
			name: 'Revoke Access',
			action: "Revoke access system user's access",
			description:
				"Revoke a user's access to all entrances, but keep the user. This cannot be undone.",
			endpoint: '/acs/users/revoke_access_to_all_entrances',
			effect: 'write',
			kind: done('revoked', USER_IDS, { check: HAS_NO_ENTRANCES }),
			fields: whichUserFields,
		}),
	],
};

/** The service skips a group that the access system does not have (docs/service.md#systems-3). */
async function requireGroups(
	send: SendRequest,
	{ body: { acs_access_group_ids: ids, acs_system_id: systemId } }: { body: WireObject },
): Promise<undefined> {
	for (const id of idsIn(ids)) {
		const group = await getRecord(send, '/acs/access_groups/get', 'acs_access_group', {
			acs_access_group_id: id,
		});
		if (group?.acs_system_id === systemId) continue;
		const name = group ? textOf(RECORDS.accessGroup, group) : id;
		throw new InvalidParameterError(
			`No user was created: the access system does not have the group '${name}'`,
			"Under 'Access Group Names or IDs', choose groups of this access system.",
		);
	}
}

/** The service accepts both times or neither. */
function requireSchedule({ startsAt, endsAt, hasNoTimes }: IDataObject, schedule: unknown): void {
	if (hasNoTimes === true && (startsAt || endsAt)) {
		throw new InvalidParameterError(
			"Use either access times or 'No Access Times'",
			"Remove the access times, or remove 'No Access Times'.",
		);
	}
	if (isWireObject(schedule) && Object.keys(schedule).length < 2) {
		throw new InvalidParameterError(
			"'Access Starts At' and 'Access Ends At' go together",
			"Enter both, or use 'No Access Times' instead.",
		);
	}
}

import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import { isEmptyBody, optionalDateTime, optionalPin, optionalText, optionalTexts, optionalUuid, optionalUuids, requireTimeOrder, requireUuid } from '../../operation/checkValues';
import { defineOperation } from '../../operation/defineOperation';
import { done } from '../../operation/kinds/done';
import { many } from '../../operation/kinds/many';
import { one } from '../../operation/kinds/one';
import type { Field, Resource } from '../../operation/types';
import { accessCodeField, accessGrantField, entranceField, spaceField, userIdentityField } from '../fields/locators';
import { deviceRows, recordRows, rowValues } from '../fields/recordRows';
import { outputForms } from '../fields/outputForms';
import { CARD, CLOUD_KEY, MOBILE_KEY } from '../fields/accessModes';
import { PERSON_FIELDS, personBody } from '../fields/person';
import { byAccessSystem, byDevice, byEntrance, bySpace, filtersField, idFilter, recordFilter, recordsFilter, textFilter } from '../fields/filters';
import { getRelatedOfGrant } from './getRelated';
import { grantLocator } from './grantLocator';
import { waitUntilIssued } from './waitUntilIssued';
import { additionalFieldsOf, updateFieldsOf } from '../fields/collections';

const accessGrantOutput = outputForms(
	'access_grant_id',
	['display_name', 'access_grant_key', 'reservation_key', 'user_identity_id', 'starts_at', 'ends_at', 'access_method_ids', 'created_at'],
	[
		'access_grant_key', 'access_method_ids', 'created_at', 'display_name', 'ends_at', 'errors', 'name',
		'pending_mutations', 'requested_access_methods', 'reservation_key', 'space_ids', 'starts_at', 'user_identity_id',
		'warnings',
	],
);

const ENDS_AT = { displayName: 'Ends At', name: 'endsAt', type: 'dateTime', default: '', description: 'When access ends' } as const;
const NAME = { displayName: 'Name', name: 'name', type: 'string', default: '', placeholder: 'e.g. Stay of guest 101', description: 'The name of the grant' } as const;
const NO_END = {
	displayName: 'No End',
	name: 'hasNoEnd',
	type: 'boolean',
	default: true,
	description: 'Whether to take the end away, so that access lasts until the grant is deleted',
} as const;
const STARTS_AT = { displayName: 'Starts At', name: 'startsAt', type: 'dateTime', default: '', description: 'When access begins' } as const;

/** The access methods that are wanted, a row each. */
const requestedAccessMethodsField = {
	displayName: 'Access Methods',
	type: 'fixedCollection' as const,
	typeOptions: { multipleValues: true },
	placeholder: 'Add Method',
	default: {},
	required: true,
	description: 'How the person opens the doors',
	options: [
		{
			displayName: 'Method',
			name: 'method',
			values: [
				{
					displayName: 'Mode',
					name: 'mode',
					type: 'options',
					options: [
						CARD,
						CLOUD_KEY,
						{ name: 'Code', value: 'code', description: 'A PIN' },
						MOBILE_KEY,
					],
					default: 'code',
					description: 'What the person opens the doors with',
				},
				{
					displayName: 'Code',
					name: 'code',
					type: 'string',
					default: '',
					placeholder: 'e.g. 4821',
					description: 'The PIN, 4 to 9 digits. Left empty, the service chooses one.',
					showWhen: { mode: ['code'] },
				},
				{
					displayName: 'Max Uses of the Link',
					name: 'instantKeyMaxUseCount',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: 1,
					description: 'How many times the link of the mobile key can be opened',
					showWhen: { mode: ['mobile_key'] },
				},
			],
		},
	],
} satisfies Field;

/** The rows of the field above on the wire. Throws InvalidParameterError for what the specification does not allow. */
function requestedMethods(value: IDataObject) {
	const rows = Array.isArray(value.method) ? (value.method as IDataObject[]) : [];
	if (rows.length === 0) throw new InvalidParameterError("'Access Methods' is empty", 'Add at least one way to open the doors, such as a code.');
	return rows.map(({ mode, code, instantKeyMaxUseCount }) => {
		if (mode === 'code') return { mode, code: optionalPin('Code', code, 4, 9) };
		if (mode !== 'mobile_key') return { mode };
		const count = Number(instantKeyMaxUseCount ?? 1);
		if (!Number.isInteger(count) || count < 1) throw new InvalidParameterError("'Max Uses of the Link' must be a whole number of 1 or more");
		return { mode, instant_key_max_use_count: count };
	});
}

function timesBody({ startsAt, endsAt, hasNoEnd, name }: IDataObject) {
	const start = optionalDateTime('Starts At', startsAt);
	const end = optionalDateTime('Ends At', endsAt);
	requireTimeOrder('Starts At', start, 'Ends At', end);
	if (hasNoEnd === true && end !== undefined) throw new InvalidParameterError("'Ends At' and 'No End' exclude each other", 'Remove one of the two fields.');
	return { name: optionalText(name), starts_at: start, ends_at: hasNoEnd === true ? null : end };
}

export const accessGrant: Resource = {
	value: 'accessGrant',
	name: 'Access Grant',
	description: 'The right of a person to open certain doors for a time, with the PINs, cards and keys for it',
	operations: [
		defineOperation({
			value: 'create',
			name: 'Create',
			action: 'Create access grant',
			description: "Give a person access to spaces, devices or entrances for a time. Leave 'Retry On Fail' off: it would send every item again.",
			endpoint: '/access_grants/create',
			effect: 'write',
			kind: one('access_grant', { waitCondition: waitUntilIssued }),
			hasIssues: true,
			fields: {
				person: {
					displayName: 'Person',
					type: 'options',
					options: [
						{ name: 'Existing User Identity', value: 'existing', description: 'A person that the workspace knows' },
						{ name: 'New User Identity', value: 'new', description: 'A person that is created together with the grant, by at least one of the fields below' },
					],
					default: 'existing',
					description: 'Who gets access',
				},
				userIdentityId: { ...userIdentityField, showWhen: { person: ['existing'] } },
				newUserIdentity: {
					displayName: 'New User Identity',
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					options: [...PERSON_FIELDS],
					showWhen: { person: ['new'] },
				},
				requestedAccessMethods: requestedAccessMethodsField,
				spaceIds: recordRows(
					{ displayName: 'Spaces', description: 'The rooms or other spaces', hint: 'A grant needs at least one space, device or entrance' },
					spaceField,
					{ row: 'space', field: 'spaceId' },
				),
				deviceIds: deviceRows({}),
				entranceIds: recordRows(
					{ displayName: 'Entrances', description: 'The entrances of access control systems' },
					entranceField,
					{ row: 'entrance', field: 'entranceId' },
				),
				additionalFields: additionalFieldsOf(
					textFilter('Access Grant Key', 'accessGrantKey', 'Your own key for the grant, such as the booking number; unique in the workspace'),
					idFilter('Customization Profile ID', 'customizationProfileId', 'The profile by which the pages of mobile keys look like yours'),
					{ ...ENDS_AT, description: 'When access ends. Left empty, it lasts until the grant is deleted.' },
					NAME,
					textFilter('Reservation Key', 'reservationKey', 'The key of the stay, the same for all its grants. Some access systems need it; doors that cannot belong to a reservation, such as plain locks, may refuse it.'),
					{
						...textFilter('Space Keys', 'spaceKeys', 'Your own keys of the spaces to give access to, with commas between them'),
						takesList: true,
					},
					{ ...STARTS_AT, description: 'When access begins. Left empty, it begins at once.' },
				),
			},
			request: ({ person, userIdentityId, newUserIdentity, requestedAccessMethods, additionalFields, ...chosen }) => {
				const identity = person === 'new' ? personBody(newUserIdentity) : {};
				if (person === 'new' && isEmptyBody(identity)) {
					throw new InvalidParameterError('Nothing was entered about the person', "Add a name, an address or a key under 'New User Identity'.");
				}
				const places = {
					device_ids: optionalUuids('Devices', rowValues(chosen.deviceIds)),
					acs_entrance_ids: optionalUuids('Entrances', rowValues(chosen.entranceIds)),
					space_ids: optionalUuids('Spaces', rowValues(chosen.spaceIds)),
					space_keys: optionalTexts(additionalFields.spaceKeys),
				};
				if (isEmptyBody(places)) throw new InvalidParameterError('The access grant would open nothing', 'Choose spaces, devices or entrances to give access to.');
				return {
					...(person === 'new' ? { user_identity: identity } : { user_identity_id: requireUuid('User Identity', userIdentityId) }),
					requested_access_methods: requestedMethods(requestedAccessMethods),
					...places,
					...timesBody(additionalFields),
					access_grant_key: optionalText(additionalFields.accessGrantKey),
					reservation_key: optionalText(additionalFields.reservationKey),
					customization_profile_id: optionalUuid('Customization Profile ID', additionalFields.customizationProfileId),
				};
			},
		}),
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get access grant',
			description: 'Get one grant, by its ID or by your own key for it',
			endpoint: '/access_grants/get',
			effect: 'read',
			kind: one('access_grant'),
			output: accessGrantOutput,
			hasIssues: true,
			fields: grantLocator.fields,
			request: grantLocator.body,
		}),
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many access grants',
			description: 'Retrieve a list of the grants of the workspace',
			endpoint: '/access_grants/list',
			effect: 'read',
			kind: many('access_grants'),
			output: accessGrantOutput,
			hasIssues: true,
			fields: {
				filters: filtersField(
					recordFilter(accessCodeField, 'accessCodeId', 'Only the grant that has made this code'),
					recordsFilter(accessGrantField, 'Access Grants', 'accessGrantIds', 'Only these grants'),
					textFilter('Access Grant Key', 'accessGrantKey', 'Only the grant with this key'),
					byAccessSystem,
					textFilter('Customer Key', 'customerKey', 'Only grants of the customer for whom you have set this key'),
					byDevice,
					byEntrance,
					textFilter('Reservation Key', 'reservationKey', 'Only grants of this reservation'),
					bySpace,
					recordFilter(userIdentityField, 'userIdentityId', 'Only grants of this person'),
				),
			},
			request: ({ filters }) => ({
				access_code_id: optionalUuid('Access Code', filters.accessCodeId),
				access_grant_ids: optionalUuids('Access Grants', filters.accessGrantIds),
				access_grant_key: optionalText(filters.accessGrantKey),
				acs_entrance_id: optionalUuid('Entrance Name or ID', filters.entranceId),
				acs_system_id: optionalUuid('Access System Name or ID', filters.accessSystemId),
				customer_key: optionalText(filters.customerKey),
				device_id: optionalUuid('Device Name or ID', filters.deviceId),
				reservation_key: optionalText(filters.reservationKey),
				space_id: optionalUuid('Space Name or ID', filters.spaceId),
				user_identity_id: optionalUuid('User Identity', filters.userIdentityId),
			}),
		}),
		getRelatedOfGrant,
		defineOperation({
			value: 'update',
			name: 'Update',
			action: 'Update access grant',
			description: 'Change the name or the times of a grant, found by its ID or key, and return it as it is then; its PINs and keys follow',
			endpoint: '/access_grants/update',
			effect: 'write',
			kind: done('updated', ['access_grant_id', 'access_grant_key'], { readBack: { endpoint: '/access_grants/get', member: 'access_grant' }, waitCondition: waitUntilIssued }),
			hasIssues: true,
			fields: {
				...grantLocator.fields,
				updateFields: updateFieldsOf(ENDS_AT, NAME, NO_END, STARTS_AT),
			},
			request: ({ updateFields, ...grant }) => {
				const changes = timesBody(updateFields);
				if (isEmptyBody(changes)) throw new InvalidParameterError('There is nothing to change', "Add a field under 'Update Fields'.");
				return { ...grantLocator.body(grant), ...changes };
			},
		}),
		defineOperation({
			value: 'delete',
			name: 'Delete',
			action: 'Delete access grant',
			description: 'Take access away: the grant and all its PINs, cards and keys',
			endpoint: '/access_grants/delete',
			effect: 'write',
			kind: done('deleted', ['access_grant_id']),
			fields: { accessGrantId: accessGrantField },
			request: ({ accessGrantId }) => ({ access_grant_id: requireUuid('Access Grant', accessGrantId) }),
		}),
		defineOperation({
			value: 'requestAccessMethods',
			name: 'Request Access Methods',
			action: 'Request access methods',
			description: 'Add further PINs, cards or keys to a grant',
			endpoint: '/access_grants/request_access_methods',
			effect: 'write',
			kind: one('access_grant', { waitCondition: waitUntilIssued }),
			hasIssues: true,
			fields: { accessGrantId: accessGrantField, requestedAccessMethods: requestedAccessMethodsField },
			request: ({ accessGrantId, requestedAccessMethods }) => ({
				access_grant_id: requireUuid('Access Grant', accessGrantId),
				requested_access_methods: requestedMethods(requestedAccessMethods),
			}),
		}),
	],
};

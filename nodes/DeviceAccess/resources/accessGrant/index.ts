import { InvalidParameterError } from '../../errors/errors';
import {
	choiceField,
	defineOperation,
	done,
	one,
	optionalKeys,
	type Resource,
} from '../../operation';
import { RECORDS } from '../../wire/recordTable';
import { offlineNotice, recordOf } from '../fields/recordOperations';
import { accessGrantField, entranceField, spaceField, userIdentityField } from '../fields/locators';
import { deviceRows, recordRows } from '../fields/recordRows';
import { outputForms } from '../fields/outputForms';
import { NEW_PERSON_FIELDS } from '../fields/person';
import {
	byAccessCode,
	byAccessSystem,
	byCustomer,
	byDevice,
	byEntrance,
	byPerson,
	bySpace,
	filtersField,
	idFilter,
	recordsFilter,
	textFilter,
} from '../fields/filters';
import { ENDS_AT, NAME, NO_END, requestedAccessMethodsField, STARTS_AT } from './grantFields';
import { getRelatedOfGrant } from './getRelated';
import { grantFields } from './grantLocator';
import { waitUntilGrantIssued, waitUntilNewGrantIssued } from './waitUntilIssued';
import { additionalFieldsOf, neverEmpty, textField, updateFieldsOf } from '../fields/collections';

export const grantOutput = (...ownKeys: string[]) =>
	outputForms(
		'access_grant_id',
		[
			'display_name',
			...ownKeys,
			'reservation_key',
			'user_identity_id',
			'starts_at',
			'ends_at',
			'access_method_ids',
			'created_at',
		],
		['errors', 'name', 'pending_mutations', 'requested_access_methods', 'space_ids', 'warnings'],
	);

const PLACES = ['acs_entrance_ids', 'device_ids', 'space_ids', 'space_keys'];

const record = recordOf(RECORDS.accessGrant, grantOutput('access_grant_key'));

export const accessGrant: Resource = {
	value: 'accessGrant',
	name: 'Access Grant',
	description:
		'Which doors a person can open and when, and the PINs, cards and keys that open them',
	operations: [
		defineOperation({
			value: 'create',
			name: 'Create',
			action: 'Create access grant',
			description: 'Give a person access to spaces, devices or entrances, with or without an end',
			endpoint: '/access_grants/create',
			effect: 'write',
			reference: {
				more: '[Reservations](../guides/reservations.md)',
				items:
					'Only *Wait Until Issued* checks whether the access methods fit, and which doors a card or key opens.',
			},
			kind: one('access_grant', { waitCondition: waitUntilNewGrantIssued }),
			hasIssues: true,
			fields: {
				person: choiceField(
					'Who Gets Access',
					'An existing person, or one to create with the grant',
					[
						{
							name: 'Existing Person',
							value: 'existing',
							description: 'Choose someone in this workspace',
						},
						{
							name: 'New Person',
							value: 'new',
							description: 'Create the person together with the grant',
						},
					],
					'existing',
					{ notSent: true },
				),
				userIdentityId: { ...userIdentityField, showWhen: { person: ['existing'] } },
				newUserIdentity: {
					displayName: 'New Person',
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					options: NEW_PERSON_FIELDS,
					wire: 'user_identity',
					ifEmpty: [
						'Nothing was entered about the person',
						"Add a name, an email address, a phone number or a key under 'New Person'.",
					],
					showWhen: { person: ['new'] },
				},
				requestedAccessMethods: requestedAccessMethodsField,
				spaceIds: recordRows(
					{
						displayName: 'Spaces',
						description: 'The rooms or other spaces',
						hint: 'Add at least one space, device or entrance',
					},
					spaceField,
					{ row: 'space', field: 'spaceId' },
				),
				deviceIds: deviceRows({}),
				entranceIds: recordRows(
					{ displayName: 'Entrances', description: 'The doors of access systems' },
					entranceField,
					{ row: 'entrance', field: 'entranceId' },
				),
				additionalFields: additionalFieldsOf(
					textField(
						'Access Grant Key',
						'accessGrantKey',
						'Your own unique key for the grant, such as the booking number',
					),
					idFilter(
						'Customization Profile ID',
						'customizationProfileId',
						'The profile with the colors and logo of the page that shows the mobile key',
					),
					{
						...ENDS_AT,
						leftOutBy: 'never',
						description: 'When access ends. Without it, access lasts until you delete the grant.',
					},
					NAME,
					textField(
						'Reservation Key',
						'reservationKey',
						'Your own key for the stay, the same for all its grants. Some access systems require it. Other doors, such as locks without an access system, may refuse it.',
					),
					// Left out, the person would not get into the room.
					neverEmpty({
						...textField(
							'Space Keys',
							'spaceKeys',
							'Your own keys for the spaces, separated by commas',
						),
						takesList: true,
						read: optionalKeys,
					}),
					{
						...STARTS_AT,
						description: 'When access starts. Without it, access starts now.',
						leftOutBy: 'now',
					},
				),
			},
			request: (_values, ofFields) => {
				const body = ofFields();
				if (PLACES.every((member) => body[member] === undefined))
					throw new InvalidParameterError(
						'The access grant would open nothing',
						'Add a space, a device or an entrance.',
					);
				return body;
			},
		}),
		record.get('Get one access grant, by its ID or your own key', grantFields),
		record.getMany('Retrieve a list of access grants', {
			filters: filtersField(
				byAccessCode,
				recordsFilter(accessGrantField, 'Access Grants', 'accessGrantIds', 'Only these grants'),
				textFilter('Access Grant Key', 'accessGrantKey', 'Only the grant with this key'),
				byAccessSystem,
				byCustomer,
				byDevice,
				byEntrance,
				textFilter(
					'Reservation Key',
					'reservationKey',
					"Only grants created with this 'Reservation Key'. The resource 'Reservation' sets it only for some doors. To find the grant of reservation 4711, enter 'reservation:4711' under 'Access Grant Key'.",
				),
				bySpace,
				byPerson,
			),
		}),
		getRelatedOfGrant,
		defineOperation({
			value: 'update',
			name: 'Update',
			action: 'Update access grant',
			description: "Update a grant's name or times. Its PINs and keys change with it.",
			endpoint: '/access_grants/update',
			effect: 'write',
			reference: {
				items:
					'To change its rooms or doors, use *Create or update reservation*, or create another grant.',
			},
			inOrderOf: ['access_grant_id', 'access_grant_key'],
			kind: done('updated', ['access_grant_id', 'access_grant_key'], {
				readBack: { endpoint: '/access_grants/get', member: 'access_grant' },
				waitCondition: waitUntilGrantIssued,
			}),
			hasIssues: true,
			fields: {
				...grantFields,
				updateFields: updateFieldsOf(ENDS_AT, neverEmpty(NAME), NO_END, STARTS_AT),
			},
			request: ({ updateFields: { endsAt, hasNoEnd } }, ofFields) => {
				const body = ofFields();
				if (hasNoEnd === true && endsAt)
					throw new InvalidParameterError(
						"Use either 'Ends At' or 'No End'",
						'Remove one of the two fields.',
					);
				return body;
			},
		}),
		record.delete(
			'Delete a grant with its PINs, cards and keys. A lock that is offline keeps its PIN until it is back online.',
			{
				accessGrantId: accessGrantField,
				offlineNotice,
			},
		),
		defineOperation({
			value: 'requestAccessMethods',
			name: 'Add Access Methods',
			action: 'Add PIN or key to access grant',
			description: 'Add more PINs, cards or keys to a grant',
			endpoint: '/access_grants/request_access_methods',
			effect: 'write',
			kind: one('access_grant', { waitCondition: waitUntilGrantIssued }),
			hasIssues: true,
			fields: {
				accessGrantId: accessGrantField,
				requestedAccessMethods: requestedAccessMethodsField,
			},
		}),
	],
};

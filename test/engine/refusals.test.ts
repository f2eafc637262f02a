import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, type OperationName, useHotelSandbox } from '../support/service/hotelSandbox';
import { inRows } from '../support/service/inRows';

const service = useHotelSandbox();

const onDevice = { deviceId: byId(hotel.devices.frontDoor) };
const guest = { userIdentityId: byId(hotel.userIdentities.guest101) };
const inSystem = { accessSystemId: byId(hotel.accessSystem) };
const user = { accessSystemUserId: byId(hotel.accessSystemUsers.cleaning) };
const card = { accessCredentialId: byId(hotel.credentials.spareCard) };
const NOTHING_TO_CHANGE = 'There is nothing to change';
const STAY = { startsAt: '2031-01-31T15:00:00Z', endsAt: '2031-02-02T11:00:00Z' };
const BACKWARDS = { startsAt: STAY.endsAt, endsAt: STAY.startsAt };

type Refusal = [OperationName, string, INodeParameters, string];

/** The refusals of one operation: what is wrong, the parameters that differ from `others`, and the message. */
const of = (
	operation: OperationName,
	others: INodeParameters,
	refusals: Array<[string, INodeParameters, string]>,
) =>
	refusals.map(([what, parameters, message]): Refusal => [
		operation,
		what,
		{ ...others, ...parameters },
		message,
	]);
const fields = (additionalFields: INodeParameters) => ({ additionalFields });
const changes = (updateFields: INodeParameters) => ({ updateFields });
const metadata = (...entries: INodeParameters[]) => changes({ customMetadata: { entries } });
const method = (requested: INodeParameters) => ({
	requestedAccessMethods: { method: [requested] },
});

it.each<Refusal>([
	...of('accessCode.create', onDevice, [
		['with a PIN that is too short', { code: '123' }, "'PIN'"],
		['with a PIN with letters', { code: '12A4' }, "'PIN'"],
		['with a start without an end', { startsAt: STAY.startsAt }, "'Starts At'"],
		['with an end without a start', { endsAt: STAY.endsAt }, "'Starts At'"],
		['with an end before the start', BACKWARDS, "'Ends At'"],
		[
			'with an end in the past',
			{ startsAt: '2020-01-01T00:00:00Z', endsAt: '2020-01-02T00:00:00Z' },
			"'Ends At'",
		],
		['with a backup without times', fields({ useBackupAccessCodePool: true }), "'Use Backup Code'"],
		[
			'with an offline code without times',
			fields({ isOfflineAccessCode: true }),
			"'Offline Access Code'",
		],
		[
			'with an offline code with a PIN',
			{ code: '1099', ...STAY, ...fields({ isOfflineAccessCode: true }) },
			"'PIN'",
		],
	]),
	...of('accessCode.createMultiple', fields({}), [
		['without a device', { deviceIds: {} }, "'Devices' is empty"],
		[
			'with a device that is an empty text',
			{ deviceIds: inRows('device', hotel.devices.room101, "={{ '' }}") },
			"An entry in 'Devices' is empty",
		],
		[
			'with a device that is nothing',
			{ deviceIds: inRows('device', hotel.devices.room101, '={{ $json.missing }}') },
			"An entry in 'Devices' is empty",
		],
		['with an empty list', { deviceIds: inRows('device', '={{ [] }}') }, "'Devices' is empty"],
	]),
	...of('accessCode.update', { accessCodeId: byId(hotel.managedCodes.frontDesk) }, [
		['without a change', changes({}), NOTHING_TO_CHANGE],
		[
			'that waits for a code that it gives up',
			{ ...changes({ isManaged: false }), options: { waitUntilSet: true } },
			'no longer managed',
		],
		[
			'with times of an ongoing code',
			changes({ type: 'ongoing', endsAt: STAY.endsAt }),
			'An ongoing code has no times',
		],
		['with a PIN of 13 digits', changes({ code: '1234567890123' }), "'PIN'"],
	]),
	...of('accessCode.updateMultiple', { commonCodeKey: 'stay-4711' }, [
		[
			'with an empty name, which would leave that of the guest before',
			changes({ name: "={{ '' }}", endsAt: STAY.endsAt }),
			"'Name' is empty",
		],
	]),
	...of('accessCode.get', { ...onDevice, findBy: 'deviceAndPin' }, [
		['without a PIN', { code: "={{ '' }}" }, "'PIN'"],
		['without a device', { deviceId: byId("={{ '' }}"), code: '11' }, "'Device'"],
	]),
	...of('accessCode.getAll', {}, [
		[
			'without the key of a grant',
			{ devices: 'accessGrantKey', accessGrantKey: ' ' },
			"'Access Grant Key'",
		],
		[
			'with a method that is no ID',
			{ devices: 'accessMethod', accessMethodId: byId('={{ "code 104" }}') },
			"'Access Method'",
		],
		[
			'without the key of a user',
			{ devices: 'userIdentifier', userIdentifierKey: "={{ '' }}" },
			"'User Identifier Key'",
		],
		['without IDs', { devices: 'accessCodes', accessCodeIds: "={{ '' }}" }, "'Access Code IDs'"],
	]),
	...of('accessCode.updateMultiple', { commonCodeKey: 'key-7' }, [
		['without a key', { commonCodeKey: ' ', ...changes({ name: 'Guest 8' }) }, "'Common Code Key'"],
		['without a change', changes({}), NOTHING_TO_CHANGE],
		['with an end before the start', changes(BACKWARDS), "'Ends At'"],
	]),
	...of('unmanagedAccessCode.simulateCreate', { ...onDevice, name: 'Guest 7', code: '1099' }, [
		['with a PIN of 9 digits', { code: '123456789' }, "'PIN'"],
		['without a PIN', { code: '={{ "" }}' }, "'PIN'"],
		['without a name', { name: '={{ " " }}' }, "'Name'"],
	]),
	...of(
		'accessGrant.create',
		{
			person: 'existing',
			...guest,
			...method({ mode: 'code', code: '4103' }),
			spaceIds: inRows('space', hotel.spaces.room101),
		},
		[
			['without a method', { requestedAccessMethods: {} }, "'Access Methods'"],
			['with a PIN of three digits', method({ mode: 'code', code: '410' }), "'PIN'"],
			['with a PIN of ten digits', method({ mode: 'code', code: '4103410341' }), "'PIN'"],
			['with a PIN with a letter', method({ mode: 'code', code: '41a3' }), "'PIN'"],
			[
				'without a use of the link',
				method({ mode: 'mobile_key', instantKeyMaxUseCount: 0 }),
				"'Max Link Uses'",
			],
			['without a place', { spaceIds: {} }, 'The access grant would open nothing'],
			[
				'with a place that is no ID',
				{ spaceIds: inRows('space', "={{ 'room 101' }}") },
				"'Spaces'",
			],
			[
				'with an empty space key, because the guest would lack a door',
				fields({ spaceKeys: '={{ ["room-101", ""] }}' }),
				"An entry in 'Space Keys' is empty",
			],
			[
				'with a list of no space keys, because the guest would lack a door',
				fields({ spaceKeys: '={{ [] }}' }),
				"'Space Keys' is empty",
			],
			...[',', 'room-101,'].map((value): [string, INodeParameters, string] => [
				`with an empty space key in '${value}', because the guest would lack a door`,
				fields({ spaceKeys: value }),
				"An entry in 'Space Keys' is empty",
			]),
			[
				'with an empty device',
				{ deviceIds: inRows('device', `={{ ["${hotel.devices.room101}", ""] }}`) },
				"An entry in 'Devices' is empty",
			],
			['with an end before its start', fields(BACKWARDS), "'Ends At'"],
			[
				'with an end that is its start',
				fields({ startsAt: STAY.endsAt, endsAt: STAY.endsAt }),
				"'Ends At'",
			],
			[
				'for nobody',
				{ person: 'new', newUserIdentity: {} },
				'Nothing was entered about the person',
			],
			['for no existing person', { userIdentityId: byId("={{ '' }}") }, "'Person'"],
		],
	),
	...of('accessGrant.update', { accessGrantId: byId(hotel.accessGrants.stay101) }, [
		['without a change', changes({}), NOTHING_TO_CHANGE],
		['with an end and none', changes({ hasNoEnd: true, endsAt: STAY.endsAt }), "'Ends At'"],
	]),
	...of('device.update', onDevice, [
		['without a change', changes({}), NOTHING_TO_CHANGE],
		['with metadata without entries', metadata(), NOTHING_TO_CHANGE],
		[
			'with a switch whose expression returns nothing',
			changes({ isManaged: '={{ $json.misspelled }}' }),
			"'Managed' is empty",
		],
		['with an entry without a name', metadata({ key: ' ', value: 'x' }), "'Key'"],
		['with a text that is too long', metadata({ key: 'a', value: 'x'.repeat(501) }), "'Value'"],
		[
			'with too many entries',
			metadata(...Array.from({ length: 51 }, (_, index) => ({ key: `k${index}`, value: 'x' }))),
			"'Custom Metadata'",
		],
	]),
	...of('device.getAll', {}, [
		[
			'for metadata without a value',
			{ filters: { customMetadata: { entries: [{ key: 'floor', value: '' }] } } },
			"'Value'",
		],
		[
			'for metadata without a name',
			{ filters: { customMetadata: { entries: [{ key: '', value: '2' }] } } },
			"'Key'",
		],
		['created before no date', { filters: { createdBefore: 'soon' } }, "'Created Before'"],
		['with a limit of zero', { limit: '={{ 0 }}' }, "'Limit'"],
		[
			'of an account that is no ID',
			{ filters: { connectedAccountId: 'x' } },
			"'Connected Account' must be an ID",
		],
	]),
	...of('event.getAll', { since: '2020-01-01T00:00:00Z' }, [
		['without a start', { since: '={{ "" }}' }, "'Since'"],
		['with an end before the start', { until: '2019-01-01T00:00:00Z' }, "'Until'"],
		['with what is no ID', { filters: { spaceIds: 'lobby' } }, "'Space Names or IDs'"],
		[
			'of more than 100 grants',
			{
				filters: {
					accessGrantIds: Array.from(
						{ length: 101 },
						(_, index) => `de51ce00-0000-4000-8000-${String(index).padStart(12, '0')}`,
					).join(','),
				},
			},
			"'Access Grants'",
		],
	]),
	...of('event.get', { eventType: 'lock.locked' }, [
		['without a type', { findBy: 'type', eventType: "={{ '' }}" }, "'Event Type Name or ID'"],
		['without a device', { findBy: 'typeAndDevice', deviceId: byId("={{ '' }}") }, "'Device'"],
	]),
	...of('space.create', { name: 'Annex' }, [
		['without a name', { name: ' ' }, "'Name' is empty"],
		['without a valid hour', { checkInTime: 'noon' }, "'Check-in Time'"],
		['without a valid time zone', { timeZone: 'Mars/Olympus' }, "'Time Zone'"],
	]),
	['space.update', 'without a change', { spaceId: byId(hotel.spaces.room101) }, NOTHING_TO_CHANGE],
	[
		'connectWebview.create',
		'for both providers and a category of them',
		fields({ acceptedProviders: ['august'], providerCategory: 'stable' }),
		"'Provider Category'",
	],
	['workspace.create', 'without a name', { name: ' ' }, "'Name' is empty"],
	['workspace.update', 'without a change', {}, NOTHING_TO_CHANGE],
	[
		'connectedAccount.update',
		'without a change',
		{ connectedAccountId: byId(hotel.devices.spa) },
		NOTHING_TO_CHANGE,
	],
	...[0, 61, '={{ "soon" }}'].map(
		(autoLockDelay): [OperationName, string, INodeParameters, string] => [
			'device.configureAutoLock',
			`with a delay of ${autoLockDelay}`,
			{ ...onDevice, autoLockDelay },
			"'Delay' must be a number",
		],
	),
	...[' ', 'Atlantis/Harbour'].map((timeZone): [OperationName, string, INodeParameters, string] => [
		'device.reportProviderMetadata',
		`with the time zone '${timeZone}'`,
		{ ...onDevice, timeZone },
		"'Time Zone' must be the name of a time zone",
	]),
	[
		'userIdentity.create',
		'without a person',
		{ additionalFields: {} },
		'Nothing was entered about the person',
	],
	...["={{ '' }}", '={{ null }}', '={{ $json.nothing }}'].flatMap(
		(userIdentityKey): Array<[OperationName, string, INodeParameters, string]> => {
			const person = { fullName: 'Ada', userIdentityKey };
			return [
				[
					'userIdentity.create',
					`with a key that is ${userIdentityKey}`,
					{ additionalFields: person },
					"'Person Key' is empty",
				],
				[
					'accessGrant.create',
					`for a new person with a key that is ${userIdentityKey}`,
					{ person: 'new', newUserIdentity: person },
					"'Person Key' is empty",
				],
			];
		},
	),
	[
		'userIdentity.create',
		'with a phone number without a country code',
		{ additionalFields: { phoneNumber: '0555 0100000' } },
		"'Phone Number'",
	],
	['userIdentity.update', 'without a change', { ...guest, updateFields: {} }, NOTHING_TO_CHANGE],
	['accessMethod.getAll', 'without a filter', { filters: {} }, "'Filters' is empty"],
	[
		'accessSystemUser.create',
		'without a name',
		{ ...inSystem, fullName: ' ' },
		"'Full Name' is empty",
	],
	[
		'accessSystemUser.create',
		'with times in the wrong order',
		{
			...inSystem,
			fullName: 'A',
			additionalFields: { startsAt: '2031-02-01T00:00:00Z', endsAt: '2031-01-01T00:00:00Z' },
		},
		"'Access Ends At' must be after 'Access Starts At'",
	],
	['accessSystemUser.update', 'without a change', user, NOTHING_TO_CHANGE],
	[
		'accessSystemUser.update',
		'with one of two times',
		{ ...user, updateFields: { endsAt: '2031-02-02T11:00:00Z' } },
		"'Access Starts At' and 'Access Ends At'",
	],
	[
		'accessSystemUser.update',
		'with times and none',
		{ ...user, updateFields: { endsAt: '2031-02-02T11:00:00Z', hasNoTimes: true } },
		"'No Access Times'",
	],
	[
		'accessCredential.create',
		'with letters in the PIN',
		{ ...user, additionalFields: { code: '77a1' } },
		"'PIN'",
	],
	['accessCredential.update', 'without a change', card, NOTHING_TO_CHANGE],
])('%s sends nothing %s', async (operation, _what, parameters, message) => {
	const { error } = await service.run(operation, parameters);
	expect([error?.message, service.paths()]).toEqual([expect.stringContaining(message), []]);
});

describe('several wrong fields are reported at once', () => {
	it('of a new access code', async () => {
		const { error } = await service.run('accessCode.create', {
			deviceId: byId("={{ 'front door' }}"),
			code: 'abc',
			startsAt: '03/04/2030',
			additionalFields: { preferredCodeLength: 'six' },
		});
		for (const field of ['Device', 'PIN', 'Starts At', 'PIN Length'])
			expect(error?.message).toContain(`'${field}'`);
		expect(service.sandbox.requests.count()).toBe(0);
	});

	it('of a reservation', async () => {
		const { error } = await service.run('reservation.upsert', {
			reservationKey: "={{ '' }}",
			arrival: '3 April 2030',
			departure: "={{ '' }}",
			rooms: "={{ ['room-101'] }}",
			options: { openBefore: "={{ 'two' }}", checkInTime: 'noon', keyPrefix: "={{ '' }}" },
		});
		for (const field of ['Reservation Key', 'Arrival', 'Departure', 'Open Before'])
			expect(error?.message).toContain(`'${field}'`);
		expect(service.sandbox.requests.count()).toBe(0);
	});

	it('and the other items go on if an error is to continue', async () => {
		const { items } = await service.run(
			'device.lock',
			{ deviceId: byId('={{ $json.id }}') },
			{ input: [{ id: 'no ID' }, { id: hotel.devices.room101 }], onError: 'continueRegularOutput' },
		);
		expect(items.map(({ json }) => json.outcome)).toEqual(['failed', 'locked']);
	});
});

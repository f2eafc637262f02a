import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, type OperationName, useHotelSandbox } from '../support/service/hotelSandbox';
import { inRows } from '../support/service/inRows';

const service = useHotelSandbox();

const onDevice = { deviceId: byId(hotel.devices.frontDoor) };
const guest = { userIdentityId: byId(hotel.userIdentities.guest101) };
const user = { accessSystemUserId: byId(hotel.accessSystemUsers.cleaning) };
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
		['with a PIN with letters', { code: '12A4' }, "'PIN'"],
		['with a start without an end', { startsAt: STAY.startsAt }, "'Starts At'"],
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
			'with a device that is nothing',
			{ deviceIds: inRows('device', hotel.devices.room101, '={{ $json.missing }}') },
			"An entry in 'Devices' is empty",
		],
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
	]),
	...of('accessCode.updateMultiple', { commonCodeKey: 'stay-4711' }, [
		[
			'with an empty name, which would leave that of the guest before',
			changes({ name: "={{ '' }}", endsAt: STAY.endsAt }),
			"'Name' is empty",
		],
		['with an end before the start', changes(BACKWARDS), "'Ends At'"],
	]),
	...of('accessCode.getAll', {}, [
		[
			'without the key of a grant',
			{ devices: 'accessGrantKey', accessGrantKey: ' ' },
			"'Access Grant Key'",
		],
		[
			'with an empty ID',
			{
				devices: 'accessCodes',
				accessCodeIds: `={{ ['${hotel.managedCodes.frontDesk}', $json.missing] }}`,
			},
			"'Access Code IDs'",
		],
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
			[
				'without a use of the link',
				method({ mode: 'mobile_key', instantKeyMaxUseCount: 0 }),
				"'Max Link Uses'",
			],
			['without a place', { spaceIds: {} }, 'The access grant would open nothing'],
			...['={{ ["room-101", ""] }}', 'room-101,'].map(
				(spaceKeys): [string, INodeParameters, string] => [
					`with an empty space key in '${spaceKeys}', because the guest would lack a door`,
					fields({ spaceKeys }),
					"An entry in 'Space Keys' is empty",
				],
			),
			[
				'with a list of no space keys, because the guest would lack a door',
				fields({ spaceKeys: '={{ [] }}' }),
				"'Space Keys' is empty",
			],
			[
				'with an empty device',
				{ deviceIds: inRows('device', `={{ ["${hotel.devices.room101}", ""] }}`) },
				"An entry in 'Devices' is empty",
			],
			['with an end before its start', fields(BACKWARDS), "'Ends At'"],
			[
				'for nobody',
				{ person: 'new', newUserIdentity: {} },
				'Nothing was entered about the person',
			],
			[
				'for a new person with an empty key',
				{ person: 'new', newUserIdentity: { fullName: 'Ada', userIdentityKey: "={{ '' }}" } },
				"'Person Key' is empty",
			],
		],
	),
	...of('accessGrant.update', { accessGrantId: byId(hotel.accessGrants.stay101) }, [
		['with an end and none', changes({ hasNoEnd: true, endsAt: STAY.endsAt }), "'Ends At'"],
	]),
	...of('device.update', onDevice, [
		['with metadata without entries', metadata(), NOTHING_TO_CHANGE],
		[
			'with a switch whose expression returns nothing',
			changes({ isManaged: '={{ $json.misspelled }}' }),
			"'Managed' is empty",
		],
		['with a text that is too long', metadata({ key: 'a', value: 'x'.repeat(501) }), "'Value'"],
	]),
	...of('event.getAll', { since: '2020-01-01T00:00:00Z' }, [
		['with an end before the start', { until: '2019-01-01T00:00:00Z' }, "'Until'"],
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
	...of('space.create', { name: 'Annex' }, [
		['without a valid hour', { checkInTime: 'noon' }, "'Check-in Time'"],
		['without a valid time zone', { timeZone: 'Mars/Olympus' }, "'Time Zone'"],
	]),
	[
		'connectWebview.create',
		'for both providers and a category of them',
		fields({ acceptedProviders: ['august'], providerCategory: 'stable' }),
		"'Provider Category'",
	],
	[
		'device.configureAutoLock',
		'with a delay of 61 seconds',
		{ ...onDevice, autoLockDelay: 61 },
		"'Delay' must be a number",
	],
	[
		'userIdentity.create',
		'with a phone number without a country code',
		{ additionalFields: { phoneNumber: '0555 0100000' } },
		"'Phone Number'",
	],
	['accessMethod.getAll', 'without a filter', { filters: {} }, "'Filters' is empty"],
	...of('accessSystemUser.update', user, [
		['with one of two times', changes({ endsAt: STAY.endsAt }), "'Access Starts At' and"],
		[
			'with times and none',
			changes({ endsAt: STAY.endsAt, hasNoTimes: true }),
			"'No Access Times'",
		],
	]),
	[
		'accessCredential.create',
		'with letters in the PIN',
		{ ...user, additionalFields: { code: '77a1' } },
		"'PIN'",
	],
])('%s sends nothing %s', async (operation, _what, parameters, message) => {
	const { error } = await service.run(operation, parameters);
	expect([error?.message, service.paths()]).toEqual([expect.stringContaining(message), []]);
});

it('several wrong fields are reported at once', async () => {
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

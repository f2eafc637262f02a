import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, type OperationName, useHotelSandbox } from '../support/service/hotelSandbox';
import { inRows } from '../support/service/inRows';
import { inDays } from '../support/service/reservations';

const service = useHotelSandbox();

const START = '={{ $json.start }}';
const END = '={{ $json.end }}';
const METHODS: INodeParameters = { method: [{ mode: 'code' }] };

type GivingAccess = [OperationName, INodeParameters, path: string];

/** Operations that give access, with both times from the input item. */
const GIVING_ACCESS: [GivingAccess, GivingAccess, GivingAccess] = [
	[
		'accessCode.create',
		{
			deviceId: byId(hotel.devices.room101),
			startsAt: START,
			endsAt: END,
			waitForCompletion: false,
		},
		'/access_codes/create',
	],
	[
		'accessCode.createMultiple',
		{ deviceIds: inRows('device', hotel.devices.room101), startsAt: START, endsAt: END },
		'/access_codes/create_multiple',
	],
	[
		'accessGrant.create',
		{
			person: 'existing',
			userIdentityId: byId(hotel.userIdentities.guest101),
			deviceIds: inRows('device', hotel.devices.room101),
			requestedAccessMethods: METHODS,
			additionalFields: { startsAt: START, endsAt: END },
		},
		'/access_grants/create',
	],
];

const run = async (operation: OperationName, parameters: INodeParameters, input: IDataObject) =>
	await service.run(operation, parameters, { input: [input], onError: 'continueRegularOutput' });

describe.each(GIVING_ACCESS)('%s', (operation, parameters, path) => {
	it.each(['', null])(
		'gives no lasting access because the end that an expression returns is %j',
		async (end) => {
			const { items } = await run(operation, parameters, { start: inDays(1), end });
			expect([
				items[0]?.json.outcome,
				items[0]?.json.error,
				service.sandbox.requests.count(path),
			]).toEqual(['failed', "'Ends At' is empty", 0]);
		},
	);

	it('gives no access from now because the start is empty', async () => {
		const { items } = await run(operation, parameters, { start: '', end: inDays(2) });
		expect([items[0]?.json.error, service.sandbox.requests.count(path)]).toEqual([
			"'Starts At' is empty",
			0,
		]);
	});

	it("gives lasting access if the expressions return 'now' and 'never'", async () => {
		await run(operation, parameters, { start: 'now', end: 'Never' });
		expect(service.bodies(path)).toEqual([
			expect.not.objectContaining({ ends_at: expect.anything() }),
		]);
	});
});

it('gives lasting access if a person leaves the times of a code empty in the form', async () => {
	const { error } = await service.run('accessCode.create', {
		deviceId: byId(hotel.devices.room101),
		startsAt: '',
		endsAt: '',
		waitForCompletion: false,
	});
	expect([error, service.sandbox.requests.count('/access_codes/create')]).toEqual([undefined, 1]);
});

it("starts a code with an end now if the expression returns 'now'", async () => {
	const [[operation, parameters, path]] = GIVING_ACCESS;
	await run(operation, parameters, { start: 'now', end: inDays(2) });
	const [body] = service.bodies(path) as IDataObject[];
	expect(Math.abs(Date.parse(String(body?.starts_at)) - Date.now())).toBeLessThan(60_000);
});

it.each<[OperationName, INodeParameters, path: string]>([
	[
		'accessCode.update',
		{
			accessCodeId: byId(hotel.managedCodes.frontDesk),
			updateFields: { code: '={{ $json.pin }}', startsAt: START, endsAt: END },
		},
		'/access_codes/update',
	],
	[
		'accessCredential.update',
		{
			accessCredentialId: byId(hotel.credentials.spareCard),
			updateFields: { code: '={{ $json.pin }}', endsAt: END },
		},
		'/acs/credentials/update',
	],
])(
	'does not give the old PIN new times because the new PIN is empty: %s',
	async (operation, parameters, path) => {
		for (const pin of ['', undefined]) {
			const { items } = await run(operation, parameters, { pin, start: inDays(1), end: inDays(2) });
			expect(items[0]?.json.error).toBe("'PIN' is empty");
		}
		expect(service.sandbox.requests.count(path)).toBe(0);
	},
);

it('does not keep how to reach the user before because that of the next one is empty', async () => {
	for (const value of ['', undefined]) {
		const { items } = await run(
			'accessSystemUser.update',
			{
				accessSystemUserId: byId(hotel.accessSystemUsers.cleaning),
				updateFields: {
					fullName: 'Ada',
					emailAddress: '={{ $json.value }}',
					phoneNumber: '={{ $json.value }}',
				},
			},
			{ value },
		);
		for (const field of ['Email Address', 'Phone Number'])
			expect(items[0]?.json.error).toContain(`'${field}' is empty`);
	}
	expect(service.sandbox.requests.count('/acs/users/update')).toBe(0);
});

it('ends a code with the later of two hours, because the clocks go back in it', async () => {
	await service.run(
		'accessCode.create',
		{
			deviceId: byId(hotel.devices.room101),
			startsAt: '2030-10-27T02:30',
			endsAt: '2030-10-27T02:30',
			waitForCompletion: false,
		},
		{ timezone: 'Europe/Berlin' },
	);
	expect(service.bodies('/access_codes/create')).toEqual([
		expect.objectContaining({
			starts_at: '2030-10-27T00:30:00.000Z',
			ends_at: '2030-10-27T01:30:00.000Z',
		}),
	]);
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { useHotelSandbox } from '../support/service/hotelSandbox';
import { call } from '../operations/dossier';
import { booking, inDays, reserve, writesOf } from '../support/service/reservations';
import { until } from '../support/clock/until';

// Stays that something else made, such as the service's own connector: read, and never changed.

const service = useHotelSandbox();

async function madeElsewhere(changes: IDataObject = {}): Promise<void> {
	await call(service.sandbox, '/access_grants/create', {
		user_identity: {
			full_name: 'Guest of the connector',
			email_address: `${String(changes.reservation_key ?? 'c')}@example.com`,
		},
		space_ids: [hotel.spaces.room101],
		reservation_key: 'HM-1',
		requested_access_methods: [{ mode: 'code' }],
		starts_at: inDays(1),
		ends_at: inDays(3, 11),
		...changes,
	});
}

const read = async (filters: INodeParameters = {}, options: INodeParameters = {}) =>
	(
		await service.run('reservation.getAll', { returnAll: true, output: 'raw', filters, options })
	).items.map(({ json }) => json);

it.each([
	['without a key of its own', {}],
	['with a key of its own', { access_grant_key: 'c1:HM-1-unit' }],
])('Get Many returns a stay that something else made %s', async (_what, key) => {
	await madeElsewhere(key);
	await until(async () => (await read())[0]?.pin !== null);
	expect(await read()).toMatchObject([
		{
			reservation_key: 'HM-1',
			key_prefix: 'other:',
			stay_key: expect.stringMatching(/^other:HM-1\/[0-9a-f-]{36}$/),
			managed_by: 'other',
			guest_name: 'Guest of the connector',
			guest_email: null,
			rooms: ['Room 101'],
			pin: expect.stringMatching(/^\d+$/),
		},
	]);
	expect(await read({}, { keyPrefix: 'other:' })).toHaveLength(1);
	expect(await read({}, { keyPrefix: 'reservation:' })).toEqual([]);
});

it('Guest to Tell returns it, so that its guest hears of the PIN', async () => {
	await madeElsewhere({ starts_at: inDays(-1) });
	await madeElsewhere({ reservation_key: 'HM-2', starts_at: inDays(30), ends_at: inDays(33) });
	await until(async () => (await read({ guestToTell: true })).length > 0);
	expect(await read({ guestToTell: true })).toMatchObject([
		{ reservation_key: 'HM-1', tell: 'guest', managed_by: 'other' },
	]);
});

it('At Risk Only returns it while its lock is offline', async () => {
	service.sandbox.settings.reservationKeyOnDevicesAlone = 'ignored';
	await madeElsewhere({ starts_at: inDays(-1), space_ids: [hotel.spaces.parking] });
	expect(await read({ atRiskOnly: true })).toMatchObject([{ reservation_key: 'HM-1' }]);
});

it.each([
	['of staff', { reservation_key: undefined, access_grant_key: 'staff:1' }],
	['of a cleaner', { reservation_key: 'HM-1', access_grant_key: 'cleaning:HM-1' }],
	['for no room', { space_ids: [], device_ids: [hotel.devices.room101] }],
	['kept spare', { reservation_key: 'HM-1', access_grant_key: 'spare:1' }],
	['for one entry', { reservation_key: 'HM-1', access_grant_key: 'once:HM-1' }],
	['for a task', { reservation_key: 'HM-1', access_grant_key: 'task:HM-1' }],
	['of a second office', { reservation_key: 'HM-1', access_grant_key: 'office-2:HM-1' }],
])('access %s is no stay', async (_what, keys) => {
	service.sandbox.settings.reservationKeyOnDevicesAlone = 'ignored';
	await madeElsewhere(keys);
	expect(await read()).toEqual([]);
});

it('access with a prefix of the user is not taken for that of something else', async () => {
	await madeElsewhere({ access_grant_key: 'house-2:HM-1:part-2' });
	const [stay] = await read();
	expect(stay).toMatchObject({ key_prefix: 'house-2:', stay_key: 'house-2:HM-1' });
	expect(stay).not.toHaveProperty('managed_by');
});

it('Get finds it by its reservation key, with the usual prefix or its own', async () => {
	await madeElsewhere();
	for (const options of [{}, { keyPrefix: 'other:' }])
		expect(await one('get', options)).toMatchObject({
			reservation_key: 'HM-1',
			managed_by: 'other',
		});
	expect(await one('get', { keyPrefix: 'house-2:' })).toMatchObject({
		outcome: 'failed',
		details: { type: 'reservation_not_found' },
	});
});

it('each guest of a reservation has a stay key, by which Get finds their access', async () => {
	for (const name of ['Ann', 'Bob'])
		await madeElsewhere({
			starts_at: inDays(-1),
			user_identity: { full_name: name, email_address: `${name}@example.com` },
		});
	await until(async () => (await read({ guestToTell: true })).length === 2);
	const told = await read({ guestToTell: true });
	const found = [];
	for (const { stay_key: key } of told) {
		const reservationKey = String(key).replace('other:', '');
		found.push(await one('get', { keyPrefix: 'other:' }, reservationKey));
	}
	expect(found.map(({ guest_name: name }) => name).sort()).toEqual(['Ann', 'Bob']);
	expect(found.map(({ pin }) => pin)).toEqual(told.map(({ pin }) => pin));
});

it('Get History tells what happened to it', async () => {
	await madeElsewhere();
	const { items } = await service.run('reservation.getHistory', {
		reservationKey: 'HM-1',
		returnAll: true,
	});
	expect(items[0]?.json).toMatchObject({ reservation_key: 'HM-1' });
});

it('no action changes it, and each says why', async () => {
	await madeElsewhere();
	await one('delete', { keyPrefix: 'reservation:' });
	const others = { keyPrefix: 'other:' };
	const changes = { id: 'HM-1', rooms: 'room-102' };
	const refused = [await one('delete', others), await one('changePin', others)];
	for (const status of ['confirmed', 'cancelled', 'inquiry']) {
		const { items } = await reserve(service, 'upsert', [booking({ ...changes, status })], others);
		refused.push(items[0]?.json ?? {});
	}
	for (const item of refused)
		expect(item).toMatchObject({
			outcome: 'failed',
			error: expect.stringContaining('access that something else made'),
		});
	expect(writesOf(service).filter((path) => path !== '/access_grants/create')).toEqual([]);
	expect(await read()).toHaveLength(1);
});

it.each([
	['of something else', 'HM-1', {}, "'other:'"],
	['of one guest of something else', undefined, {}, "'other:'"],
	['with a prefix of the user', 'HM-1', { access_grant_key: 'house-2:HM-1' }, "'house-2:'"],
	[
		'with a prefix alone',
		'HM-1',
		{ access_grant_key: 'house-2:HM-1', reservation_key: undefined },
		"'house-2:'",
	],
])(
	'Delete and Change PIN without a prefix name that of access %s',
	async (_what, key, keys, prefix) => {
		service.sandbox.settings.reservationKeyOnDevicesAlone = 'ignored';
		await madeElsewhere(keys);
		const [stay] = await read();
		const reservationKey = key ?? String(stay?.stay_key).replace('other:', '');
		const [kept, failed] = [
			await one('delete', {}, reservationKey),
			await one('changePin', {}, reservationKey),
		];
		expect([kept, failed.details]).toMatchObject([
			{
				outcome: 'nothing_to_end',
				tell: 'host',
				problems: [{ code: 'other_key_prefix', reason: expect.stringContaining(prefix) }],
			},
			{ description: expect.stringContaining(prefix) },
		]);
	},
);

it.each(['cleaning:HM-1', 'house-2:HM-12'])(
	'Delete does not take %s for the reservation',
	async (key) => {
		await madeElsewhere({ access_grant_key: key, reservation_key: undefined });
		expect(await one('delete', {})).toMatchObject({ outcome: 'nothing_to_end', tell: 'nobody' });
	},
);

it('Sync Many says that something else gives the same stay access, too', async () => {
	await madeElsewhere();
	const { items } = await reserve(service, 'syncMany', [
		booking({ id: 'HM-1', arrival: inDays(1), departure: inDays(3, 11) }),
	]);
	expect(items[0]?.json).toMatchObject({ outcome: 'created' });
	const codes = (items[0]?.json.problems as IDataObject[]).map(({ code }) => code);
	expect(codes).toContain('same_stay_twice');
});

async function one(
	operation: 'get' | 'delete' | 'changePin',
	options: INodeParameters,
	reservationKey = 'HM-1',
): Promise<IDataObject> {
	const { items } = await service.run(
		`reservation.${operation}`,
		{ reservationKey, ...(operation === 'get' ? { output: 'raw' } : {}), options },
		{ onError: 'continueRegularOutput' },
	);
	return items[0]?.json ?? {};
}

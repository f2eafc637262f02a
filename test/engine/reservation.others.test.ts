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

it('Get Many returns a stay that something else made', async () => {
	await madeElsewhere({ access_grant_key: 'c1:HM-1-unit' });
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

it.each([
	['of staff', { reservation_key: undefined, access_grant_key: 'staff:1' }],
	['of a cleaner', { access_grant_key: 'cleaning:HM-1' }],
	['of a second office', { access_grant_key: 'office-2:HM-1' }],
	['for no room', { space_ids: [], device_ids: [hotel.devices.room101] }],
])('access %s is no stay', async (_what, keys) => {
	service.sandbox.settings.reservationKeyOnDevicesAlone = 'ignored';
	await madeElsewhere(keys);
	expect(await read()).toEqual([]);
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
	['of something else', {}, "'other:'"],
	[
		'with a prefix of the user',
		{ access_grant_key: 'house-2:HM-1', reservation_key: undefined },
		"'house-2:'",
	],
])('Delete and Change PIN without a prefix name that of access %s', async (_what, keys, prefix) => {
	service.sandbox.settings.reservationKeyOnDevicesAlone = 'ignored';
	await madeElsewhere(keys);
	const [kept, failed] = [await one('delete', {}), await one('changePin', {})];
	expect([kept, failed?.details]).toMatchObject([
		{
			outcome: 'nothing_to_end',
			tell: 'host',
			problems: [{ code: 'other_key_prefix', reason: expect.stringContaining(prefix) }],
		},
		{ description: expect.stringContaining(prefix) },
	]);
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

import { hotel } from '../../sandbox/fixtures/hotel';
import { until } from '../support/clock/until';
import { byId, useHotelSandbox } from '../support/service/hotelSandbox';
import { inRows } from '../support/service/inRows';
import {
	booking,
	codesOf,
	endingSoon,
	grantsOf,
	inDays,
	pinsOnLocks,
	upsertOn,
} from '../support/service/reservations';

// Changes of rooms with a shared front door, and with locks that do not answer. What is true at the door stands first in
// each test.

const service = useHotelSandbox();
const { frontDoor, room101, room103 } = hotel.devices;

const upsert = upsertOn(service);
const doors = async () => await pinsOnLocks(service);
const simulate = async (deviceId: string, simulation: string) =>
	await service.run('device.simulate', { deviceId: byId(deviceId), simulation });

/** Behind the same front door as the suite. */
const makeAnnex = async () =>
	await service.run('space.create', {
		name: 'Annex',
		deviceIds: inRows('device', frontDoor, room101),
		additionalFields: { spaceKey: 'annex' },
	});

const IN_HOUSE = { arrival: inDays(-1) };

it('in the house, closes the old room with the stay if that is over before the old room would close', async () => {
	await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	const departure = new Date(Date.now() + 10 * 60_000).toISOString();
	const [moved] = await upsert([booking({ ...IN_HOUSE, departure, rooms: 'suite' })], {
		waitUntilIssued: true,
	});
	expect(moved?.outcome).toBe('moved');
	expect((await grantsOf(service)).map(({ ends_at: at }) => Date.parse(String(at)))).toEqual([
		Date.parse(departure),
		Date.parse(departure),
	]);
});

it('in the house, tells the guest of the new room also if somebody has ended the old access meanwhile', async () => {
	await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	const error = { type: 'access_grant_not_found', message: 'Not found' };
	service.sandbox.faults.next('/access_grants/update', {
		kind: 'status',
		status: 404,
		body: { error },
	});
	const [moved] = await upsert([booking({ ...IN_HOUSE, rooms: 'suite' })], {
		waitUntilIssued: true,
	});
	expect([moved?.outcome, moved?.tell, moved?.rooms]).toEqual(['moved', 'guest', ['Suite']]);
});

it('in the house, a room whose lock takes another PIN is ready in the same run, and no item says that the old access stays', async () => {
	service.sandbox.settings.grantCodeUnavailable = 'missingDevice';
	const [made] = await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	const taken = { deviceId: byId(room103), code: made?.pin as string };
	await service.run('accessCode.create', taken);
	const suite = [booking({ ...IN_HOUSE, rooms: 'suite' })];
	service.sandbox.settings.accessMethodsMade = 'afterwards';
	const [moved] = await upsert(suite, { waitTimeout: 1 });
	expect(await endingSoon(service)).toEqual([[hotel.spaces.room101]]);
	expect([moved?.rooms, codesOf(moved)]).toEqual([['Suite'], []]);
	expect((await doors())['Room 103']).toEqual(expect.arrayContaining([moved?.pin]));
});

it('in the house, looks again at new access that could not be read for a moment', async () => {
	await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	const broken = { kind: 'status', status: 500, body: '' } as const;
	// The first look at the new access, which has no key in the request.
	service.sandbox.faults.next('/access_grants/get', broken, { holding: '"access_grant_id"' });
	const suite = [booking({ ...IN_HOUSE, rooms: 'suite' })];
	const [moved] = await upsert(suite, { maxRetries: 0, waitTimeout: 1 });
	expect([moved?.outcome, moved?.rooms, codesOf(moved)]).toEqual(['moved', ['Suite'], []]);
	expect(await endingSoon(service)).toEqual([[hotel.spaces.room101]]);
});

it('in the house, new access that cannot be read leaves the guest the old one, which the failed item shows', async () => {
	const [made] = await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	const suite = [booking({ ...IN_HOUSE, rooms: 'suite' })];
	const refused = { kind: 'status', status: 403, body: '' } as const;
	// The first look, the two that refuse the key, and the last one.
	const looks = { times: 4, holding: '"access_grant_id"' };
	service.sandbox.faults.next('/access_grants/get', refused, looks);
	const [failed] = await upsert(suite, {
		maxRetries: 0,
		onFailedAction: 'returnItem',
		pollInterval: 0.01,
	});
	expect(await grantsOf(service)).toHaveLength(2);
	expect([failed?.outcome, failed?.pin, failed?.rooms, codesOf(failed)]).toEqual([
		'failed',
		made?.pin,
		['Room 101'],
		expect.arrayContaining(['failed', 'old_access_kept']),
	]);
});

it('in the house, an old access that cannot be ended is said, and the failed item shows the new one', async () => {
	await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	const forbidden = { kind: 'status', status: 403, body: '' } as const;
	service.sandbox.faults.always('/access_grants/update', forbidden);
	const suite = [booking({ ...IN_HOUSE, rooms: 'suite' })];
	const [failed] = await upsert(suite, { onFailedAction: 'returnItem' });
	expect([failed?.outcome, failed?.rooms, codesOf(failed)]).toEqual([
		'failed',
		['Suite'],
		expect.arrayContaining(['failed', 'old_access_kept']),
	]);
});

it('in the house, a lock that is offline keeps the old room open although the reservation can have only one access', async () => {
	const [made] = await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	await simulate(room103, 'disconnect');
	service.sandbox.faults.always('/access_grants/create', {
		kind: 'status',
		status: 409,
		body: {
			error: { type: 'conflict', message: 'A reservation has one access grant.', request_id: 'r' },
			ok: false,
		},
	});
	const [item] = await upsert([booking({ ...IN_HOUSE, rooms: 'suite' })], { waitTimeout: 0.1 });
	expect(await doors()).toEqual({ 'Room 101': [made?.pin] });
	expect(item).toMatchObject({ outcome: 'failed', details: { type: 'conflict' }, tell: 'host' });
});

it.each(['conflict', 'noReason'] as const)(
	'a booking that moves back and forth behind one front door keeps its access, although the service never frees a key: %s',
	async (answer) => {
		service.sandbox.settings.deletedGrantKeys = 'neverFree';
		service.sandbox.settings.takenKeyAnswer = answer;
		await makeAnnex();
		for (let move = 0; move < 14; move++) {
			const rooms = move % 2 === 0 ? 'suite' : 'annex';
			const [item] = await upsert([booking({ rooms })]);
			expect([move, item?.error, codesOf(item).includes('no_access')]).toEqual([
				move,
				undefined,
				false,
			]);
		}
	},
);

it('while the new room is not ready, Change PIN and Get show the old access, with the PIN that opens it', async () => {
	const stay = booking({ ...IN_HOUSE });
	await upsert([stay], { waitUntilIssued: true });
	await upsert([{ ...stay, rooms: 'parking' }], { waitUntilIssued: true, waitTimeout: 1 });
	for (const [operation, options] of [
		['changePin', { waitTimeout: 1 }],
		['get', {}],
	] as const) {
		const { items } = await service.run(`reservation.${operation}`, {
			reservationKey: '4711',
			output: 'raw',
			options,
		});
		const item = items[0]?.json;
		expect((await doors())['Room 101']).toEqual([item?.pin]);
		expect(codesOf(item)).toContain('old_access_kept');
		expect(codesOf(item)).not.toContain('old_pin_kept');
	}
});

it('while the new room is not ready, access_grant of Get has the new room and its dates: a workflow that writes it back takes no move back', async () => {
	await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	await simulate(room103, 'disconnect');
	const departure = inDays(12, 11);
	const suite = booking({ ...IN_HOUSE, rooms: 'suite', departure });
	await upsert([suite], { waitTimeout: 1 });
	const { items } = await service.run('reservation.get', { reservationKey: '4711', output: 'raw' });
	expect(items[0]?.json).toMatchObject({
		rooms: ['Room 101'],
		access_grant: { space_ids: [hotel.spaces.suite], ends_at: departure },
	});
});

it('in the house, old access that follows a longer stay names the next guest of the old room, and no change says that it ended, or that its PIN changed', async () => {
	await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	await upsert([
		booking({ id: '4712', guest: 'Bob Stone', arrival: inDays(13), departure: inDays(16, 11) }),
	]);
	await simulate(room103, 'disconnect');
	const suite = { ...IN_HOUSE, rooms: 'suite' };
	const [moved] = await upsert([booking(suite)], { waitTimeout: 1 });
	const departure = inDays(14, 11);
	const [longer] = await upsert([booking({ ...suite, departure })], { waitTimeout: 1 });
	const ends = (await grantsOf(service)).map(({ ends_at: at }) => at).sort();
	expect(ends).toEqual([departure, departure, inDays(16, 11)]);
	expect([codesOf(moved), codesOf(longer)]).toEqual([
		expect.not.arrayContaining(['overlapping_stay']),
		expect.arrayContaining(['overlapping_stay', 'old_access_kept']),
	]);
	expect(longer?.problems).toContainEqual(
		expect.objectContaining({
			code: 'overlapping_stay',
			reason: expect.stringContaining("'4712' (Bob Stone)"),
		}),
	);
	expect(longer?.changes).toEqual([{ what: 'ends_at', before: inDays(13, 11), after: departure }]);
	const [ended] = await upsert([booking({ ...suite, departure, status: 'canceled' })]);
	expect([ended?.outcome, ended?.rooms]).toEqual(['ended', ['Room 101']]);
});

it('in the house, a card that waits for the encoder keeps no old room open, and is that of the new room', async () => {
	const options = { accessMethods: ['code', 'card'], waitUntilIssued: true, waitTimeout: 1 };
	await upsert([booking(IN_HOUSE)], options);
	const [moved] = await upsert([booking({ ...IN_HOUSE, rooms: 'room-102' })], options);
	expect(moved?.rooms).toEqual(['Room 102']);
	expect(await endingSoon(service)).toEqual([[hotel.spaces.room101]]);
});

it('Change PIN says that the old PIN still works on the access that the guest moved out of', async () => {
	await upsert([booking({ ...IN_HOUSE, rooms: 'parking' })], { waitUntilIssued: true });
	await upsert([booking({ ...IN_HOUSE, rooms: 'suite' })], { waitUntilIssued: true });
	await simulate(hotel.devices.garage, 'disconnect');
	const { items } = await service.run('reservation.changePin', {
		reservationKey: '4711',
		output: 'raw',
		options: { waitTimeout: 1 },
	});
	expect(items[0]?.json.outcome).toBe('pending');
	expect(codesOf(items[0]?.json)).toContain('old_pin_kept');
});

describe('a booking that passes on while its guest is in the house, after a move, to access that is refused', () => {
	const wait = { waitUntilIssued: true, waitTimeout: 1, maxRetries: 0 };
	const next = { guest: 'Ann Lee', contact: 'ann.lee@example.com', rooms: 'room-101' };
	const passesOn = async (status: number) => {
		const refused = { kind: 'status', status, body: '' } as const;
		service.sandbox.faults.always('/access_grants/create', refused);
		const later = booking({ ...next, arrival: inDays(20), departure: inDays(22, 11) });
		const [item] = await upsert([later], { ...wait, onFailedAction: 'returnItem' });
		expect(item?.tell).toBe('host');
	};

	it.each([400, 500])(
		'leaves the old room, which opens until the new lock is online: %d',
		async (status) => {
			const [made] = await upsert([booking(IN_HOUSE)], wait);
			await simulate(room103, 'disconnect');
			await upsert([booking({ ...IN_HOUSE, rooms: 'suite' })], wait);
			await passesOn(status);
			expect((await doors())['Room 101']).toEqual([made?.pin]);
		},
	);

	it.each([400, 500])(
		'leaves the new room once the access to the old one is over: %d',
		async (status) => {
			await upsert([booking(IN_HOUSE)], wait);
			const [moved] = await upsert([booking({ ...IN_HOUSE, rooms: 'room-102' })], wait);
			const old = (await grantsOf(service)).find(
				(grant) => grant.access_grant_key === 'reservation:4711',
			);
			const soon = new Date(Date.now() + 200).toISOString();
			await service.run('accessGrant.update', {
				accessGrantId: byId(String(old?.access_grant_id)),
				updateFields: { endsAt: soon },
			});
			await until(() => Date.now() > Date.parse(soon));
			await passesOn(status);
			expect((await doors())['Room 102']).toEqual([moved?.pin]);
		},
	);
});

import { hotel } from '../../sandbox/fixtures/hotel';
import { call } from '../operations/dossier';
import { until } from '../support/clock/until';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';
import {
	booking,
	codesOf,
	inDays,
	pinsOnLocks,
	upsertOn,
	writesOf,
} from '../support/service/reservations';

// Refusals and conflicts of the service in the middle of a change. What is true at the door stands first in each test.

const service = useHotelSandbox();
const upsert = upsertOn(service);
const doors = async () => await pinsOnLocks(service);

const IN_HOUSE = { arrival: inDays(-1) };
const suite = [booking({ ...IN_HOUSE, rooms: 'suite' })];
const longer = [booking({ ...IN_HOUSE, rooms: 'suite', departure: inDays(14, 11) })];
const CREATE = '/access_grants/create';
const answer = (status: number, type = 'x', message = 'Refused.') => ({
	kind: 'status' as const,
	status,
	body: { error: { type, message, request_id: 'r' }, ok: false },
});

it('in the house, tells the guest of the new room also if somebody has ended the old access meanwhile', async () => {
	await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	service.sandbox.faults.next('/access_grants/update', answer(404, 'access_grant_not_found'));
	const [moved] = await upsert(suite, { waitUntilIssued: true });
	expect([moved?.outcome, moved?.tell, moved?.rooms]).toEqual(['moved', 'guest', ['Suite']]);
});

it('in the house, looks again at new access that could not be read for a moment', async () => {
	await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	// The first look at the new access, which has no key in the request.
	service.sandbox.faults.next('/access_grants/get', answer(500), { holding: '"access_grant_id"' });
	const [moved] = await upsert(suite, { maxRetries: 0, waitTimeout: 1 });
	expect([moved?.outcome, moved?.rooms, codesOf(moved)]).toEqual(['moved', ['Suite'], []]);
});

it('in the house, new access that cannot be read leaves the guest the old one, which the failed item shows', async () => {
	const [made] = await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	// The first look, the two that refuse the key, and the last one.
	const looks = { times: 4, holding: '"access_grant_id"' };
	service.sandbox.faults.next('/access_grants/get', answer(403), looks);
	const [failed] = await upsert(suite, {
		maxRetries: 0,
		onFailedAction: 'returnItem',
		pollInterval: 0.01,
	});
	expect((await doors())['Room 101']).toEqual([made?.pin]);
	expect([failed?.outcome, failed?.pin, failed?.rooms, codesOf(failed)]).toEqual([
		'failed',
		made?.pin,
		['Room 101'],
		expect.arrayContaining(['failed', 'old_access_kept']),
	]);
});

it('in the house, a lock that is offline keeps the old room open although the reservation can have only one access', async () => {
	const [made] = await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	await service.run('device.simulate', {
		deviceId: byId(hotel.devices.room103),
		simulation: 'disconnect',
	});
	const one = answer(409, 'conflict', 'A reservation has one access grant.');
	service.sandbox.faults.always(CREATE, one);
	const [item] = await upsert(suite, { waitTimeout: 0.1 });
	expect(await doors()).toEqual({ 'Room 101': [made?.pin] });
	expect(item).toMatchObject({ outcome: 'failed', details: { type: 'conflict' }, tell: 'host' });
});

it.each([
	['is restored', undefined, 'access_restored', { 'Room 101': ['5001'] }],
	[
		'is restored, without an answer',
		{ kind: 'cut' as const, isProcessed: true },
		'access_restored',
		{ 'Room 101': ['5001'] },
	],
	['is missing, and the item says so', answer(500), 'no_access', {}],
])(
	'new access that needs the old one to end first and then fails: the old one %s',
	async (_what, again, code, expected) => {
		await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
		const one = answer(409, 'x', 'A reservation has one access grant.');
		service.sandbox.faults.next(CREATE, one);
		service.sandbox.faults.next(CREATE, answer(500));
		if (again) service.sandbox.faults.next(CREATE, again);
		const [moved] = await upsert(longer, { maxRetries: 0, onFailedAction: 'returnItem' });
		expect(await doors()).toEqual(expected);
		expect(moved).toMatchObject({ outcome: 'failed', ends_at: longer[0]?.departure });
		expect(codesOf(moved)).toEqual(expect.arrayContaining(['failed', code]));
	},
);

it('in the house, a longer stay whose new room is refused has the old one to its end, and the item names the next guest there', async () => {
	const [made] = await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	const next = { guest: 'Bob Stone', arrival: inDays(13), departure: inDays(16, 11) };
	await upsert([booking({ id: '4712', ...next })]);
	service.sandbox.faults.always(CREATE, answer(403));
	const [failed] = await upsert(longer, { onFailedAction: 'returnItem' });
	const shown = { rooms: ['Room 101'], ends_at: longer[0]?.departure, pin: made?.pin };
	expect(failed).toMatchObject({ outcome: 'failed', ...shown });
	expect(codesOf(failed)).toEqual(
		expect.arrayContaining(['failed', 'old_access_kept', 'overlapping_stay']),
	);
});

describe('a PIN of the phone number that is taken', () => {
	const phone = { arrival: inDays(1), contact: '+15550104821' };
	const options = { pinFrom: 'phone', waitUntilIssued: true };

	it('on one of two locks, where the service then sets none, is followed by one that the service chooses', async () => {
		service.sandbox.settings.grantCodeUnavailable = 'missingDevice';
		const deviceId = byId(hotel.devices.room103);
		await service.run('accessCode.create', { deviceId, code: '4821' });
		const stay = [booking({ ...phone, rooms: 'suite' })];
		const said = [...(await upsert(stay, options)), ...(await upsert(stay, options))];
		service.sandbox.requests.clear();
		const [item] = await upsert(stay, options);
		expect(await doors()).toEqual({ 'Front Door': [item?.pin], 'Room 103': [item?.pin] });
		expect(item?.pin).not.toBe('4821');
		expect(said.flatMap(codesOf)).toContain('phone_pin_not_used');
		expect([item?.is_ready, writesOf(service)]).toEqual([true, []]);
	});

	it('is followed by another one if the service refuses the access because of it', async () => {
		const taken = answer(409, 'duplicate_access_code');
		service.sandbox.faults.always(CREATE, taken, { holding: '"code":"4821"' });
		const [item] = await upsert([booking(phone)], options);
		expect(await doors()).toEqual({ 'Room 101': [item?.pin] });
		expect([item?.outcome, codesOf(item)]).toEqual(['created', ['phone_pin_not_used']]);
	});
});

it('an address that the service does not take empties the former one in readings, costs no refused request, and fails nothing', async () => {
	const ann = { id: 'R-1', guest: 'Ann Lee', arrival: inDays(2), departure: inDays(3, 11) };
	const wait = { waitUntilIssued: true };
	await upsert(
		[
			booking(ann),
			booking({ ...ann, id: 'R-2', guest: 'Bob Kay', contact: 'desk@example.com', rooms: 'suite' }),
		],
		wait,
	);
	const taken = [booking({ ...ann, contact: 'desk@example.com' })];
	const [item] = await upsert(taken, wait);
	expect([item?.outcome, item?.guest_email, codesOf(item)]).toEqual([
		'unchanged',
		'desk@example.com',
		['contact_left_out'],
	]);
	const { items } = await service.run('reservation.get', { reservationKey: 'R-1', output: 'raw' });
	expect(items[0]?.json.guest_email).toBeNull();
	service.sandbox.requests.clear();
	await upsert(taken, wait);
	expect(writesOf(service)).toEqual([]);
	service.sandbox.faults.always('/user_identities/update', answer(500));
	const [failing] = await upsert([booking({ ...ann, contact: 'other@example.com' })], {
		maxRetries: 0,
	});
	expect([failing?.outcome, codesOf(failing)]).toEqual(['unchanged', ['contact_left_out']]);
});

it.each([400, 500])(
	'a contact that the service refuses with %d costs nobody the door, and is said',
	async (status) => {
		for (const path of [CREATE, '/user_identities/create'])
			service.sandbox.faults.always(path, answer(status), { holding: 'guest-4711@example.com' });
		const [item] = await upsert([booking(IN_HOUSE)]);
		expect(await doors()).toEqual({ 'Room 101': [item?.pin] });
		expect([item?.outcome, codesOf(item)]).toEqual(['created', ['contact_left_out']]);
	},
);

it('Change PIN to the PIN that the guest has leaves it on every lock', async () => {
	await upsert(suite, { pinFrom: 'given', pin: '7391', waitUntilIssued: true });
	const before = await doors();
	const options = { pin: '7391', ...QUICK_CHECKS };
	const { items } = await service.run('reservation.changePin', { reservationKey: '4711', options });
	expect(await doors()).toEqual(before);
	expect(items[0]?.json).toMatchObject({ outcome: 'unchanged', changes: [] });
});

it('in the house, a room whose lock takes another PIN is ready in the same run, and no item says that the old access stays', async () => {
	Object.assign(service.sandbox.settings, { grantCodeUnavailable: 'missingDevice' });
	const [made] = await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	const taken = { deviceId: byId(hotel.devices.room103), code: made?.pin as string };
	await service.run('accessCode.create', taken);
	Object.assign(service.sandbox.settings, { accessMethodsMade: 'afterwards' });
	const [moved] = await upsert(suite, { waitTimeout: 1 });
	expect((await doors())['Room 103']).toEqual(expect.arrayContaining([moved?.pin]));
	expect([moved?.rooms, codesOf(moved)]).toEqual([['Suite'], []]);
});

it('in the house, while the new lock is offline, the guest reads the old room with a new PIN, and the host who has it next', async () => {
	await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	await upsert([booking({ id: '4712', guest: 'Bob', arrival: inDays(13), departure: inDays(16) })]);
	const simulate = async (simulation: string) =>
		await service.run('device.simulate', { deviceId: byId(hotel.devices.room103), simulation });
	await simulate('disconnect');
	const departure = inDays(14, 11);
	await upsert(suite, { waitTimeout: 0.1 });
	const longer = [booking({ ...IN_HOUSE, rooms: 'suite', departure })];
	const [item] = await upsert(longer, { waitTimeout: 0.1 });
	expect(codesOf(item)).toEqual(expect.arrayContaining(['overlapping_stay', 'old_access_kept']));
	expect(item?.changes).toEqual([{ what: 'ends_at', before: inDays(13, 11), after: departure }]);
	const { items } = await service.run('reservation.changePin', {
		reservationKey: '4711',
		output: 'raw',
		options: { pin: '7391', ...QUICK_CHECKS, waitTimeout: 0.2 },
	});
	expect((await doors())['Room 101']).toContain('7391');
	expect(items[0]?.json).toMatchObject({ rooms: ['Room 101'], pin: '7391' });
	expect(codesOf(items[0]?.json)).toContain('old_access_kept');
	const told = async () =>
		(await service.run('reservation.getAll', { filters: { guestToTell: true } })).items;
	expect(await told()).toMatchObject([{ json: { rooms: ['Room 101'], pin: '7391' } }]);
	await simulate('connect');
	await doors();
	expect(await told()).toMatchObject([{ json: { rooms: ['Suite'], pin: expect.any(String) } }]);
});

it('a new PIN that an earlier execution could not finish is said to be changed by the next one', async () => {
	await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	service.sandbox.faults.next('/access_methods/delete', answer(400));
	const changePin = async () =>
		(await service.run('reservation.changePin', { reservationKey: '4711', options: QUICK_CHECKS }))
			.items[0]?.json;
	await changePin();
	const changed = await changePin();
	expect(await doors()).toEqual({ 'Room 101': [changed?.pin] });
	expect(changed).toMatchObject({ outcome: 'updated', changes: [{ what: 'pin' }] });
});

it('a guest whose access is gone, as after an execution that was stopped, gets access again and reads that the PIN changed', async () => {
	const [first] = await upsert([booking(IN_HOUSE)]);
	await service.run('accessGrant.delete', { accessGrantId: String(first?.access_grant_id) });
	const [again] = await upsert([booking(IN_HOUSE)]);
	expect(await doors()).toEqual({ 'Room 101': [again?.pin] });
	expect(again?.changes).toContainEqual({ what: 'pin', before: null, after: null });
});

it('a key that is already gone when it is to be deleted costs nobody the message', async () => {
	const stay = [booking({ arrival: inDays(1), rooms: 'room-102' })];
	await upsert(stay, { accessMethods: ['code', 'mobile_key'], waitUntilIssued: true });
	const gone = { ...answer(404, 'access_method_not_found'), isProcessed: true };
	service.sandbox.faults.next('/access_methods/delete', gone);
	const [item] = await upsert(stay, { waitUntilIssued: true, waitTimeout: 1 });
	expect(item).toMatchObject({ outcome: 'updated', message_key: expect.any(String) });
});

it('Change PIN requests no PIN for a stay that is over', async () => {
	const endsMs = Date.now() + 500;
	await call(service.sandbox, '/access_grants/create', {
		user_identity: { full_name: 'Guest', email_address: 'guest@example.com' },
		access_grant_key: 'reservation:4711',
		space_ids: [hotel.spaces.suite],
		requested_access_methods: [{ mode: 'code' }],
		starts_at: inDays(-1),
		ends_at: new Date(endsMs).toISOString(),
	});
	await until(() => Date.now() >= endsMs);
	service.sandbox.requests.clear();
	const { error } = await service.run('reservation.changePin', { reservationKey: '4711' });
	expect([error?.message, writesOf(service)]).toEqual(['This reservation has no access', []]);
});

import type { IDataObject } from 'n8n-workflow';
import type { Proof } from '../test/support/example/deliver';
import { useExample } from '../test/support/example/useExample';
import { byId, useHotelSandbox } from '../test/support/service/hotelSandbox';
import { hostaway } from '../pms/hostaway';
import { pmsBooking, type PmsBooking } from '../pms/pmsBooking';
import { type Example, nodeOf, readExample, withOlderAccess } from '../host/n8n/readExample';
import { dayInDays, pinsOnLocks, writesOf } from '../test/support/service/reservations';

const service = useHotelSandbox();
const host = useExample('no-id-no-pin.json', service);
beforeEach(() => host.fill('Stays', []));

const held = () => host.rows('Held bookings');
const done = () => host.rows('Checks done').map(({ stay_key: key, done: what }) => [key, what]);
const stays = () => host.rows('Stays');
const messagesOfHeld = () => stays().filter(({ host_message: text }) => /held/.test(String(text)));
const NEEDED = 'payment, id';
const ROOM_102: PmsBooking['rooms'] = [{ id: '70102', name: 'Room 102' }];

const booking = (changes: Partial<PmsBooking> = {}): PmsBooking =>
	pmsBooking({
		rooms: [{ id: '70101', name: 'Room 101' }],
		arrival: dayInDays(3),
		departure: dayInDays(5),
		...changes,
	});

/** The workflow of Hostaway after a host has added this one to it, as its note says. */
function bookingWorkflow(keyPrefix?: string): Example {
	const example = withOlderAccess(readExample('pms/hostaway.json'));
	if (keyPrefix !== undefined)
		Object.assign(nodeOf(example, 'Read booking').parameters.options as object, { keyPrefix });
	const added = 'No ID, no PIN';
	example.nodes.push({
		...nodeOf(example, 'Read booking'),
		id: 'added',
		name: added,
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		credentials: {},
		onError: 'stopWorkflow',
		parameters: {
			source: 'database',
			workflowId: { __rl: true, mode: 'id', value: 'no-id-no-pin' },
			mode: 'once',
			options: {},
		},
	});
	example.connections[added] = { ...example.connections['Read booking'] };
	example.connections['Read booking'] = { main: [[{ node: added, type: 'main', index: 0 }]] };
	return example;
}

/** A call of Hostaway about the booking that it then answers with, or its list of the night. */
async function look(
	from: 'From Hostaway' | 'Every night',
	answer: object,
	list: object[] = [],
	keyPrefix?: string,
) {
	return await host.run(from, {
		as: {
			...bookingWorkflow(keyPrefix),
			pinData: {
				'Get the booking': [{ json: answer as IDataObject }],
				'Get the bookings': [{ json: { result: list } }],
				'Send the PIN to Hostaway': [{ json: {} }],
			},
		},
		items: [{ headers: {}, params: {}, query: {}, body: {} }],
		workflows: { 'no-id-no-pin': host.example },
	});
}
const call = async (changes: Partial<PmsBooking> = {}) =>
	await look('From Hostaway', { result: hostaway.listed(booking(changes)) });
const listed = (...all: Array<Partial<PmsBooking>>) =>
	all.map((changes) => hostaway.listed(booking(changes)) as IDataObject);
const night = async (...all: Array<Partial<PmsBooking>>) =>
	await look('Every night', {}, listed(...all));

const run = async (start: string, items: IDataObject[] = [{}]) =>
	await host.run(start, {
		as: { ...host.example, pinData: { 'Show the answer': [{ json: {} }] } },
		items,
	});
/** What the form answers. */
const enter = async (stay: string, done: string) =>
	(await run('Let a guest in', [{ 'Guest or booking number': stay, 'What is done': done }]))
		.items('Is somebody waiting?')
		.map(({ json }) => [json.title, json.text]);
const pins = async () => Object.keys(await pinsOnLocks(service));
/** What another system says with the password. */
const said = async (stay: string, what: string, proof?: Proof) =>
	await host.deliver('A check is done', { stay, done: what }, proof);
const grantKeys = async () =>
	(await service.run('accessGrant.getAll', { returnAll: true, output: 'raw' })).items
		// Without those that are being deleted.
		.filter(({ json }) => (json.warnings as IDataObject[]).length === 0)
		.map(({ json }) => String(json.access_grant_key))
		.filter((key) => key.endsWith('40771'));

it('gives no access until all is done, whatever the night compares, and gives it at once then', async () => {
	await call();
	expect(held()).toMatchObject([
		{ stay_key: 'hostaway:40771', guest_name: 'Ada Example', held_until: NEEDED },
	]);
	await night({}, { id: '40772', rooms: ROOM_102 });
	expect([writesOf(service), held().length]).toEqual([[], 2]);

	expect(await enter('40771', 'payment')).toEqual([['Recorded', 'Still held until: id']]);
	await night({});
	expect(await pins()).toEqual([]);
	expect(await enter('ada example', 'id')).toEqual([
		['Nothing was changed', expect.stringContaining('Several')],
	]);
	expect(await enter(' hostaway:40771 ', 'id')).toEqual([
		['Access is given', expect.stringContaining('PIN')],
	]);
	expect(await pins()).toEqual(['Room 101']);

	service.sandbox.requests.clear();
	await night({}, { id: '40772', rooms: ROOM_102 });
	expect([writesOf(service), await pins()]).toEqual([[], ['Room 101']]);
});

it('takes what another system says with the password, and gives access for the newest booking', async () => {
	await call();
	await call({ departure: dayInDays(9), changedAt: '2025-06-01T00:00:00Z' });
	expect((await said('hostaway:40771', 'everything', { secret: 'another-secret' })).status).toBe(
		403,
	);
	await said('hostaway:40771', 'payment');
	expect(await pins()).toEqual([]);
	const last = await said('hostaway:40771', 'id');
	expect([last.run?.status, last.run?.items('Show the answer')]).toEqual(['success', []]);
	expect(last.run?.items('Create or Update')).toMatchObject([
		{ json: { outcome: 'created', ends_at: expect.stringContaining(dayInDays(9)) } },
	]);
});

it('takes the payment from the booking system, and does not ask for it again', async () => {
	const stay = { arrival: dayInDays(0), departure: dayInDays(2) };
	await call({ ...stay, isPaid: false });
	await night({ ...stay, isPaid: true });
	expect(done()).toEqual([['hostaway:40771', 'payment']]);
	await night(stay);
	expect([await pins(), done()]).toEqual([[], [['hostaway:40771', 'payment']]]);

	const [row = {}] = held();
	row.held_until = 'Payment';
	host.fill('Checks done', []);
	await call({ ...stay, isPaid: false });
	expect(await pins()).toEqual([]);
	await night({ ...stay, isPaid: true });
	expect(await pins()).toEqual(['Room 101']);
	service.sandbox.requests.clear();
	await night({ ...stay, isPaid: false });
	await run('Every hour');
	expect([writesOf(service), held()]).toMatchObject([[], [{ held_until: 'Payment' }]]);
	expect(messagesOfHeld()).toEqual([]);
});

it('gives no access to a canceled booking, whoever lets it in, and to one that is over', async () => {
	await call();
	await call({ kind: 'cancelled' });
	expect(await enter('40771', 'Everything')).toEqual([['There is no access', expect.any(String)]]);
	await call({ id: '40772', arrival: dayInDays(-6), departure: dayInDays(-2) });
	expect(await enter('40772', 'Everything')).toEqual([
		['There is no access', expect.stringContaining('over')],
	]);
	expect(writesOf(service)).toEqual([]);
});

it('ends access before the arrival if something is missing again, and never that of a guest in the house', async () => {
	await call();
	await enter('40771', 'Everything');
	await call({ id: '40772', arrival: dayInDays(-1), rooms: ROOM_102 });
	await enter('40772', 'Everything');
	expect(await pins()).toEqual(['Room 101', 'Room 102']);
	host.fill('Checks done', []);
	await call();
	await call({ id: '40772', arrival: dayInDays(-1), rooms: ROOM_102 });
	expect(await pins()).toEqual(['Room 102']);
});

it('does not hold a guest who knows the PIN, and lets through what is no booking', async () => {
	stays().push({ stay_key: 'hostaway:40771', told: 'a message' });
	await call();
	expect([await pins(), held()]).toEqual([['Room 101'], []]);
	const inquiry = await call({ id: '40772', kind: 'inquiry' });
	expect([inquiry.items('Sync many').length, held()]).toEqual([1, []]);
	const unread = await look('From Hostaway', { reservation_id: 'R-1001' });
	expect([unread.items('Sync many').length, held()]).toEqual([1, []]);
});

it('ends access that a booking had before, but not of a guest in the house, or if the booking system has told the guests', async () => {
	const inHouse = { id: '40774', arrival: dayInDays(-1), departure: dayInDays(2), rooms: ROOM_102 };
	const withoutRoom: Partial<PmsBooking> = { id: '40773', rooms: [{ id: '70999', name: 'Attic' }] };
	host.enter({ send_by: 'none' });
	// The workflow of Hostaway before a host has added this one.
	await host.run('Every night', {
		as: {
			...withOlderAccess(readExample('pms/hostaway.json')),
			pinData: {
				'Get the bookings': [{ json: { result: listed({}, withoutRoom, inHouse) } }],
				'Send the PIN to Hostaway': [{ json: {} }],
			},
		},
	});
	await night({}, inHouse, { id: '40772', rooms: ROOM_102 }, { ...withoutRoom, rooms: ROOM_102 });
	expect([await pins(), held().map(({ stay_key: key }) => key)]).toEqual([
		['Room 101', 'Room 102'],
		['hostaway:40772', 'hostaway:40773'],
	]);
	host.enter({ send_by: 'email' });
	await night({}, inHouse);
	await run('Every hour');
	expect([await pins(), messagesOfHeld()]).toEqual([['Room 102'], []]);
});

it('tells the host once of an arrival within a day that is held, and that it is solved', async () => {
	const soon = { arrival: dayInDays(0), departure: dayInDays(2) };
	await call(soon);
	await call({ id: '40772', arrival: dayInDays(4), departure: dayInDays(6) });
	await call({ ...soon, id: '40773' });
	await call({ ...soon, id: '40773', kind: 'cancelled' });
	await run('Every hour');
	const messages = () => stays().map(({ stay_key: key, host_message: text }) => [key, text]);
	expect(messages()).toEqual([
		[
			'hostaway:40771',
			expect.stringMatching(/^Ada Example, booking hostaway:40771, [^]*payment, id/),
		],
	]);
	const first = messages();
	await run('Every hour');
	expect(messages()).toEqual(first);
	await enter('40771', 'Everything');
	expect(stays().find(({ stay_key: key }) => key === 'hostaway:40771')?.host_message).toBe('');

	await call({ ...soon, id: '40774' });
	await run('Every hour');
	expect(stays().at(-1)?.host_message).toContain('held until');
	await call({ ...soon, id: '40774', kind: 'cancelled' });
	await run('Every hour');
	expect(stays().at(-1)).toMatchObject({ stay_key: 'hostaway:40774', host_message: '' });
});

it('answers the form with what is wrong', async () => {
	expect(await enter('4711', 'payment')).toEqual([
		['Recorded', expect.stringContaining('check the spelling')],
	]);
	await call({ rooms: [{ id: '70999', name: 'Attic' }] });
	expect(await enter('40771', 'Everything')).toEqual([
		[expect.stringContaining('could not be given'), expect.stringMatching(/Attic|70999/)],
	]);
});

it('forgets stays 60 days after the arrival', async () => {
	await call();
	held().push({ stay_key: 'hostaway:1', arrival: dayInDays(-61) });
	await said('hostaway:2', 'id');
	await said('hostaway:3', 'id');
	Object.assign(host.rows('Checks done')[1] ?? {}, { done_at: dayInDays(-801) });
	await run('Every hour');
	expect(held().map(({ stay_key: key }) => key)).toEqual(['hostaway:40771']);
	expect(done()).toEqual([['hostaway:2', 'id']]);
});

it('gives a guest who has left no access, says so in the form, and gives it back if the guest comes back', async () => {
	const stay = { arrival: dayInDays(-1), departure: dayInDays(2) };
	await call(stay);
	await enter('40771', 'Everything');
	const { items } = await service.run('accessGrant.getAll', { returnAll: true, output: 'raw' });
	const own = items.find(({ json }) => json.access_grant_key === 'hostaway:40771')?.json;
	await service.run('accessGrant.update', {
		accessGrantId: byId(String(own?.access_grant_id)),
		updateFields: { endsAt: new Date(Date.now() + 60_000).toISOString() },
	});
	stays().push({ stay_key: 'hostaway:40771', left_at: new Date().toISOString() });
	await call(stay);
	await night(stay);
	await run('Every hour');
	expect([await grantKeys(), messagesOfHeld()]).toEqual([[], []]);
	await said('hostaway:40771', 'payment');
	expect(await enter('40771', 'Everything')).toEqual([
		['There is no access', expect.stringContaining('empty left_at in Stays')],
	]);
	expect(await grantKeys()).toEqual([]);

	for (const row of stays()) row.left_at = '';
	await call(stay);
	expect(await pins()).toEqual(['Room 101']);
});

it('reads "held_until" however it is written', async () => {
	const soon = { arrival: dayInDays(0), departure: dayInDays(2) };
	await call(soon);
	const hold = (until: string) => Object.assign(held()[0] ?? {}, { held_until: until });
	hold('');
	expect(await enter('40771', 'id')).toEqual([
		['Recorded', expect.stringContaining('the next check of the booking workflow')],
	]);
	await run('Every hour');
	expect(await pins()).toEqual([]);
	await call(soon);
	expect(held()).toMatchObject([{ held_until: NEEDED }]);

	host.fill('Checks done', []);
	hold(' payment; ID ');
	expect(await enter('40771', 'payment')).toEqual([['Recorded', 'Still held until: id']]);
	await run('Every hour');
	expect(stays()[0]?.host_message).toContain('held until id:');
	await said('hostaway:40771', 'id');
	service.sandbox.requests.clear();
	await night(soon);
	expect([await pins(), writesOf(service)]).toEqual([['Room 101'], []]);

	await call({ id: '40772', rooms: ROOM_102 });
	Object.assign(held()[1] ?? {}, { held_until: 'Nothing ' });
	await call({ id: '40772', rooms: ROOM_102 });
	expect(await pins()).toEqual(['Room 101', 'Room 102']);
});

it('loses nothing of checks that are done at the same time, and gives one access', async () => {
	await call();
	await Promise.all(['payment', 'id'].map(async (what) => await said('hostaway:40771', what)));
	expect([await pins(), await grantKeys()]).toEqual([['Room 101'], ['hostaway:40771']]);
	await night({});
	expect([await pins(), await grantKeys()]).toEqual([['Room 101'], ['hostaway:40771']]);
});

it('loses no check that is done while the booking workflow compares', async () => {
	await call();
	await said('hostaway:40771', 'payment');
	const table = host.tables.table('Held bookings');
	table.afterRead = async () => await said('hostaway:40771', 'id');
	await night({});
	await night({});
	expect(await pins()).toEqual(['Room 101']);
});

it('keeps apart the same number in two accounts of a system', async () => {
	const second = async () =>
		await look('Every night', {}, [hostaway.listed(booking({ rooms: ROOM_102 }))], 'hostaway-2:');
	await said('40771', 'payment');
	await said('hostaway-2:40771', 'id');
	await call();
	await said('hostaway:40771', 'id');
	expect(await grantKeys()).toEqual(['hostaway:40771']);

	await second();
	expect(await grantKeys()).toEqual(['hostaway:40771']);
	expect((await said('40771', 'payment')).run?.error()?.message).toContain('hostaway:4711');
	expect(await enter('40771', 'payment')).toEqual([
		['Nothing was changed', expect.stringContaining('stay_key')],
	]);
	await enter('hostaway-2:40771', 'payment');
	expect((await grantKeys()).sort()).toEqual(['hostaway-2:40771', 'hostaway:40771']);
	await second();
	await night({});
	expect((await grantKeys()).sort()).toEqual(['hostaway-2:40771', 'hostaway:40771']);
	expect(await pins()).toEqual(['Room 101', 'Room 102']);
});

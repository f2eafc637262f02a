import type { IDataObject } from 'n8n-workflow';
import { type Example, withOlderAccess } from '../host/n8n/readExample';
import { hotel } from '../sandbox/fixtures/hotel';
import { call } from '../test/operations/dossier';
import { succeeded } from '../test/support/example/deliver';
import { FAILING_SENDS, withFailingSend } from '../test/support/example/failingSends';
import { type ExampleRun, HOST, useExample } from '../test/support/example/useExample';
import { useHotelSandbox } from '../test/support/service/hotelSandbox';
import { booking, dayInDays, inDays, reserve } from '../test/support/service/reservations';

const service = useHotelSandbox();
const host = useExample('cleaners.json', service, withOlderAccess);

beforeEach(() => {
	// The second look finds every PIN issued, however soon it comes.
	service.sandbox.settings.attemptDurationMs = 0;
});

const CLEANERS: IDataObject[] = [
	{ room: 'Room 101', name: 'Cleaner 1', email: 'cleaner-1@example.com' },
	{ room: '', name: 'Cleaner 2', email: 'cleaner-2@example.com' },
];
/** The guest of a stay that ends tomorrow, and one who arrives then. */
const LEAVES = { id: '1', arrival: inDays(-1), departure: inDays(1, 11) };
const ARRIVES = { id: '2', arrival: inDays(1, 15), departure: inDays(4) };

const book = async (...stays: IDataObject[]) =>
	await reserve(
		service,
		'upsert',
		stays.map((stay) => booking(stay)),
		{ waitUntilIssued: true, waitTimeout: 2 },
	);

const rows = () => host.rows('Cleanings');

/** One look, whatever comes of it. */
async function execute(cleaners = CLEANERS, as?: Example): Promise<ExampleRun> {
	service.sandbox.requests.clear();
	host.fill('Cleaners', cleaners);
	return await host.execute('Every hour', { as });
}

/** One look, which must succeed. */
const look = async (cleaners = CLEANERS): Promise<ExampleRun> => succeeded(await execute(cleaners));

/** Opens the form by the link in a message, as a cleaner does. */
const reportDone = async (cleaning: unknown) =>
	await host.execute('Room is done', { items: [{ cleaning } as IDataObject] });

const outcomes = ({ json }: ExampleRun) =>
	json('Apply changes').flatMap(({ reservation_key: key, outcome }) =>
		// So that the list names something when nothing is to clean anymore.
		key === 'none' ? [] : [[key, outcome]],
	);
/** The emails of a look to cleaners, and to you. */
const emails = async (...given: Parameters<typeof look>) => {
	await look(...given);
	return host.emails();
};
/** To whom a cancellation went. */
const canceled = () =>
	host.emails().flatMap(({ to, subject }) => (subject === 'A cleaning is canceled' ? [to] : []));
const writes = () =>
	service.paths().filter((path) => /create|update|delete|request_access_methods/.test(path));
const made = ({ json }: ExampleRun, key = 'reservation:1 Room 101') =>
	json('Apply changes').find(({ reservation_key: own }) => own === key) ?? {};
/** The hours of the cleaning at the room. */
const hours = (json: IDataObject) =>
	[json.starts_at, json.ends_at].map((time) =>
		new Intl.DateTimeFormat('en-GB', {
			timeZone: String(json.time_zone ?? 'UTC'),
			hour: '2-digit',
			minute: '2-digit',
		}).format(new Date(String(time))),
	);

describe('"Cleaners"', () => {
	it('gives the cleaner of the room, or the one of all other rooms, a PIN from check-out to the next check-in or the evening, and says so once, with the link', async () => {
		const { items } = await book(LEAVES, ARRIVES, { ...LEAVES, id: '3', rooms: 'room-102' });
		const allDay = { arrival: inDays(1, 0), departure: inDays(1, 20) };
		const plumber = booking({ id: 'x', guest: 'Plumber', contact: '', ...allDay });
		await reserve(service, 'upsert', [plumber], { keyPrefix: 'once:' });
		const first = made(await look());
		expect([first.outcome, first.starts_at, first.ends_at]).toEqual([
			'created',
			items[0]?.json.ends_at,
			items[1]?.json.starts_at,
		]);
		const last = await look();
		expect(hours(made(last, 'reservation:3 Room 102'))[1]).toBe('20:00');
		const messages = host.emails();
		expect(messages.map(({ to }) => to).sort()).toEqual([
			'cleaner-1@example.com',
			'cleaner-2@example.com',
		]);
		const cleanings = last.json('Apply changes').filter(({ pin }) => pin);
		expect(cleanings).toHaveLength(2);
		for (const { pin, access_grant_id: id } of cleanings)
			expect(messages).toContainEqual(
				expect.objectContaining({
					text: expect.stringMatching(`Your PIN: ${String(pin)}\n[^]*\\?cleaning=${String(id)}$`),
				}),
			);
		expect([await emails(), writes()]).toEqual([[], []]);
	});

	it('follows a later check-out with the same PIN, and tells each change, also one that is taken back', async () => {
		await book(LEAVES, ARRIVES);
		const first = [...(await emails()), ...(await emails())];
		const pin = /Your PIN: (\d+)/.exec(String(first[0]?.text))?.[1];
		await book({ ...LEAVES, departure: inDays(1, 13) });
		const late = [...(await emails()), ...(await emails())];
		await book(LEAVES);
		const changed = await look();
		const back = [...host.emails(), ...(await emails())];
		expect([first, late, back].map(({ length }) => length)).toEqual([1, 1, 1]);
		expect(late[0]?.text).toContain(`Your PIN: ${String(pin)}`);
		expect(outcomes(changed)).toEqual([['reservation:1 Room 101', 'updated']]);
	});

	it('tells you of a canceled cleaning: a guest who checks out before the booked hour cancels it, too', async () => {
		await book(LEAVES, ARRIVES);
		await look();
		await look();
		host.emails();
		await book({ ...LEAVES, status: 'checked_out' });
		const mail = (await emails()).map(({ to, text }) => [to, text]);
		expect(mail.sort()).toEqual([
			['cleaner-1@example.com', 'The cleaning of Room 101 is canceled. Its PIN no longer works.'],
			[HOST, expect.stringMatching(/Room 101[^]*The access has ended/)],
		]);
		expect(await emails()).toEqual([]);
	});

	it('tells the cleaner who was told of the cleaning that it is canceled, not another of the same name, and nobody if nobody was told', async () => {
		const namesakes = CLEANERS.map((row) => ({ ...row, name: 'Cleaner' }));
		const told = { ...LEAVES, id: '3', rooms: 'room-102' };
		await book(told);
		await look(namesakes);
		await book(LEAVES);
		await execute(
			namesakes,
			withFailingSend(host.example, 'Email to the cleaner', 'is refused, and continues'),
		);
		host.emails();
		await book({ ...told, status: 'cancelled' }, { ...LEAVES, status: 'cancelled' });
		expect(outcomes(await look(namesakes)).map(([, outcome]) => outcome)).toEqual([
			'ended',
			'ended',
		]);
		expect(canceled()).toEqual(['cleaner-2@example.com']);
	});

	it('ends the only cleaning of a stay that is extended', async () => {
		await book(LEAVES);
		await look();
		await book({ ...LEAVES, departure: inDays(4, 11) });
		const run = await look();
		expect(outcomes(run)).toEqual([['reservation:1 Room 101', 'ended']]);
		expect(canceled()).toHaveLength(1);
	});

	it('keeps the cleaning and its PIN when *Front desk* gives hours to the guest who leaves and the one who comes', async () => {
		await book(LEAVES, ARRIVES);
		const { pin } = made(await look());
		const hoursAtTheDesk = [
			{ id: 'reservation:1/longer', arrival: inDays(1, 11), departure: inDays(1, 12) },
			{ id: 'reservation:2/earlier', arrival: inDays(1, 14), departure: inDays(1, 15) },
		].map((stay) => booking(stay));
		host.emails();
		await reserve(service, 'upsert', hoursAtTheDesk, { keyPrefix: 'desk:', waitUntilIssued: true });
		const run = await look();
		expect(outcomes(run)).toEqual([['reservation:1 Room 101', 'updated']]);
		const messages = [...host.emails(), ...(await emails())];
		expect(messages.map(({ to }) => to)).toEqual(['cleaner-1@example.com']);
		expect([hours(made(run)), messages[0]?.text]).toEqual([
			['12:00', '14:00'],
			expect.stringContaining(`Your PIN: ${String(pin)}\n`),
		]);
	});

	it('cleans after a guest who leaves on the day of the arrival', async () => {
		await book({ ...LEAVES, arrival: inDays(1, 9) });
		const run = await look();
		expect(outcomes(run)).toEqual([['reservation:1 Room 101', 'created']]);
		expect(hours(made(run))[1]).toBe('20:00');
	});

	it('cleans once after all guests of a booking, when the last one leaves', async () => {
		const second = { ...LEAVES, guest: 'Grace', contact: 'grace@example.com', id: '1-2' };
		await book(LEAVES, { ...second, departure: inDays(4, 11) });
		expect(outcomes(await look())).toEqual([]);
		await book(second);
		expect(outcomes(await look())).toEqual([['reservation:1-2 Room 101', 'created']]);
	});

	it('gives another cleaner another PIN', async () => {
		await book(LEAVES);
		const first = made(await look());
		const second = made(
			await look([{ room: 'Room 101', name: 'Cleaner 3', email: 'cleaner-3@example.com' }]),
		);
		expect([second.guest_email, second.access_grant_id === first.access_grant_id]).toEqual([
			'cleaner-3@example.com',
			false,
		]);
	});

	it('gives no access, and tells you once a day, if there is no cleaner or no time to clean', async () => {
		await book(
			{ ...LEAVES, rooms: 'room-102' },
			{ ...LEAVES, id: '3', departure: inDays(1, 16) },
			ARRIVES,
		);
		const cleaners = CLEANERS.slice(0, 1);
		await look(cleaners);
		expect([writes(), host.emails()]).toEqual([
			[],
			[
				{
					to: HOST,
					subject: 'Cleanings to check',
					text: expect.stringMatching(
						/Nobody can clean Room 10[12] [^]*Nobody can clean Room 10[12] /,
					),
				},
			],
		]);
		expect(await emails(cleaners)).toEqual([]);
	});

	it('names the day at the room on which nobody can clean', async () => {
		await call(service.sandbox, '/spaces/update', {
			space_id: hotel.spaces.room101,
			customer_data: { time_zone: 'Pacific/Auckland' },
		});
		await book({ ...LEAVES, departure: inDays(1, 15) });
		await look([]);
		const [{ text } = {}] = host.emails();
		expect(text).toContain(`Room 101 on ${dayInDays(2)}`);
	});

	it('changes nothing and fails if the stays cannot be read', async () => {
		await book(LEAVES);
		await look();
		service.sandbox.faults.always('/access_grants/list', { kind: 'unauthorized' });
		expect([(await execute()).status, writes()]).toEqual(['error', []]);
	});

	it('tells you of access that could not be given, whatever failed', async () => {
		await book(LEAVES);
		service.sandbox.faults.always('/access_grants/create', { kind: 'unauthorized' });
		expect((await emails()).map(({ to, subject }) => [to, subject])).toEqual([
			[HOST, 'Cleanings to check'],
		]);
		service.sandbox.faults.clear();
		const unselected = structuredClone(host.example);
		for (const node of unselected.nodes)
			if (node.name === 'Apply changes') {
				node.onError = 'continueRegularOutput';
				Object.assign(node, { credentials: { deviceAccessApi: undefined } });
			}
		await execute(CLEANERS, unselected);
		expect(host.emails().map(({ to, subject }) => [to, subject])).toEqual([
			[HOST, 'Cleanings to check'],
		]);
	});
});

describe.each(Object.keys(FAILING_SENDS))('a node that %s', (how) => {
	it('sends the cleaner nothing, which counts as not told, and you hear it once a day', async () => {
		await book(LEAVES);
		await look();
		await look();
		host.emails();
		await book({ ...LEAVES, departure: inDays(1, 13) });
		const failing = withFailingSend(host.example, 'Email to the cleaner', how);
		const told = () => rows().find(({ cleaning }) => cleaning === 'reservation:1 Room 101')?.told;
		const before = told();
		for (let count = 0; count < 3; count += 1) await execute(CLEANERS, failing);
		expect(told()).toBe(before);
		expect(host.emails().map(({ to, subject }) => [to, subject])).toEqual([
			[HOST, 'Cleanings to check'],
		]);
		expect((await emails()).map(({ to }) => to)).toEqual(['cleaner-1@example.com']);
		expect(await emails()).toEqual([]);
	});
});

it.each(Object.keys(FAILING_SENDS))(
	'fails the execution if you cannot be told, and tells you later: a node that %s',
	async (how) => {
		await book(LEAVES);
		const failing = withFailingSend(host.example, 'Email to you', how);
		for (let count = 0; count < 2; count += 1)
			expect((await execute([], failing)).status).toBe('error');
		expect(host.emails()).toEqual([]);
		expect((await emails([])).map(({ to }) => to)).toEqual([HOST]);
	},
);

/** The page that waits for the person to close it. */
const pageOf = ({ run, status }: ExampleRun) =>
	status === 'waiting' ? run.data.resultData.lastNodeExecuted : status;

describe('the form of "Cleaners"', () => {
	it('ends the access, and the next execution does not give it again', async () => {
		await book(LEAVES);
		const id = made(await look()).access_grant_id;
		const done = await reportDone(id);
		expect(done.json('End the access')).toMatchObject([{ outcome: 'ended' }]);
		expect(rows()).toMatchObject([{ cleaning: 'reservation:1 Room 101', is_done: 'yes' }]);
		expect(outcomes(await look())).toEqual([]);
	});

	it('ends the access again by the new link, if a look that ran meanwhile gave it again', async () => {
		await book(LEAVES);
		const id = made(await look()).access_grant_id;
		await reportDone(id);
		const [done = {}] = rows();
		host.fill('Cleanings', [{ ...done, is_done: '' }]);
		const again = made(await look()).access_grant_id;
		host.fill('Cleanings', [done]);
		expect(again).not.toBe(id);
		const report = await reportDone(again);
		expect(report.json('End the access')).toMatchObject([{ outcome: 'ended' }]);
		expect(outcomes(await look())).toEqual([]);
	});

	it('ends only access for cleanings, brings no email for an invented ID, and says so on its page', async () => {
		const { items } = await book(LEAVES);
		for (const [id, page] of [
			[items[0]?.json.access_grant_id, 'Not there'],
			['80000000-0000-4000-8000-000000000000', 'Not there'],
			['not an ID', 'Try again'],
		]) {
			const run = await reportDone(id);
			expect([pageOf(run), rows()]).toEqual([page, []]);
		}
		const id = made(await look()).access_grant_id;
		host.emails();
		service.sandbox.faults.always('/access_grants/delete', { kind: 'unauthorized' });
		expect(pageOf(await reportDone(id))).toBe('Try again');
		service.sandbox.faults.clear();
		expect(pageOf(await reportDone(id))).toBe('Done');
		expect(host.emails()).toEqual([]);
	});
});

import { DataDeduplicationService } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { DataTables } from '../support/dataTable';
import { useHotelSandbox } from '../support/hotelSandbox';
import { readExample, withOlderAccess } from '../../host/n8n/readExample';
import { booking, inDays, reserve } from '../support/reservations';
import { SeenValues } from '../support/seenValues';
import { skipPauses } from '../support/skipPauses';

const service = useHotelSandbox();
const seen = new SeenValues();
const example = withOlderAccess(readExample('cleaners.json'));
let tables: DataTables;

beforeAll(async () => await DataDeduplicationService.init(seen));
beforeEach(() => {
	skipPauses();
	// The second look finds every PIN issued, however soon it comes.
	service.sandbox.settings.attemptDurationMs = 0;
	for (const { id } of example.nodes) seen.remember([], 'workflow-under-test', id);
	tables = new DataTables();
});
afterEach(() => jest.restoreAllMocks());

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
		{ waitUntilIssued: true, waitTimeout: 2, guestNumber: '={{ $json.number ?? 1 }}' },
	);

const rows = () => tables.table('Cleanings', ['cleaning', 'told', 'is_done']).rows;

/** One look. */
async function look(cleaners = CLEANERS): Promise<WorkflowRun> {
	service.sandbox.requests.clear();
	tables.table('Cleaners', ['room', 'name', 'email']).rows = cleaners;
	const run = await runWorkflow(example, {
		credentials: service.credentials,
		startNode: 'Every hour',
		startItems: [{ json: {} }],
		dataTables: tables.provider,
	});
	expect([run.error(), run.status]).toEqual([undefined, 'success']);
	return run;
}

/** Opens the form by the link in a message, as a cleaner does. */
const reportDone = async (cleaning: unknown) =>
	await runWorkflow(example, {
		credentials: service.credentials,
		startNode: 'Room is done',
		startItems: [{ json: { cleaning } as IDataObject }],
		dataTables: tables.provider,
	});

const jsonOf = (run: WorkflowRun, node: string) => run.items(node).map(({ json }) => json);
const outcomes = (run: WorkflowRun) =>
	jsonOf(run, 'Apply changes').flatMap(({ reservation_key: key, outcome }) =>
		// So that the list names something when nothing is to clean anymore.
		key === 'none' ? [] : [[key, outcome]],
	);
const sent = (run: WorkflowRun) => jsonOf(run, 'Send to the cleaner');
const told = (run: WorkflowRun) => jsonOf(run, 'Send it to yourself').map(({ text }) => text);
const writes = () =>
	service.paths().filter((path) => /create|update|delete|request_access_methods/.test(path));
const made = (run: WorkflowRun, key = 'reservation:1 Room 101') =>
	jsonOf(run, 'Apply changes').find(({ reservation_key: own }) => own === key) ?? {};
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
	it('gives the cleaner a PIN from check-out to the next check-in, and says so once', async () => {
		const { items } = await book(LEAVES, ARRIVES);
		const run = await look();
		const cleaning = made(run);
		expect(outcomes(run)).toEqual([['reservation:1 Room 101', 'created']]);
		expect([cleaning.starts_at, cleaning.ends_at]).toEqual([
			items[0]?.json.ends_at,
			items[1]?.json.starts_at,
		]);
		await look();
		expect(rows()).toMatchObject([{ cleaning: 'reservation:1 Room 101' }]);
		const again = await look();
		expect([writes(), sent(again), told(again)]).toEqual([[], [], []]);
	});

	it('writes the cleaner of the room, or the one of all other rooms, a message with the PIN and the link', async () => {
		await book(LEAVES, { ...LEAVES, id: '3', rooms: 'room-102' });
		const runs = [await look(), await look()];
		const messages = runs.flatMap(sent);
		expect(messages.map(({ guest_email: to }) => to).sort()).toEqual([
			'cleaner-1@example.com',
			'cleaner-2@example.com',
		]);
		for (const { text, pin, access_grant_id: id } of messages)
			expect(text).toMatch(new RegExp(`Your PIN: ${String(pin)}\\n[^]*\\?cleaning=${String(id)}$`));
		expect(hours(made(runs[1] as WorkflowRun))[1]).toBe('20:00');
	});

	it('follows a later check-out with the same PIN, and tells each change, also one that is taken back', async () => {
		await book(LEAVES, ARRIVES);
		const first = [await look(), await look()];
		await book({ ...LEAVES, departure: inDays(1, 13) });
		const late = [await look(), await look()];
		await book(LEAVES);
		const back = [await look(), await look()];
		expect([first, late, back].map((runs) => runs.flatMap(sent).length)).toEqual([1, 1, 1]);
		expect(made(late[1] as WorkflowRun).pin).toBe(made(first[1] as WorkflowRun).pin);
		expect(outcomes(back[0] as WorkflowRun)).toEqual([['reservation:1 Room 101', 'updated']]);
	});

	it('ends the access of a stay that is canceled or moved, and tells the cleaner', async () => {
		await book(LEAVES, { ...LEAVES, id: '3', rooms: 'room-102' });
		await look();
		await book({ ...LEAVES, status: 'cancelled' });
		const run = await look();
		expect(outcomes(run)).toContainEqual(['reservation:1 Room 101', 'ended']);
		expect(jsonOf(run, 'Send the cancellation')).toMatchObject([
			{ guest_email: 'cleaner-1@example.com', subject: 'Canceled: the cleaning of Room 101' },
		]);
	});

	it('ends the only cleaning of a stay that is extended', async () => {
		await book(LEAVES);
		await look();
		await book({ ...LEAVES, departure: inDays(4, 11) });
		const run = await look();
		expect(outcomes(run)).toEqual([['reservation:1 Room 101', 'ended']]);
		expect(jsonOf(run, 'Send the cancellation')).toHaveLength(1);
	});

	it('cleans after a guest who leaves on the day of the arrival', async () => {
		await book({ ...LEAVES, arrival: inDays(1, 9) });
		const run = await look();
		expect(outcomes(run)).toEqual([['reservation:1 Room 101', 'created']]);
		expect(hours(made(run))[1]).toBe('20:00');
	});

	it('cleans once after all guests of a booking, when the last one leaves', async () => {
		const second = { ...LEAVES, guest: 'Grace', contact: 'grace@example.com', number: 2 };
		await book(LEAVES, { ...second, departure: inDays(4, 11) });
		expect(outcomes(await look())).toEqual([]);
		await book(second);
		expect(outcomes(await look())).toEqual([['reservation:1 Room 101', 'created']]);
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
		const run = await look(cleaners);
		expect([writes(), told(run)]).toEqual([
			[],
			[expect.stringMatching(/Nobody can clean Room 10[12] [^]*Nobody can clean Room 10[12] /)],
		]);
		expect(told(await look(cleaners))).toEqual([]);
	});

	it('changes nothing and tells you if the stays cannot be read', async () => {
		await book(LEAVES);
		await look();
		service.sandbox.faults.always('/access_grants/list', { kind: 'unauthorized' });
		expect(told(await look())).toEqual([expect.stringContaining('The API key was not accepted')]);
		expect(writes()).toEqual([]);
	});
});

describe('the form of "Cleaners"', () => {
	it('ends the access, and the next execution does not give it again', async () => {
		await book(LEAVES);
		const id = made(await look()).access_grant_id;
		const done = await reportDone(id);
		expect(jsonOf(done, 'End the access')).toMatchObject([{ outcome: 'ended' }]);
		expect(rows()).toMatchObject([{ cleaning: 'reservation:1 Room 101', is_done: 'yes' }]);
		expect(outcomes(await look())).toEqual([]);
	});

	it('ends only access for cleanings, and tells you if the service cannot be reached', async () => {
		const { items } = await book(LEAVES);
		const run = await reportDone(items[0]?.json.access_grant_id);
		expect([run.status, rows()]).toEqual(['success', []]);
		expect(told(await reportDone('not an ID'))).toHaveLength(1);
		const id = made(await look()).access_grant_id;
		service.sandbox.faults.always('/access_grants/delete', { kind: 'unauthorized' });
		expect(told(await reportDone(id))).toHaveLength(1);
	});
});

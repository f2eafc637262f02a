import type { IDataObject } from 'n8n-workflow';
import { runWorkflow } from '../../host/engine/runWorkflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { DataTables } from '../support/dataTable';
import { ARRIVAL_AT, DEPARTURE_AT, HOUR_MS, iso, useMovedHotel } from '../support/movedHotel';
import { readExample } from '../../host/n8n/readExample';
import { skipPauses } from '../support/skipPauses';
import { staysTable } from '../support/staysTable';

const { frontDoor } = hotel.devices;
const service = useMovedHotel();
let tables: DataTables;
beforeEach(() => {
	skipPauses();
	tables = new DataTables();
	staysTable(tables);
	tables.table('Cleaners').rows = [
		{ room: 'Attic', email: 'attic@example.com' },
		{ room: '', email: 'others@example.com' },
	];
});
afterEach(() => jest.restoreAllMocks());

/** Fills in the form, and answers its question with the guest. Without a guest, the form is left there. */
async function fillIn(room: string, guest?: (choices: string[]) => string | undefined) {
	const example = readExample('leaving-early.json');
	const answers = (choice: string | undefined) => ({
		'Who has left?': [{ json: { Guest: choice ?? null } }],
		'Show the answer': [{ json: {} }],
	});
	const form = async (pinData: IDataObject) =>
		await service.whileTimePasses(
			runWorkflow(
				{ ...example, pinData: pinData as never },
				{
					credentials: service.credentials,
					startNode: 'Who leaves?',
					startItems: [{ json: { 'Room or guest': room } }],
					dataTables: tables.provider,
				},
			),
		);
	const choices = (await form(answers(undefined)))
		.items('Asked for')
		.flatMap(({ json }) => (json.stay_key ? [String(json.label)] : []));
	const run = await form(answers(guest?.(choices)));
	expect([run.error(), run.status]).toEqual([undefined, 'success']);
	const [answer] = ['Ended', 'Not here', 'It did not work', 'No stay'].flatMap((name) =>
		run.items(name),
	);
	return {
		choices,
		title: answer?.json.title,
		text: answer?.json.text,
		cleaner: run.items('Send to the cleaner').map(({ json }) => json),
	};
}
const first = ([choice]: string[]) => choice;

/** Whether the PIN opens the door now, as the lock says. */
async function opens(pin: unknown): Promise<boolean> {
	const openings = () =>
		(service.sandbox.state.workspaces.get(workspaceIds.main)?.events ?? []).filter(
			({ event_type: type }) => type === 'lock.unlocked',
		).length;
	const before = openings();
	await service.typeIn(frontDoor, pin);
	return openings() > before;
}

it('ends the access of the guest who has left, and of nobody else, and tells the cleaner of the room', async () => {
	const { pin } = await service.whileTimePasses(service.upsert());
	const { pin: other } = await service.whileTimePasses(
		service.upsert({ guest: 'Grace', contact: 'grace@example.com' }, { guestNumber: 2 }),
	);
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	expect([await opens(pin), await opens(other)]).toEqual([true, true]);

	const { choices, title, cleaner } = await fillIn('suite', (all) =>
		all.find((one) => one.includes('Guest 4711')),
	);
	expect(choices.sort()).toEqual([
		'Suite · Grace · reservation:4711:guest-2',
		'Suite · Guest 4711 · reservation:4711',
	]);
	expect(title).toBe('The access ends now');
	expect(cleaner).toEqual([
		{
			to: 'others@example.com',
			subject: 'Suite is free',
			text: expect.stringContaining('has left early'),
		},
	]);
	expect(tables.table('Stays').rows).toMatchObject([
		{
			stay_key: 'reservation:4711',
			left_at: expect.stringContaining('2031-01-20T13:00'),
			host_message: expect.stringMatching(/^Booking 4711, Guest 4711/),
		},
	]);
	await service.moveTo(ARRIVAL_AT + HOUR_MS + 2 * 60_000);
	expect([await opens(pin), await opens(other)]).toEqual([false, true]);
	expect((await fillIn('suite')).choices).toEqual([expect.stringContaining('Grace')]);
});

it('asks first, and changes nothing for a guest who is not chosen or not in the house', async () => {
	const { pin } = await service.whileTimePasses(service.upsert());
	expect(await fillIn('4711')).toMatchObject({ choices: [], title: 'Nothing was changed' });
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	expect(await fillIn('4711')).toMatchObject({ title: 'Nothing was changed' });
	expect(await fillIn('guest', () => 'Suite · Guest 4711 · reservation:9')).toMatchObject({
		choices: [expect.stringContaining('4711')],
		title: 'Nothing was changed',
	});
	expect([await opens(pin), tables.table('Stays').rows]).toEqual([true, []]);
});

it('ends the access without data tables, and says if it could not', async () => {
	tables = new DataTables();
	const { pin } = await service.whileTimePasses(service.upsert());
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	service.sandbox.faults.always('/access_grants/update', { kind: 'unauthorized' });
	expect(await fillIn('4711', first)).toMatchObject({
		title: 'The access did not end',
		text: expect.stringContaining('API key'),
		cleaner: [],
	});
	service.sandbox.faults.clear();
	expect(await fillIn('4711', first)).toMatchObject({ title: 'The access ends now', cleaner: [] });
	await service.moveTo(DEPARTURE_AT - HOUR_MS);
	expect(await opens(pin)).toBe(false);
	expect(iso(service.now())).toBe(iso(DEPARTURE_AT - HOUR_MS));
});

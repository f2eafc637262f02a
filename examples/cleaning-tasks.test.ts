import type { IDataObject } from 'n8n-workflow';
import { unheardFailures } from '../test/support/example/unheardFailures';
import { HOST, useExample } from '../test/support/example/useExample';
import { ARRIVAL_AT, HOUR_MS, iso, useMovedHotel } from '../test/support/service/movedHotel';
import { call } from '../test/operations/dossier';

const service = useMovedHotel();
const host = useExample('cleaning-tasks.json', service);
const CLEANER = 'cleaner@example.com';

beforeEach(() => host.fill('Cleaners', [{ room: 'room-101', name: 'Cleaner', email: CLEANER }]));

const DAY = iso(ARRIVAL_AT).slice(0, 10);
const taskOf = (status: string, changes: IDataObject = {}, day = DAY) => ({
	items: [
		{
			body: {
				id: 815,
				status,
				room: 'room-101',
				from: `${day}T11:00`,
				until: `${day}T16:00`,
				...changes,
			},
		},
	],
});
/** The first and the last day of each access of a task. */
async function access() {
	const { access_grants: grants } = (await call(service.sandbox, '/access_grants/list', {})) as {
		access_grants: IDataObject[];
	};
	return grants
		.filter(({ access_grant_key: key }) => String(key).startsWith('task:'))
		.map(({ starts_at, ends_at }) => [starts_at, ends_at].map((at) => String(at).slice(0, 10)));
}

it('the cleaner of the room gets a PIN for the task, another one only if it changes, and none once it is done', async () => {
	await host.run('A task', taskOf('created'));
	const [mail, ...others] = host.emails();
	expect([mail?.to, others]).toEqual([CLEANER, []]);
	expect(mail?.text).toMatch(/your PIN for Room 101 is \d{4,}\nFrom: [^\n]+\nUntil: /);
	expect(await access()).toEqual([[DAY, DAY]]);

	await host.run('A task', taskOf('started'));
	expect(host.emails()).toEqual([]);
	const later = iso(ARRIVAL_AT + 24 * HOUR_MS).slice(0, 10);
	await host.run('A task', taskOf('task-updated', {}, later));
	expect(host.emails().map(({ to }) => to)).toEqual([CLEANER]);
	expect(await access()).toEqual([[later, later]]);
	await host.run('A task', taskOf('task-completed', {}, later));
	await service.moveTo(service.now() + HOUR_MS);
	expect([host.emails(), await access()]).toEqual([[], []]);
});

it('without a cleaner for the room, the host gets the PIN to pass on', async () => {
	host.fill('Cleaners', []);
	await host.run('A task', taskOf('created'));
	expect(host.emails()).toMatchObject([
		{ to: HOST, text: expect.stringMatching(/PIN for Room 101/) },
	]);
});

it.each([
	['an unknown room', taskOf('created', { room: 'attic' }), /attic/],
	['a task without an ID', taskOf('created', { id: '' }), /\S/],
	['an unknown word', taskOf('exploded'), /exploded/],
])('of %s, the host hears by a failed execution', async (_, given, why) => {
	expect((await host.execute('A task', given)).error()?.message).toMatch(why);
	expect(await access()).toEqual([]);
});

it('each task whose cleaner was not told is a failure of its own, so that *Something failed* tells each', async () => {
	host.fill('Cleaners', [{ room: 'room-101', name: 'Cleaner', email: 'refused@example.com' }]);
	const failureOf = async (given: ReturnType<typeof taskOf>) =>
		(await host.execute('A task', given)).error()?.message;
	const later = iso(ARRIVAL_AT + 24 * HOUR_MS).slice(0, 10);
	const failures = [
		await failureOf(taskOf('created')),
		await failureOf(taskOf('created', { id: 816 }, later)),
	];
	expect([...new Set(failures)]).toEqual([expect.any(String), expect.any(String)]);
});

it('whichever node fails, the host hears it, or the cleaner has the PIN', async () => {
	let id = 900;
	const { unheard, failed } = await unheardFailures(
		host,
		'A task',
		() => {
			host.emails();
			return taskOf('created', { id: (id += 1) });
		},
		() => host.emails().some(({ text }) => /PIN for Room 101/.test(text)),
	);
	expect(unheard).toEqual([]);
	expect(failed).toBeGreaterThan(8);
});

import type { IDataObject } from 'n8n-workflow';
import { unheardFailures } from '../test/support/example/unheardFailures';
import { HOST, useExample } from '../test/support/example/useExample';
import { hotel } from '../sandbox/fixtures/hotel';
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

it('a task that moves and moves back is told each time', async () => {
	const later = { from: `${DAY}T13:00`, until: `${DAY}T18:00` };
	for (const task of [taskOf('created'), taskOf('task-updated', later), taskOf('task-updated')]) {
		await host.run('A task', task);
		expect(host.emails()).toHaveLength(1);
	}
});

/** A task that begins so many hours from now. */
const soon = (hours: number, status = 'created') =>
	taskOf(status, {
		from: iso(service.now() + hours * HOUR_MS),
		until: iso(service.now() + (hours + 6) * HOUR_MS),
		room: 'suite',
	});
/** The next check, an hour later. */
async function anHourLater() {
	await service.moveTo(service.now() + HOUR_MS);
	return (await host.execute('Every 15 minutes')).error()?.message;
}

describe('with a lock that is offline', () => {
	beforeEach(async () => {
		host.fill('Cleaners', [{ room: 'suite', name: 'Cleaner', email: CLEANER }]);
		await call(service.sandbox, '/devices/update', {
			device_id: hotel.devices.frontDoor,
			backup_access_code_pool_enabled: false,
		});
		await service.setOnline(hotel.devices.frontDoor, false);
	});

	it('the cleaner gets the PIN once it is ready, and once', async () => {
		const task = soon(30);
		await host.run('A task', task);
		expect([await anHourLater(), host.emails()]).toEqual([undefined, []]);
		await service.setOnline(hotel.devices.frontDoor, true);
		expect(await anHourLater()).toBeUndefined();
		expect(host.emails()).toMatchObject([{ to: CLEANER, text: expect.stringMatching(/\d{4,}/) }]);
		expect([await anHourLater(), host.emails()]).toEqual([undefined, []]);
		await host.run('A task', {
			items: task.items.map(({ body }) => ({ body: { ...body, status: 'started' } })),
		});
		expect(host.emails()).toEqual([]);
	});

	it('the host hears of it a day before the task, and the cleaner gets the PIN even then', async () => {
		await host.run('A task', soon(25));
		await service.moveTo(service.now() + HOUR_MS);
		expect(await anHourLater()).toMatch(/Suite/);
		await service.setOnline(hotel.devices.frontDoor, true);
		expect(await anHourLater()).toBeUndefined();
		expect(host.emails()).toMatchObject([{ to: CLEANER }]);
	});
});

it('a message that was not sent is sent at the next check', async () => {
	host.inbox.refused.push(CLEANER);
	expect((await host.execute('A task', taskOf('created'))).error()?.message).toMatch(/not told/);
	host.inbox.refused.length = 0;
	expect(await anHourLater()).toBeUndefined();
	expect(host.emails()).toMatchObject([{ to: CLEANER, text: expect.stringMatching(/\d{4,}/) }]);
});

it('a cleaner who is not reached hides no door of another task', async () => {
	const WRONG = 'wrong@example.com';
	host.inbox.refused.push(WRONG);
	host.fill('Cleaners', [
		{ room: 'room-102', name: 'C1', email: WRONG },
		{ room: 'suite', name: 'C2', email: CLEANER },
	]);
	const { room103 } = hotel.devices;
	await call(service.sandbox, '/devices/update', {
		device_id: room103,
		backup_access_code_pool_enabled: false,
	});
	await service.setOnline(room103, false);
	const task = soon(30);
	await host.execute('A task', {
		items: task.items.map(({ body }) => ({ body: { ...body, id: 816, room: 'room-102' } })),
	});
	await host.execute('A task', task);
	const said: unknown[] = [];
	for (let hour = 0; hour < 8; hour += 1) said.push(await anHourLater());
	expect(said.at(0)).toMatch(/Room 102.*not told/);
	expect(said.at(-1)).toMatch(/Room 103/);
	expect(said.at(-1)).toMatch(/Room 102.*not told/);
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

it.each(['A task', 'Every 15 minutes'])(
	'whichever node fails after *%s*, the host hears it, or the cleaner has the PIN',
	async (start) => {
		let id = 900;
		const { unheard, failed } = await unheardFailures(
			host,
			start,
			async () => {
				if (start === 'A task') return taskOf('created', { id: (id += 1) });
				await host.run('A task', taskOf('created'));
				host.fill('Tasks told', []);
				host.emails();
				return {};
			},
			() => host.emails().some(({ text }) => /PIN for Room 101/.test(text)),
		);
		expect(unheard).toEqual([]);
		expect(failed).toBeGreaterThan(8);
	},
);

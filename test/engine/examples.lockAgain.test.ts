import type { IDataObject } from 'n8n-workflow';
import { type Example, nodeOf, readExample } from '../../host/n8n/readExample';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { byId } from '../support/hotelSandbox';
import { useMailedRun } from '../support/mailedRun';
import { ARRIVAL_AT, DEPARTURE_AT, HOUR_MS, useMovedHotel } from '../support/movedHotel';
import { pollTrigger } from '../support/pollTrigger';
import { skipPauses } from '../support/skipPauses';
import { until } from '../support/until';
import { FaultyEngine } from '../support/workflowFaults/faultAt';
import { WorkflowExecute } from 'n8n-core';

const { frontDoor, room101, room103 } = hotel.devices;
const service = useMovedHotel();
const mailed = useMailedRun();
const faults = new FaultyEngine(WorkflowExecute.prototype as never);
const TABLE = 'Doors to lock';
let staticData: IDataObject;

beforeEach(async () => {
	skipPauses();
	staticData = {};
	await poll();
});
afterEach(() => {
	faults.set(undefined);
	jest.restoreAllMocks();
});

const example = withShortWaits(readExample('lock-again.json'));

function withShortWaits(changed: Example): Example {
	for (const node of changed.nodes) {
		if (node.type === 'n8n-nodes-base.wait')
			Object.assign(node.parameters, { amount: 0.05, unit: 'seconds' });
		if (node.waitBetweenTries) node.waitBetweenTries = 1;
	}
	return changed;
}

async function poll() {
	const { triggerOn, options } = nodeOf(example, 'Door opened').parameters;
	return await pollTrigger('deviceAccessPollingTrigger', {
		parameters: { triggerOn, options } as never,
		credentials: service.credentials,
		staticData,
	});
}

const execute = async (startNode: 'Door opened' | 'Every 15 minutes') =>
	await service.whileTimePasses(
		mailed.execute(example, {
			credentials: service.credentials,
			startNode,
			startItems: (startNode === 'Door opened' && (await poll())) || [{ json: {} }],
		}),
	);
const device = (id: string) => {
	const found = service.sandbox.state.workspaces.get(workspaceIds.main)?.devicesById.get(id);
	if (!found) throw new Error('The hotel has no such lock');
	return found;
};
const properties = (id: string) => device(id).record.properties as Record<string, unknown>;
const isLocked = (id: string) => properties(id).locked;
const reports = (id: string, more: Record<string, unknown>) =>
	service.sandbox.state.setDevice(device(id), {
		...device(id).record,
		properties: { ...properties(id), ...more } as never,
	});
const unlock = async (id: string) =>
	await service.whileTimePasses(service.run('device.unlock', { deviceId: byId(id) }));
const rows = () => mailed.rows(example, TABLE);
const heldOpen = (id: string, from: string, until_: string) =>
	rows().push({ device_id: id, held_open_from: from, held_open_until: until_ });

describe('a door that stays unlocked', () => {
	it('is locked, with a row for the hours in which it may be open', async () => {
		await unlock(room103);
		expect((await execute('Door opened')).error()).toBeUndefined();
		expect(isLocked(room103)).toBe(true);
		expect(rows()).toEqual([expect.objectContaining({ device_id: room103, door: 'Room 103' })]);
	});

	it('is left alone while it is held open, and not after', async () => {
		heldOpen(room103, '00:00', '24:00');
		heldOpen(frontDoor, '24:00', '24:00');
		for (const id of [room103, frontDoor]) await unlock(id);
		expect((await execute('Door opened')).error()).toBeUndefined();
		expect([isLocked(room103), isLocked(frontDoor)]).toEqual([false, true]);
	});

	it('is left alone if it was opened again meanwhile: the later opening counts', async () => {
		await unlock(room103);
		const run = execute('Door opened');
		await until(() => rows().length > 0);
		Object.assign(rows()[0] ?? {}, { opening: 'a later one' });
		expect((await run).error()).toBeUndefined();
		expect(isLocked(room103)).toBe(false);
	});

	it('is locked once it is closed, if its lock says whether it is', async () => {
		await unlock(room103);
		reports(room103, { door_open: true });
		const run = execute('Door opened');
		const asked = () => service.bodies('/devices/get').length;
		await until(() => asked() > 1);
		expect(isLocked(room103)).toBe(false);
		reports(room103, { door_open: false });
		expect((await run).error()).toBeUndefined();
		expect(isLocked(room103)).toBe(true);
	});

	it('is told if it is still open after an hour, and if it cannot be locked', async () => {
		await unlock(room103);
		reports(room103, { door_open: true });
		expect((await execute('Door opened')).error()?.message).toMatch(/Room 103: the door is open/);
		reports(room103, { door_open: false });
		await unlock(room103);
		await service.setOnline(room103, false);
		expect((await execute('Door opened')).error()?.message).toMatch(/Room 103: \S/);
		expect(isLocked(room103)).toBe(false);
	});
});

it('at check-out, the doors of the room are locked, and no others', async () => {
	await service.whileTimePasses(service.upsert({ rooms: 'suite' }));
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	for (const id of [room103, room101]) await unlock(id);
	await execute('Every 15 minutes');
	expect(isLocked(room103)).toBe(false);
	await service.moveTo(DEPARTURE_AT + 60_000);
	expect((await execute('Every 15 minutes')).error()).toBeUndefined();
	expect([isLocked(room103), isLocked(room101)]).toEqual([true, false]);
});

it.each(['Door opened', 'Every 15 minutes'] as const)(
	'whichever node fails after "%s", the host hears it, or the door is locked',
	async (start) => {
		await service.whileTimePasses(service.upsert({ rooms: 'suite' }));
		await service.moveTo(DEPARTURE_AT + 60_000);
		const unheard: string[] = [];
		let count = 0;
		for (const { name } of example.nodes.filter(({ type }) => !/Note|rigger$/.test(type))) {
			await unlock(room103);
			faults.set({ node: name, fault: 'error' });
			const run = await execute(start);
			if (faults.happened) count += 1;
			if (faults.happened && !run.error() && !isLocked(room103)) unheard.push(name);
		}
		expect(unheard).toEqual([]);
		expect(count).toBeGreaterThan(7);
	},
);

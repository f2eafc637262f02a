import type { IDataObject } from 'n8n-workflow';
import { hotel } from '../sandbox/fixtures/hotel';
import { workspaceIds } from '../sandbox/fixtures/workspaces';
import { unheardFailures } from '../test/support/example/unheardFailures';
import { useExample } from '../test/support/example/useExample';
import { usePolledEvents } from '../test/support/example/usePolledEvents';
import { withShortWaits } from '../test/support/example/withShortWaits';
import { byId } from '../test/support/service/hotelSandbox';
import {
	ARRIVAL_AT,
	BOOKED_AT,
	DEPARTURE_AT,
	HOUR_MS,
	iso,
	useMovedHotel,
} from '../test/support/service/movedHotel';
import { until } from '../test/support/clock/until';

const { frontDoor, room101, room103 } = hotel.devices;
const service = useMovedHotel();
const host = useExample('lock-again.json', service, withShortWaits);
const openings = usePolledEvents(host, 'Door opened', service);

const opened = async () => await host.execute('Door opened', { items: await openings() });
const device = (id: string) => {
	const found = service.sandbox.state.workspaces.get(workspaceIds.main)?.devicesById.get(id);
	if (!found) throw new Error('The hotel has no such lock');
	return found;
};
const isLocked = (id: string) => device(id).record.properties.locked;
const reports = (id: string, more: IDataObject) =>
	service.sandbox.state.setDevice(device(id), {
		...device(id).record,
		properties: { ...device(id).record.properties, ...more },
	});
const unlock = async (id: string) =>
	await service.whileTimePasses(service.run('device.unlock', { deviceId: byId(id) }));
const rows = () => host.rows('Doors to lock');

describe('a door that stays unlocked', () => {
	it('is locked, with a row for the hours in which it may be open', async () => {
		await unlock(room103);
		expect((await opened()).error()).toBeUndefined();
		expect(isLocked(room103)).toBe(true);
		expect(rows()).toEqual([expect.objectContaining({ device_id: room103, door: 'Room 103' })]);
	});

	it('is held open in hours however they are written, and not in hours that cannot be read', async () => {
		await service.moveTo(BOOKED_AT + 4 * HOUR_MS);
		for (const [held_open_from, held_open_until, locked] of [
			['8:00', '18:00', false],
			['08:00', '02:00', false],
			['18:00', '8:00', true],
			['8', '18', false],
			[' 8.00 AM', '6:00 p.m.', false],
			['12 AM', '12 PM', true],
			['0900', '1730', false],
			['late', 'early', true],
		]) {
			const hours = { held_open_from, held_open_until };
			host.fill('Doors to lock', [{ device_id: room103, ...hours }]);
			await unlock(room103);
			await opened();
			expect([hours, isLocked(room103)]).toEqual([hours, locked]);
			await service.moveTo(service.now() + 1000);
		}
	});

	it('is locked when the hours end in which it is held open, also beside a lock that is gone, and is told of hours that cannot be read', async () => {
		await service.moveTo(BOOKED_AT + 5 * HOUR_MS);
		const hours = { held_open_from: '8:00', held_open_until: '18:00' };
		const gone = hotel.devices.spa.replace(/^./, '9');
		host.fill('Doors to lock', [
			{ device_id: room103, ...hours },
			{ device_id: gone, ...hours },
		]);
		await unlock(room103);
		const looks = async (hours: number) => {
			await service.moveTo(BOOKED_AT + hours * HOUR_MS);
			await host.run('Every 15 minutes');
			return isLocked(room103);
		};
		expect([await looks(5.75), await looks(6.25)]).toEqual([false, true]);

		Object.assign(rows()[0] ?? {}, { door: 'Room 103', held_open_until: 'late' });
		await unlock(room103);
		expect((await host.execute('Every 15 minutes')).error()?.message).toMatch(/Room 103: \S/);
		expect(isLocked(room103)).toBe(true);
	});

	it('is left alone if it was opened again meanwhile: the later opening counts', async () => {
		await unlock(room103);
		const run = opened();
		await until(() => rows().length > 0);
		Object.assign(rows()[0] ?? {}, { opening: 'a later one' });
		expect((await run).error()).toBeUndefined();
		expect(isLocked(room103)).toBe(false);
	});

	it('is locked once it is closed, if its lock says whether it is', async () => {
		await unlock(room103);
		reports(room103, { door_open: true });
		const run = opened();
		await until(() => service.bodies('/devices/get').length > 1);
		expect(isLocked(room103)).toBe(false);
		reports(room103, { door_open: false });
		expect((await run).error()).toBeUndefined();
		expect(isLocked(room103)).toBe(true);
	});

	it('is left alone if it is closed within the hours in which it is held open', async () => {
		await unlock(room103);
		reports(room103, { door_open: true });
		const run = opened();
		await until(() => service.bodies('/devices/get').length > 1);
		Object.assign(rows()[0] ?? {}, { held_open_from: '00:00', held_open_until: '24:00' });
		reports(room103, { door_open: false });
		expect((await run).error()).toBeUndefined();
		expect(isLocked(room103)).toBe(false);
	});

	it('is told if it is still open after an hour, and if it cannot be locked', async () => {
		await unlock(room103);
		reports(room103, { door_open: true });
		expect((await opened()).error()?.message).toMatch(/Room 103: the door is open/);
		reports(room103, { door_open: false });
		await unlock(room103);
		await service.setOnline(room103, false);
		expect((await opened()).error()?.message).toMatch(/Room 103: \S/);
		expect(isLocked(room103)).toBe(false);
	});
});

it.each([
	['is locked', true, /^Not locked: Front Door: [^;]*$/],
	['fails then', false, /^Not locked: Front Door: [^;]*; Room 103: [^;]*$/],
])(
	'a lock that fails does not keep another door of the check-out open, which %s once it is closed',
	async (_, isOnline, told) => {
		await service.whileTimePasses(service.upsert({ rooms: 'suite' }));
		await service.moveTo(DEPARTURE_AT + 60_000);
		for (const id of [frontDoor, room103]) await unlock(id);
		await service.setOnline(frontDoor, false);
		await service.setOnline(room103, isOnline);
		reports(room103, { door_open: true });
		let isOver = false;
		const run = host.execute('Every 15 minutes').finally(() => (isOver = true));
		await until(() => isOver || service.bodies('/devices/get').length > 2);
		reports(room103, { door_open: false });
		expect((await run).error()?.message).toMatch(told);
		expect(isLocked(room103)).toBe(isOnline);
	},
);

it('at check-out, the doors of the room are locked, and no others', async () => {
	await service.whileTimePasses(service.upsert({ rooms: 'suite' }));
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	for (const id of [room103, room101]) await unlock(id);
	await host.run('Every 15 minutes');
	expect(isLocked(room103)).toBe(false);
	await service.moveTo(DEPARTURE_AT + 60_000);
	await host.run('Every 15 minutes');
	expect([isLocked(room103), isLocked(room101)]).toEqual([true, false]);
});

it('after check-out, a run that was missed is made up, unless somebody stays in the room by then', async () => {
	await service.whileTimePasses(service.upsert({ rooms: 'suite' }));
	await service.moveTo(DEPARTURE_AT - HOUR_MS);
	await unlock(room103);
	await service.moveTo(DEPARTURE_AT + 0.75 * HOUR_MS);
	await host.run('Every 15 minutes');
	expect(isLocked(room103)).toBe(true);

	const [arrival, departure] = [0, 30].map((hours) => iso(DEPARTURE_AT + hours * HOUR_MS));
	await service.whileTimePasses(service.upsert({ id: '4712', rooms: 'suite', arrival, departure }));
	await service.moveTo(DEPARTURE_AT + 0.9 * HOUR_MS);
	await unlock(room103);
	await host.run('Every 15 minutes');
	expect(isLocked(room103)).toBe(false);
});

it.each(['Door opened', 'Every 15 minutes'])(
	'whichever node fails after "%s", the host hears it, or the door is locked',
	async (start) => {
		await service.whileTimePasses(service.upsert({ rooms: 'suite' }));
		await service.moveTo(DEPARTURE_AT + 60_000);
		const { unheard, failed } = await unheardFailures(
			host,
			start,
			async () => {
				await unlock(room103);
				return { items: await openings() };
			},
			() => isLocked(room103) === true,
		);
		expect(unheard).toEqual([]);
		expect(failed).toBeGreaterThan(7);
	},
);

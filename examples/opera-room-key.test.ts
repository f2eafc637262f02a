import type { IDataObject } from 'n8n-workflow';
import type { Fault } from '../sandbox/faults/faults';
import { hotel } from '../sandbox/fixtures/hotel';
import { workspaceIds } from '../sandbox/fixtures/workspaces';
import { call } from '../test/operations/dossier';
import { useHotelSandbox } from '../test/support/service/hotelSandbox';
import {
	LONGEST_ANSWER_MS,
	operaDesk,
	type DeskAnswer,
	type Operation,
} from '../test/support/pms/operaDesk';
import { inDays, pinsOnLocks } from '../test/support/service/reservations';
import { skipPauses } from '../test/support/clock/skipPauses';
import { until } from '../test/support/clock/until';

const service = useHotelSandbox();
let pausesMs: number[];
const nameRooms = () => {
	const spaces = service.sandbox.state.workspaces.get(workspaceIds.main)?.access.spaces;
	spaces?.update(hotel.spaces.room101, { space_key: 'HOTEL1-101' });
	spaces?.update(hotel.spaces.room102, { space_key: 'HOTEL1-102' });
};
beforeEach(() => {
	pausesMs = skipPauses();
	// Skipped pauses are shorter than what they wait for.
	service.sandbox.settings.attemptDurationMs = 1;
	nameRooms();
});
afterEach(() => jest.restoreAllMocks());

const stays = async (): Promise<IDataObject[]> =>
	(await service.run('reservation.getAll', { returnAll: true, filters: {}, output: 'raw' })).items
		.map(({ json }) => json)
		.filter(({ key_prefix: prefix }) => prefix === 'opera:');
const seen = ({ code, pin }: DeskAnswer) => [code, pin];

describe.each<Operation>(['roomKeysOutbound', 'externalRoomKeys'])(
	'with the call %s',
	(operation) => {
		const press = (keyType: string, changes: IDataObject = {}) =>
			operaDesk(service, operation)({ keyType, ...changes });

		it('shows the PIN at check-in, keeps it for a second key and a longer stay, and moves it to another room', async () => {
			const { pin, code } = await press('New');
			expect([code, pin]).toEqual(['OK', expect.stringMatching(/^\d{4,9}$/)]);
			expect(await pinsOnLocks(service)).toEqual({ 'Room 101': [pin] });
			expect(await stays()).toMatchObject([
				{
					reservation_key: '98765',
					rooms: ['Room 101'],
					starts_at: '2031-01-29T15:00:00.000Z',
					ends_at: '2031-01-31T11:00:00.000Z',
				},
			]);
			expect(seen(await press('Duplicate'))).toEqual(['OK', pin]);
			const longer = { keyValidityEnd: '2031-02-02T11:00:00' };
			expect(seen(await press('ModifyStay', longer))).toEqual(['OK', pin]);
			const moved = await press('RoomMove', { ...longer, roomId: '102', oldRoomId: '101' });
			expect(moved.code).toBe('OK');
			expect(await pinsOnLocks(service)).toEqual({ 'Room 102': [moved.pin] });
			expect(await stays()).toMatchObject([{ ends_at: expect.stringMatching(/^2031-02-02/) }]);
		});
	},
);

describe('the desk', () => {
	const press = async (keyType: string, changes: IDataObject = {}, password?: string) =>
		await operaDesk(service, 'roomKeysOutbound')({ keyType, ...changes }, password);

	it('ends the access at check-out, and gives access again to the next key', async () => {
		await press('New');
		expect(seen(await press('Remove'))).toEqual(['OK', undefined]);
		expect([await stays(), await pinsOnLocks(service)]).toEqual([[], {}]);
		expect(seen(await press('Remove'))).toEqual(['OK', undefined]);
		const again = await press('New');
		expect(again.code).toBe('OK');
		expect(await pinsOnLocks(service)).toEqual({ 'Room 101': [again.pin] });
	});

	it('says within 20 seconds that the PIN is not ready yet, and the next key has it', async () => {
		await service.restart({ settings: { attemptDurationMs: 1_500 } });
		nameRooms();
		const late = await press('New');
		expect(seen(late)).toEqual(['RY', undefined]);
		expect(late.text).toMatch(/^The PIN is not ready yet/);
		const waitedMs = pausesMs.reduce((sum, ms) => sum + ms, 0);
		expect([waitedMs > 8_000, waitedMs < LONGEST_ANSWER_MS - 5_000]).toEqual([true, true]);

		await until(async () => typeof (await stays())[0]?.message_key === 'string');
		const next = await press('New');
		expect(next.code).toBe('OK');
		expect(await pinsOnLocks(service)).toEqual({ 'Room 101': [next.pin] });
	});

	it('gets another PIN for a lost key, and the old one no longer opens', async () => {
		const { pin } = await press('New');
		const lost = await press('Lost');
		expect(lost.code).toBe('OK');
		expect(lost.pin).not.toBe(pin);
		expect(await pinsOnLocks(service)).toEqual({ 'Room 101': [lost.pin] });
		expect(
			await press('Lost', { reservationIdList: [{ id: '1', type: 'Reservation' }] }),
		).toMatchObject({
			code: 'UR',
			text: expect.stringMatching(/has no access/),
		});
	});

	it('is told that the door may stay closed', async () => {
		const offline = { device_id: hotel.devices.room101 };
		await call(service.sandbox, '/_sandbox/devices/disconnect', offline);
		const inFiveHours = new Date(Date.now() + 5 * 3_600_000).toISOString();
		const soon = { keyValidityStart: inFiveHours, keyValidityEnd: inDays(2) };
		const { code, text } = await press('New', soon);
		expect(code).toBe('RY');
		expect(text).toMatch(/offline/);
	});

	it('is told that the access has ended when the stay ends before now', async () => {
		const { pin } = await press('New', { keyValidityStart: inDays(-1), keyValidityEnd: inDays(1) });
		expect(pin).toEqual(expect.any(String));
		const over = { keyValidityStart: inDays(-2), keyValidityEnd: inDays(-1) };
		const { code, text } = await press('ModifyStay', over);
		expect([code, text, await stays()]).toEqual(['OK', 'The access has ended.', []]);
		expect(await pinsOnLocks(service)).toEqual({});
	});

	it.each([
		['a room that has no space', { roomId: '999' }, /HOTEL1-999/],
		['no reservation', { reservationIdList: [] }, /Reservation Key/],
		['a stay that is over', { keyValidityStart: inDays(-4), keyValidityEnd: inDays(-2) }, /over/],
		['a mobile key', { roomKeyType: 'MobileKey' }, /PIN/],
		['a key to read', { keyType: 'Read' }, /PIN/],
	])('reads what is wrong: %s', async (_, changes, text) => {
		const answer = await press('New', changes);
		expect(seen(answer)).toEqual(['UR', undefined]);
		expect(answer.text).toMatch(text);
		expect(await stays()).toEqual([]);
	});

	it.each<[string, Fault, RegExp]>([
		['cannot be reached', { kind: 'outage' }, /not available/],
		['asks to wait for a minute', { kind: 'tooManyRequests', retryAfter: 60 }, /requests/],
	])('reads within 20 seconds that the service %s', async (_, fault, text) => {
		service.sandbox.faults.always('*', fault);
		for (const keyType of ['New', 'Lost', 'Remove']) {
			pausesMs.length = 0;
			expect(await press(keyType)).toMatchObject({ code: 'UR', text: expect.stringMatching(text) });
			expect(pausesMs.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(LONGEST_ANSWER_MS);
		}
	});

	it('never gets a door of another hotel, whose rooms have the same numbers', async () => {
		const answer = await operaDesk(service, 'roomKeysOutbound', 'HOTEL2')({ keyType: 'New' });
		expect([answer.code, await stays()]).toEqual(['UR', []]);
	});

	it('of somebody who does not know the password gets nothing', async () => {
		service.sandbox.requests.clear();
		expect(await press('New', {}, 'another-secret')).toEqual({ status: 401 });
		expect(service.paths()).toEqual([]);
	});
});

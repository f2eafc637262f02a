import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { SandboxOptions } from '../../../sandbox/createSandbox';
import { workspaceIds } from '../../../sandbox/fixtures/workspaces';
import { ManualClock } from '../clock/manualClock';
import { call } from '../../operations/dossier';
import { type HotelSandbox, startHotelSandbox } from './hotelSandbox';
import { moveTimeTo } from '../clock/moveTimeTo';
import { booking, reserve } from './reservations';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Where the tests begin. By default, stays begin ten days later, for three days. */
export const BOOKED_AT = Date.parse('2031-01-10T12:00:00.000Z');
export const ARRIVAL_AT = BOOKED_AT + 10 * DAY_MS;
export const DEPARTURE_AT = ARRIVAL_AT + 3 * DAY_MS;
export const iso = (ms: number): string => new Date(ms).toISOString();

/** The arrival of a guest who is in the house since an hour. */
export const IN_HOUSE = { arrival: iso(BOOKED_AT - HOUR_MS) };

/** A hotel whose time the test moves, and the guests who stay there. */
export interface MovedHotel extends HotelSandbox {
	now: () => number;
	moveTo: (atMs: number) => Promise<void>;
	/** Lets the sandbox finish what the node waits for. */
	whileTimePasses: <Result>(work: Promise<Result>) => Promise<Result>;
	upsert: (changes?: IDataObject, options?: INodeParameters) => Promise<IDataObject>;
	typeIn: (deviceId: string, pin: unknown) => Promise<void>;
	/** Whether the PIN, typed in, opens the door now, as the lock says. */
	opens: (deviceId: string, pin: unknown) => Promise<boolean>;
	setOnline: (deviceId: string, isOnline: boolean) => Promise<void>;
}

/** `jest.useRealTimers()` restores the clock of n8n. */
async function startMovedHotel(options: SandboxOptions = {}): Promise<MovedHotel> {
	const clock = new ManualClock(BOOKED_AT);
	moveTimeTo(BOOKED_AT);
	const service = await startHotelSandbox({ clock, ...options });
	return { ...service, ...behavior(service, clock) };
}

export function useMovedHotel(options?: SandboxOptions): MovedHotel {
	const hotel = {} as MovedHotel;
	beforeEach(async () => void Object.assign(hotel, await startMovedHotel(options)));
	afterEach(async () => {
		jest.useRealTimers();
		await hotel.stop();
	});
	return hotel;
}

const behavior = (
	service: HotelSandbox,
	clock: ManualClock,
): Omit<MovedHotel, keyof HotelSandbox> => ({
	now: () => clock.now(),
	async moveTo(atMs) {
		await clock.advanceBy(atMs - clock.now());
		moveTimeTo(atMs);
	},
	async whileTimePasses(work) {
		let isDone = false;
		const done = work.finally(() => (isDone = true));
		while (!isDone) {
			await clock.advanceBy(10);
			await new Promise((resolve) => setImmediate(resolve));
		}
		return await done;
	},
	async upsert(changes = {}, options = {}) {
		const stay = { rooms: 'suite', arrival: iso(ARRIVAL_AT), departure: iso(DEPARTURE_AT) };
		const { items } = await reserve(service, 'upsert', [booking({ ...stay, ...changes })], options);
		return items[0]?.json ?? {};
	},
	async typeIn(deviceId, pin) {
		const answer = await fetch(`${service.sandbox.url}/_sandbox/page/pin`, {
			method: 'POST',
			headers: { 'hx-request': 'true' },
			body: new URLSearchParams({ device_id: deviceId, code: String(pin) }),
		});
		if (!answer.ok) throw new Error(`The keypad answered ${answer.status}`);
	},
	async opens(deviceId, pin) {
		const openings = () =>
			(service.sandbox.state.workspaces.get(workspaceIds.main)?.events ?? []).filter(
				({ event_type: type }) => type === 'lock.unlocked',
			).length;
		const before = openings();
		await this.typeIn(deviceId, pin);
		return openings() > before;
	},
	async setOnline(deviceId, isOnline) {
		const path = `/devices/simulate/${isOnline ? 'connect' : 'disconnect'}`;
		await call(service.sandbox, path, { device_id: deviceId });
	},
});

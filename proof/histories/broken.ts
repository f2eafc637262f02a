import type { Booking, Event, Execution, HouseRules, ServiceRules, WorkflowRules } from './history';
import { play } from './play';

/** A history without what is usual. */
export interface ShortHistory {
	service?: ServiceRules;
	house?: Partial<HouseRules>;
	workflow?: Partial<WorkflowRules>;
	events: readonly Event[];
}

/** The rules that do not hold in a history, each once. */
export async function broken({
	service = {},
	house,
	workflow,
	events,
}: ShortHistory): Promise<string[]> {
	const { violations } = await play({
		service,
		house: { maker: 'ttlock', zoneFrom: 'room', ...house },
		workflow: { times: 'instants', waits: true, ...workflow },
		events,
	});
	return [...new Set(violations.map(({ rule, text }) => `${rule}: ${text}`))];
}

/** A booking of Ann, confirmed, from tomorrow on. */
export const aStay = (more: Partial<Booking> = {}): Booking => ({
	who: 'ann',
	name: 'Ann Lee',
	email: 'ann-1@guests.example.com',
	phone: '+491512345671',
	status: 'confirmed',
	rooms: ['north-3'],
	from: 20,
	to: 60,
	...more,
});

/** Ann books as R-1, and the booking system calls. */
export const booked = (booking: Partial<Booking> = {}, more: { key?: string } & Execution = {}) =>
	({ do: 'book', key: 'R-1', booking: aStay(booking), call: true, ...more }) as const;

/** The booking changes, and the booking system calls. */
export const changed = (to: Partial<Booking>, more: { key?: string } & Execution = {}) =>
	({ do: 'change', key: 'R-1', to, call: true, ...more }) as const;

/** A test that no rule breaks in this history. */
export const holds = (title: string, history: ShortHistory) =>
	test(title, async () => expect(await broken(history)).toEqual([]));

import type { Booking, Event, HouseRules, ServiceRules, WorkflowRules } from './history';
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

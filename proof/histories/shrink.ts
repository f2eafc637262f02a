import { without } from '../../sandbox/domain/without';
import type { Event, History } from './history';
import { play } from './play';

/** More plays than shortening a history takes. */
const MOST_PLAYS = 120;

/** The shortest history found in which the rule still does not hold. */
export async function shrink(history: History, rule: string): Promise<History> {
	let plays = 0;
	const isBroken = async (candidate: History): Promise<boolean> => {
		if (plays++ > MOST_PLAYS) return false;
		const { violations } = await play(candidate);
		return violations.some((one) => one.rule === rule);
	};
	let best = history;
	for (let hasShrunk = true; hasShrunk && plays <= MOST_PLAYS;) {
		hasShrunk = false;
		for (const candidate of smaller(best)) {
			if (!(await isBroken(candidate))) continue;
			best = candidate;
			hasShrunk = true;
			break;
		}
	}
	return best;
}

function* smaller(history: History): Generator<History> {
	const { events } = history;
	for (const size of [8, 4, 2, 1])
		for (let from = events.length - size; from >= 0; from -= size)
			yield {
				...history,
				events: events.filter((_, index) => index < from || index >= from + size),
			};
	for (const part of ['service', 'house', 'workflow'] as const)
		for (const name of Object.keys(history[part])) {
			const rest = without(history[part] as Record<string, unknown>, name);
			const needed = { house: ['maker', 'zoneFrom'], workflow: ['times', 'waits'], service: [] }[
				part
			];
			if (!(needed as string[]).includes(name)) yield { ...history, [part]: rest };
		}
	const plain = { maker: 'ttlock', zoneFrom: 'room' } as const;
	for (const name of ['maker', 'zoneFrom'] as const)
		if (history.house[name] !== plain[name])
			yield { ...history, house: { ...history.house, [name]: plain[name] } };
	if (history.workflow.times !== 'instants')
		yield { ...history, workflow: { ...history.workflow, times: 'instants' } };
	for (const [index, event] of events.entries())
		for (const simpler of simplerEvents(event))
			yield { ...history, events: events.map((one, at) => (at === index ? simpler : one)) };
}

function* simplerEvents(event: Event): Generator<Event> {
	for (const name of [
		'fault',
		'during',
		'flaw',
		'back',
		'both',
		'dryRun',
		'call',
		'pin',
	] as const) {
		if (!Object.hasOwn(event, name)) continue;
		yield without(event as unknown as Record<string, unknown>, name) as unknown as Event;
	}
	if (event.do === 'book')
		for (const name of ['email', 'phone', 'guestKey', 'pin', 'methods'] as const) {
			if (event.booking[name] === undefined) continue;
			yield { ...event, booking: without(event.booking, name) };
		}
	if (event.do === 'change')
		for (const name of Object.keys(event.to)) {
			// Without the name, nothing says that it is somebody else.
			if (name === 'name' && event.to.who !== undefined) continue;
			const to = without(event.to as Record<string, unknown>, name);
			if (Object.keys(to).length > 0) yield { ...event, to };
		}
}

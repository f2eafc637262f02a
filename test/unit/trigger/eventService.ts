import type { ApiRequest, SendRequest } from '../../../nodes/DeviceAccess/transport/request';
import type { Poll, PollLimits } from '../../../nodes/DeviceAccess/trigger/polling/readNewEvents';
import { type SteppingClock, steppingClock } from '../steppingClock';

export const TYPE = 'lock.unlocked';

/** A service that lists events as the API does: newest first, both ends exclusive, no more than the limit. */
export interface EventService {
	/** n8n's clock; the service's clock is `serviceAheadMs` ahead. */
	clock: SteppingClock;
	/** Makes the service's clock jump. */
	setClock: (aheadMs: number) => void;
	now: () => number;
	add: (agoMs?: number) => string;
	poll: (limits: PollLimits, options?: { budgetMs?: number }) => Poll;
	/** Calls `act` after the service has read the data of the next answer, and before the answer arrives. */
	whileAnswering: (act: () => void) => void;
	requests: ApiRequest[];
}

interface ListedEvent {
	event_id: string;
	event_type: string;
	created_at: string;
	createdAtMs: number;
}

export interface EventServiceOptions {
	serviceAheadMs?: number;
	/** How long an answer takes; it does not contain events that show up meanwhile. */
	answerTimeMs?: number;
	tellsTime?: boolean;
	/** How far the date of the answers is ahead of the clock that stamps events. */
	dateAheadMs?: number;
	namesEach?: number;
	/** Lists all events of the seconds in which the requested time begins and ends. */
	comparesSeconds?: boolean;
}

export function eventService(options: EventServiceOptions = {}): EventService {
	const {
		serviceAheadMs = 0,
		answerTimeMs = 0,
		tellsTime = true,
		dateAheadMs = 0,
		namesEach = 1,
		comparesSeconds = false,
	} = options;
	const unitMs = comparesSeconds ? 1000 : 1;
	const clock = steppingClock();
	const events: ListedEvent[] = [];
	const requests: ApiRequest[] = [];
	let aheadMs = serviceAheadMs;
	let act = () => {};
	const now = () => clock.now() + aheadMs;
	const send: SendRequest = async (request) => {
		requests.push(request);
		const {
			since,
			between = [since, undefined],
			limit,
		} = request.body as { since?: string; between?: [string, string?]; limit: number };
		const [afterMs, beforeMs] = [
			Math.floor(Date.parse(between[0] ?? '') / unitMs) * unitMs,
			between[1] === undefined ? Infinity : Math.ceil(Date.parse(between[1]) / unitMs) * unitMs,
		];
		const listed = events.filter(
			({ createdAtMs }) => createdAtMs > afterMs && createdAtMs < beforeMs,
		);
		listed.sort((a, b) => b.createdAtMs - a.createdAtMs);
		const page = listed
			.slice(0, limit)
			.flatMap((event) => Array.from({ length: namesEach }, () => event));
		clock.advance(answerTimeMs / 2);
		act();
		act = () => {};
		clock.advance(answerTimeMs / 2);
		const answer = {
			...request,
			body: { events: page.map(({ createdAtMs: _createdAtMs, ...event }) => event) },
			tookMs: answerTimeMs,
		};
		return tellsTime
			? { ...answer, serverTimeMs: Math.floor((now() + dateAheadMs) / 1000) * 1000 }
			: answer;
	};
	return {
		clock,
		now,
		requests,
		setClock: (ms) => void (aheadMs = ms),
		whileAnswering: (then) => void (act = then),
		add(agoMs = 0) {
			const createdAtMs = now() - agoMs;
			const id = `event-${String(events.length).padStart(6, '0')}`;
			events.push({
				event_id: id,
				event_type: TYPE,
				created_at: new Date(createdAtMs).toISOString(),
				createdAtMs,
			});
			return id;
		},
		poll: (limits, { budgetMs = 60_000 } = {}) => ({
			send,
			clock,
			limits,
			choice: { eventTypes: [TYPE], deviceIds: [] },
			deadlineMs: clock.now() + budgetMs,
		}),
	};
}

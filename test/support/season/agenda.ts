import type { Fault } from '../../../sandbox/faults/faults';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Booking } from './bookings';
import type { Random } from './random';
import type { PersonRow } from './rows';

export type Period = readonly [fromMs: number, toMs: number];

export const isIn = (atMs: number, periods: readonly Period[]): boolean =>
	periods.some(([fromMs, toMs]) => atMs >= fromMs && atMs < toMs);

/** How often what goes wrong, each between 0 and 1. */
export interface Troubles {
	/** A webhook is sent twice, late (up to 12 hours), never, or twice at the same time. */
	twice: number;
	late: number;
	never: number;
	atOnce: number;
	killed: number;
	faults: number;
	/** Outages of the service, and times without n8n, per day. */
	outages: number;
	downs: number;
	/** How often each lock is offline per day. */
	locksOffline: number;
	/** Days on which the service's lists lag. */
	laggingDays: number;
	/** Nights in which the boundary of a page moves while the list is read. */
	movedPages: number;
}

export const ALL_TROUBLES: Troubles = {
	twice: 0.08,
	late: 0.05,
	never: 0.05,
	atOnce: 0.04,
	killed: 0.02,
	faults: 0.06,
	outages: 0.1,
	downs: 0.1,
	locksOffline: 0.03,
	laggingDays: 0.15,
	movedPages: 0.15,
};

/** A message of the property management system about one change, or the nightly list. */
export type Task = { atMs: number } & (
	| { is: 'webhook'; booking: Booking; version: number }
	| { is: 'sync'; listAtMs: number }
	/** The host looks at today's guests who got no message. */
	| { is: 'look' }
	/** The host gives a guest, who took over the stay from another one after the arrival, a PIN of their own. */
	| { is: 'changePin'; row: PersonRow }
);

/** Tasks that run at the same time, and what goes wrong meanwhile. */
export interface Round {
	atMs: number;
	tasks: Task[];
	/** The process that runs n8n is killed after so many requests. */
	killedAfter?: number;
	faults: Array<{ fault: Fault; after: number }>;
	pageBoundary: 'exact' | 'repeatsOne' | 'skipsOne';
}

/** Everything that happens in a season, besides the bookings. */
export interface Agenda {
	rounds: Round[];
	offline: ReadonlyMap<string, readonly Period[]>;
	/** When n8n is down, when the service is, and when its lists lag. */
	downs: readonly Period[];
	outages: readonly Period[];
	lags: readonly Period[];
}

export interface AgendaOptions {
	random: Random;
	bookings: readonly Booking[];
	locks: readonly string[];
	startMs: number;
	days: number;
	troubles: Troubles;
}

const SYNC_HOUR = 2;
const LOOK_HOUR = 14;
const MOST_AT_ONCE = 5;

export function makeAgenda(options: AgendaOptions): Agenda {
	const { random, startMs, days, troubles, locks } = options;
	const endMs = startMs + days * DAY_MS;
	const periods = (perDay: number, minHours: number, maxHours: number): Period[] =>
		Array.from({ length: days }, () => random.chance(perDay)).flatMap((isWanted, day) => {
			if (!isWanted) return [];
			const fromMs = startMs + day * DAY_MS + random.whole(0, 24 * 60) * MINUTE_MS;
			const minutes = random.whole(minHours * 60, maxHours * 60);
			return [[fromMs, Math.min(endMs, fromMs + minutes * MINUTE_MS)] as const];
		});
	const downs = periods(troubles.downs, 0.5, 8);
	const tasks = [
		...options.bookings.flatMap((booking) => webhooksOf(booking, options, downs)),
		...nightsOf(options),
	]
		.filter(({ atMs }) => atMs < endMs && !isIn(atMs, downs))
		.sort((left, right) => left.atMs - right.atMs);
	return {
		rounds: toRounds(tasks, options),
		offline: new Map(locks.map((lock) => [lock, periods(troubles.locksOffline, 0.5, 30)])),
		downs,
		outages: periods(troubles.outages, 0.2, 2),
		lags: Array.from(
			{ length: days },
			(_, day) => [startMs + day * DAY_MS, startMs + (day + 1) * DAY_MS] as const,
		).filter(() => random.chance(troubles.laggingDays)),
	};
}

/** When each change of a booking reaches n8n. A message that n8n missed because it was down is sent again after it, or never. */
function webhooksOf(
	booking: Booking,
	{ random, troubles }: AgendaOptions,
	downs: readonly Period[],
): Task[] {
	return booking.versions.flatMap(({ atMs }, version): Task[] => {
		const at = (ms: number): Task => ({ is: 'webhook', booking, version, atMs: ms });
		if (random.chance(troubles.never)) return [];
		const delayMs = random.chance(troubles.late)
			? random.whole(10, 12 * 60) * MINUTE_MS
			: random.whole(1, 90) * 1_000;
		const sentMs = atMs + delayMs;
		const down = downs.find((period) => isIn(sentMs, [period]));
		const again = down && random.chance(0.5) ? [at(down[1] + random.whole(1, 60) * MINUTE_MS)] : [];
		return [
			at(sentMs),
			...again,
			...(random.chance(troubles.twice) ? [at(sentMs + random.whole(1, 180) * MINUTE_MS)] : []),
			...(random.chance(troubles.atOnce) ? [at(sentMs)] : []),
		];
	});
}

function nightsOf({ random, startMs, days }: AgendaOptions): Task[] {
	return Array.from({ length: days }, (_, day) => day).flatMap((day): Task[] => {
		const listAtMs = startMs + day * DAY_MS + SYNC_HOUR * HOUR_MS;
		return [
			// The list is some minutes old when its last page has arrived.
			{ is: 'sync', listAtMs, atMs: listAtMs + random.whole(0, 4) * MINUTE_MS },
			{ is: 'look', atMs: startMs + day * DAY_MS + LOOK_HOUR * HOUR_MS },
		];
	});
}

/** Tasks of the same minute run at once. */
function toRounds(tasks: readonly Task[], { random, troubles }: AgendaOptions): Round[] {
	const rounds: Round[] = [];
	for (const task of tasks) {
		const last = rounds.at(-1);
		const isAtOnce =
			last &&
			Math.floor(last.atMs / MINUTE_MS) === Math.floor(task.atMs / MINUTE_MS) &&
			last.tasks.length < MOST_AT_ONCE;
		if (isAtOnce) last.tasks.push(task);
		else {
			const hasSync = task.is === 'sync';
			rounds.push({
				atMs: task.atMs,
				tasks: [task],
				...(random.chance(troubles.killed)
					? { killedAfter: random.whole(1, hasSync ? 40 : 12) }
					: {}),
				faults: random.chance(troubles.faults)
					? Array.from({ length: random.whole(1, 3) }, () => ({
							fault: random.pick(FAULTS),
							after: random.whole(0, hasSync ? 20 : 10),
						}))
					: [],
				pageBoundary:
					hasSync && random.chance(troubles.movedPages)
						? random.pick(['repeatsOne', 'skipsOne'] as const)
						: 'exact',
			});
		}
	}
	return rounds;
}

const FAULTS: readonly Fault[] = [
	{ kind: 'tooManyRequests', retryAfter: 2 },
	{ kind: 'tooManyRequests' },
	{ kind: 'internalError' },
	{ kind: 'outage' },
	{ kind: 'badGateway' },
	{ kind: 'badGateway', status: 504, isProcessed: true },
	{ kind: 'cut' },
	{ kind: 'cut', isProcessed: true },
];

import { request } from 'node:http';
import type { INodeExecutionData } from 'n8n-workflow';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import type { SandboxSettings } from '../../../sandbox/faults/settings';
import {
	ALL_TROUBLES,
	isIn,
	makeAgenda,
	type Agenda,
	type Round,
	type Task,
	type Troubles,
} from './agenda';
import {
	ALL_CHANGES,
	DAY_MS,
	givesAccess,
	HOUR_MS,
	indexAt,
	makeBookings,
	MINUTE_MS,
	type Booking,
	type ChangeName,
} from './bookings';
import { buildHouse, type House, type Makers } from './house';
import { changesOf, Messages, problemsOf, type Slip } from './messages';
import { N8n } from './n8n';
import { Oracle, STEP_MS, type Cause } from './oracle';
import { Random } from './random';
import { listRows, rowOf, webhookRows, type PersonRow } from './rows';
import { SeasonTime } from './time';

const START_MS = Date.parse('2027-05-01T00:00:00Z');
const ATTEMPT_MS = 5_000;
const LAG_MS = 5 * MINUTE_MS;
const PAGE_SIZE = 20;
/** The nightly list removes nobody whose access is younger. */
const NEW_FOR_MS = 70 * MINUTE_MS;

export interface SeasonOptions {
	seed: number;
	rooms: number;
	days: number;
	stays: number;
	makers?: Makers;
	changes?: readonly ChangeName[];
	troubles?: Troubles;
	settings?: Partial<SandboxSettings>;
}

/** One execution, for the story of a stay. */
export interface Execution {
	atMs: number;
	untilMs: number;
	task: Task['is'];
	/** Paths and statuses of all requests of the round, in order. */
	requests: readonly string[];
	trouble?: Cause;
	items: Array<{ bookingId: string; version?: number; person?: string; said: string }>;
}

/** A season that was played. */
export interface Season {
	options: SeasonOptions;
	settings: Partial<SandboxSettings>;
	house: House;
	bookings: readonly Booking[];
	agenda: Agenda;
	oracle: Oracle;
	messages: Messages;
	executions: Execution[];
	/** Guests in the house without a message from the workflow. */
	unsent: Slip[];
	failedItems: number;
	requestCount: number;
}

/** Plays a season: the house, its guests, their bookings and everything that goes wrong come from the seed alone. */
export async function playSeason(options: SeasonOptions): Promise<Season> {
	const random = new Random(options.seed);
	const { days, stays, makers = ['ttlock'] } = options;
	const settings = { ...serviceOf(random), ...options.settings };
	const time = new SeasonTime(START_MS);
	const sandbox = await createSandbox({
		fixture: 'empty',
		clock: time.clock,
		settings: { attemptDurationMs: ATTEMPT_MS, maxPageSize: PAGE_SIZE, ...settings },
	});
	time.requests = sandbox.requests;
	try {
		const house = buildHouse(sandbox, options.rooms, makers);
		const { rooms, locks } = house;
		const { changes = ALL_CHANGES, troubles = ALL_TROUBLES } = options;
		const bookings = makeBookings({ random, rooms, startMs: START_MS, days, stays, changes });
		const agenda = makeAgenda({ random, bookings, locks, startMs: START_MS, days, troubles });
		const messages = new Messages();
		const season: Season = {
			options,
			settings,
			house,
			bookings,
			agenda,
			oracle: new Oracle(sandbox, house, bookings, agenda, messages),
			messages,
			executions: [],
			unsent: [],
			failedItems: 0,
			requestCount: 0,
		};
		await new Player(season, sandbox, time).play();
		return season;
	} finally {
		await sandbox.stop();
	}
}

/** How this service answers where services differ. */
const serviceOf = (random: Random): Partial<SandboxSettings> => ({
	grantUpdatePlaces: random.pick(['refused', 'ignored', 'replaced']),
	deletedGrantKeys: random.pick(['freeWhenGone', 'freeAtOnce', 'neverFree']),
	takenKeyAnswer: random.pick(['conflict', 'invalidInput']),
	takenIdentityAnswer: random.pick(['conflict', 'invalidInput']),
	inlineIdentityTaken: random.pick(['refused', 'reused']),
});

/** A task that has run, and the round in which it ran. */
interface Done {
	task: Task;
	rows: readonly PersonRow[];
	items: readonly INodeExecutionData[];
	untilMs: number;
}
interface DoneRound extends Round {
	startMs: number;
	isLagging: boolean;
	trouble?: Cause;
	all: readonly Done[];
}

class Player {
	private readonly n8n: N8n;
	/** When an execution last had to do with a booking. */
	private readonly touchedAt = new Map<Booking, number>();

	constructor(
		private readonly season: Season,
		private readonly sandbox: Sandbox,
		private readonly time: SeasonTime,
	) {
		this.n8n = new N8n(sandbox);
	}

	async play(): Promise<void> {
		const { agenda, oracle, options } = this.season;
		const endMs = START_MS + options.days * DAY_MS;
		const { clock } = this.time;
		for (const [lock, periods] of agenda.offline) {
			for (const [offlineMs, onlineMs] of periods) {
				clock.schedule(offlineMs, async () => await this.setLock(lock, 'disconnect'));
				clock.schedule(onlineMs, async () => await this.setLock(lock, 'connect'));
			}
		}
		const walkAt = (atMs: number) =>
			void clock.schedule(atMs, () => {
				oracle.walk(atMs);
				this.noteUnsent(atMs);
				walkAt(atMs + STEP_MS);
			});
		walkAt(START_MS + STEP_MS);
		for (const round of agenda.rounds) {
			await this.time.moveTo(round.atMs);
			await this.playRound(round);
		}
		await this.time.moveTo(endMs);
		oracle.finish(endMs);
	}

	private async setLock(lock: string, what: 'connect' | 'disconnect'): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			const sent = request(
				`${this.sandbox.url}/_sandbox/devices/${what}`,
				{ method: 'POST', headers: { 'content-type': 'application/json' } },
				(answer) => answer.resume().on('end', resolve),
			);
			sent.on('error', reject).end(JSON.stringify({ device_id: lock }));
		});
	}

	/** Notes guests who have been in the house for an hour without a message from the workflow. */
	private noteUnsent(atMs: number): void {
		const { unsent, messages, oracle } = this.season;
		for (const { booking, person } of this.rowsInHouse(atMs - HOUR_MS, atMs)) {
			const { id: bookingId } = booking;
			const isNoted = unsent.some((slip) => slip.bookingId === bookingId && slip.person === person);
			if (isNoted || messages.wasSent(bookingId, person) || oracle.knownVersion(booking) < 0)
				continue;
			const wasTold = messages.wasTold(bookingId, person);
			const cause =
				oracle.leftBy(booking) ?? (wasTold ? 'not ready in time: the host told them' : 'product');
			unsent.push({ bookingId, person, atMs, cause });
		}
	}

	/** The guests who may be in the house at `toMs` and arrived by `arrivedMs`. */
	private rowsInHouse(arrivedMs: number, toMs: number): PersonRow[] {
		return this.season.bookings.flatMap((booking) => {
			const index = indexAt(booking, toMs);
			const version = booking.versions[index];
			if (!version || !givesAccess(version)) return [];
			if (version.arrivalMs > arrivedMs || version.departureMs <= toMs) return [];
			return version.guests.map((guest) => rowOf(booking, index, guest));
		});
	}

	private async playRound(round: Round): Promise<void> {
		const { agenda, executions } = this.season;
		const { faults, settings, requests } = this.sandbox;
		const { killedAfter } = round;
		const startMs = this.time.now();
		const isLagging = isIn(startMs, agenda.lags);
		settings.listLagMs = isLagging ? LAG_MS : 0;
		settings.pageBoundary = round.pageBoundary;
		requests.clear();
		if (isIn(startMs, agenda.outages)) faults.always('*', { kind: 'outage' });
		else if (killedAfter !== undefined) faults.always('*', { kind: 'cut' }, { after: killedAfter });
		else for (const { fault, after } of round.faults) faults.next('*', fault, { after });
		const isKilled = () => killedAfter !== undefined && requests.entries.length > killedAfter;
		const all = await Promise.all(
			round.tasks.map(async (task): Promise<Done> => {
				const rows = this.rowsOf(task);
				const name = task.is === 'look' ? 'get' : task.is;
				const input = rows.map(({ row }) => row);
				const items = input.length === 0 ? [] : await this.n8n.run(name, input, isKilled);
				return { task, rows, items, untilMs: this.time.now() };
			}),
		);
		faults.clear();
		const statuses = requests.entries.map(({ status }) => status ?? 0);
		const hasFailed = statuses.some((status) => status === 0 || status === 429 || status >= 500);
		const trouble = isKilled() ? 'n8n was killed' : hasFailed ? 'the service failed' : undefined;
		const paths = requests.entries.map(({ path, status }) => `${path} ${String(status)}`);
		this.season.requestCount += paths.length;
		for (const done of all) {
			const { task, untilMs } = done;
			const execution: Execution = {
				atMs: startMs,
				untilMs,
				task: task.is,
				requests: paths,
				trouble,
				items: [],
			};
			executions.push(execution);
			this.judge(done, { ...round, startMs, isLagging, trouble, all }, execution);
		}
	}

	private rowsOf(task: Task): PersonRow[] {
		if (task.is === 'webhook') return webhookRows(task.booking, task.version);
		const { bookings, messages } = this.season;
		if (task.is === 'sync') return bookings.flatMap((booking) => listRows(booking, task.listAtMs));
		const nowMs = this.time.now();
		return this.rowsInHouse(nowMs + DAY_MS / 2, nowMs).filter(
			({ booking, person }) => !messages.wasTold(booking.id, person),
		);
	}

	/** What an execution means for the oracle, and what the guests are told. */
	private judge(
		{ task, rows, items, untilMs }: Done,
		round: DoneRound,
		execution: Execution,
	): void {
		const { messages, oracle } = this.season;
		const itemOf = new Map(items.map((item) => [indexOf(item), item]));
		const others = items.filter((item) => rows[indexOf(item) ?? -1] === undefined);
		for (const [index, { row, person, booking, version }] of rows.entries()) {
			const item = itemOf.get(index);
			if (!item) continue;
			const isAtOnce =
				round.all.filter((done) => done.rows.some((one) => one.booking === booking)).length > 1;
			const cause = oracle.leftBy(booking) ?? (isAtOnce ? 'two executions at once' : 'product');
			if (task.is === 'look') messages.tellByHost(item, row, person);
			else messages.hear(item, row, { bookingId: booking.id, person, atMs: untilMs, cause });
			execution.items.push({ bookingId: booking.id, version, person, said: sayingOf(item) });
			if (isFailed(item)) this.season.failedItems++;
		}
		for (const item of others)
			execution.items.push({ bookingId: String(item.json.reservation_key), said: sayingOf(item) });
		if (task.is === 'look') return;
		const named = new Map(rows.map(({ booking, version }) => [booking, version]));
		for (const [booking, version] of named) {
			const own = rows.flatMap((row, index) =>
				row.booking === booking ? [itemOf.get(index)] : [],
			);
			const hasFailed = own.some((item) => item === undefined || isFailed(item));
			const isOld = task.is === 'sync' && version < oracle.knownVersion(booking);
			const cause = isOld ? 'an older version came last' : this.causeOf(booking, hasFailed, round);
			oracle.got(booking, version, untilMs, cause);
			this.touchedAt.set(booking, untilMs);
		}
		if (task.is !== 'sync') return;
		const isRefused = others.some(({ json }) =>
			problemsOf(json).some(({ code }) => code === 'not_removed'),
		);
		for (const [booking, version] of this.missingFrom(task.listAtMs)) {
			const isNew = round.startMs - (this.touchedAt.get(booking) ?? 0) < NEW_FOR_MS;
			const cause =
				isRefused || isNew
					? 'the nightly list did not end it by its rules'
					: this.causeOf(booking, true, round);
			oracle.got(
				booking,
				version,
				untilMs,
				round.pageBoundary === 'skipsOne' ? (cause ?? 'the lists of the service lagged') : cause,
			);
		}
	}

	/** What kept an execution from carrying out the change of a booking. */
	private causeOf(booking: Booking, hasFailed: boolean, round: DoneRound): Cause | undefined {
		const { trouble, isLagging, startMs, all } = round;
		if (trouble === 'n8n was killed') return trouble;
		const versions = all.flatMap(({ rows }) =>
			rows.filter((row) => row.booking === booking).map(({ version }) => version),
		);
		if (new Set(versions).size > 1) return 'two versions ran at once';
		// Who says that a change was made is held to it, whatever happened meanwhile.
		if (!hasFailed) return undefined;
		const isFresh = startMs - (this.touchedAt.get(booking) ?? 0) < 2 * LAG_MS;
		return trouble ?? (isLagging && isFresh ? 'the lists of the service lagged' : undefined);
	}

	/** Canceled bookings, which the list leaves out. Guests who have arrived keep their access. */
	private missingFrom(listAtMs: number): Array<[Booking, number]> {
		return this.season.bookings.flatMap((booking): Array<[Booking, number]> => {
			const index = indexAt(booking, listAtMs);
			const version = booking.versions[index];
			return version?.status === 'cancelled' && version.arrivalMs > listAtMs
				? [[booking, index]]
				: [];
		});
	}
}

function indexOf({ pairedItem }: INodeExecutionData): number | undefined {
	const [first] = [pairedItem].flat();
	return typeof first === 'object' ? first.item : first;
}

const isFailed = ({ json }: INodeExecutionData) =>
	json.error !== undefined || json.outcome === 'failed';

/** What an item said, without PINs. */
function sayingOf({ json }: INodeExecutionData): string {
	if (json.error !== undefined) return `error: ${String(json.error).replaceAll(/\d{4,9}/g, '…')}`;
	return [
		String(json.outcome ?? 'read'),
		...changesOf(json).map((what) => `changes ${what}`),
		...problemsOf(json).map(({ code }) => `problem ${String(code)}`),
		json.is_ready === true ? 'ready' : 'not ready',
	].join(', ');
}

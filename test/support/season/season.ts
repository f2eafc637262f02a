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
	versionAt,
	type Booking,
	type ChangeName,
	type Version,
} from './bookings';
import type { Cause } from './causes';
import { buildHouse, type House, type Makers, nameOfRoom } from './house';
import { changesOf, Messages, problemsOf } from './messages';
import { GuestMessages } from './looks';
import { N8n } from './n8n';
import { OLD_ROOM_KEPT, Oracle, STEP_MS } from './oracle';
import { Random } from './random';
import { listRows, reservationKeyOf, rowOf, webhookRows, type PersonRow } from './rows';
import { SeasonTime } from './time';
import { bookingOf, LOOK_MS, stayKeyOf, Told } from './told';

const START_MS = Date.parse('2027-05-01T00:00:00Z');
const ATTEMPT_MS = 5_000;
/** How long before the arrival a guest is told. */
const EARLIEST_MS = 3 * DAY_MS;
const LAG_MS = 5 * MINUTE_MS;
const PAGE_SIZE = 20;
/** After this time, the host has read what an item asks them to do. */
const HOST_ACTS_AFTER_MS = 30 * MINUTE_MS;
/** The nightly list removes nobody whose access is younger. */
const NEW_FOR_MS = 70 * MINUTE_MS;

export interface SeasonOptions {
	seed: number;
	rooms: number;
	days: number;
	stays: number;
	makers?: Makers;
	pageSize?: number;
	changes?: readonly ChangeName[];
	troubles?: Troubles;
	settings?: Partial<SandboxSettings>;
}

/** One execution, for the story of a stay. */
export interface Execution {
	atMs: number;
	untilMs: number;
	task: Task['is'];
	/** Paths and statuses of all requests of the round, in order, if it had a webhook. */
	requests: readonly string[];
	trouble?: Cause;
	items: Array<{ bookingId: string; version?: number; person?: string; said: string }>;
}

export interface Season {
	options: SeasonOptions;
	settings: Partial<SandboxSettings>;
	house: House;
	bookings: readonly Booking[];
	agenda: Agenda;
	oracle: Oracle;
	messages: Messages;
	executions: Execution[];
	told: Told;
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
		settings: {
			attemptDurationMs: ATTEMPT_MS,
			maxPageSize: options.pageSize ?? PAGE_SIZE,
			chosenPins: 'next',
			...settings,
		},
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
			told: new Told(sandbox, house),
			failedItems: 0,
			requestCount: 0,
		};
		await new Player(season, sandbox, time).play();
		return season;
	} finally {
		await time.stop();
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

/** A guest who took over a stay after the arrival, from whom, and when the host acts. */
interface Newcomer {
	atMs: number;
	row: PersonRow;
	former: readonly string[];
}

/** What the nightly list makes up for before the arrival. */
const ENDED_BY_LIST = [
	'a guest who left, which only the nightly list can say',
	'the nightly list did not end it by its rules',
] as const;

const LEFT_AFTER_ARRIVAL = 'a guest who left after the arrival, whom the nightly list does not end';
const FAILED_SERVICE = 'the service failed';
const TOLD_HOST = 'the service failed: the host was told';

class Player {
	private readonly n8n: N8n;
	private readonly guestMessages: GuestMessages;
	private nextLookMs = START_MS + LOOK_MS;
	/** Until when something that happened can change what a look finds. */
	private newsUntilMs = 0;
	/** When an execution last had to do with a booking. */
	private readonly touchedAt = new Map<Booking, number>();
	/** The newest version of a booking that an execution was given, whatever became of it. */
	private readonly newestGiven = new Map<Booking, number>();
	/** Bookings that two executions had at once, until one finds nothing left to do. */
	private readonly atOnce = new Set<Booking>();
	/** Guests who took over a stay after the arrival, until the host has given them a PIN. */
	private newcomers: Newcomer[] = [];

	constructor(
		private readonly season: Season,
		private readonly sandbox: Sandbox,
		private readonly time: SeasonTime,
	) {
		this.n8n = new N8n(sandbox);
		this.guestMessages = new GuestMessages(sandbox, new Random(season.options.seed + 1_000_000));
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
				this.checkTold(atMs);
				walkAt(atMs + STEP_MS);
			});
		walkAt(START_MS + STEP_MS);
		for (const round of agenda.rounds) {
			await this.lookUntil(round.atMs);
			await this.actAsHost(round.atMs);
			await this.time.moveTo(round.atMs);
			await this.playRound(round);
		}
		await this.lookUntil(endMs);
		await this.actAsHost(endMs);
		await this.time.moveTo(endMs);
		oracle.finish(endMs);
	}

	/** Gives newcomers a PIN of their own, as the problem `guest_changed` tells the host, and once more if that failed. */
	private async actAsHost(untilMs: number): Promise<void> {
		for (;;) {
			const next = this.newcomers.find(({ atMs }) => atMs < untilMs);
			if (!next) return;
			const { atMs, row } = next;
			await this.time.moveTo(atMs);
			const { booking, person } = row;
			const isHere = this.rowsInHouse(atMs, atMs).some(
				(other) => other.booking === booking && other.person === person,
			);
			const isDown = isIn(atMs, this.season.agenda.downs);
			if (isHere && !isDown) {
				const tasks: Task[] = [{ is: 'changePin', atMs, row }];
				await this.playRound({ atMs, tasks, faults: [], pageBoundary: 'exact' });
			}
			if (isHere && this.newcomers.includes(next)) next.atMs += HOST_ACTS_AFTER_MS;
			else this.newcomers = this.newcomers.filter((other) => other !== next);
		}
	}

	private async setLock(lock: string, what: 'connect' | 'disconnect'): Promise<void> {
		this.newsUntilMs = this.time.now() + 2 * LOOK_MS;
		await new Promise<void>((resolve, reject) => {
			const sent = request(
				`${this.sandbox.url}/_sandbox/devices/${what}`,
				{ method: 'POST', headers: { 'content-type': 'application/json' } },
				(answer) => answer.resume().on('end', resolve),
			);
			sent.on('error', reject).end(JSON.stringify({ device_id: lock }));
		});
	}

	/** Runs *Guest messages* every quarter of an hour. A look that can find nothing new is left out, which saves hours. */
	private async lookUntil(untilMs: number): Promise<void> {
		const { agenda, bookings, told } = this.season;
		for (; this.nextLookMs <= untilMs; this.nextLookMs += LOOK_MS) {
			const atMs = this.nextLookMs;
			const isNearer = (ms: number) => ms > atMs - LOOK_MS && ms <= atMs;
			const isDue =
				atMs <= this.newsUntilMs ||
				told.isAwaited ||
				bookings.some(({ versions }) =>
					versions.some(({ arrivalMs }) => isNearer(arrivalMs - EARLIEST_MS)),
				);
			if (!isDue || isIn(atMs, agenda.downs)) continue;
			await this.time.moveTo(atMs);
			await this.look();
		}
	}

	private async look(): Promise<void> {
		const { agenda, told } = this.season;
		const { faults, settings, requests } = this.sandbox;
		const startMs = this.time.now();
		const isLagging = isIn(startMs, agenda.lags);
		settings.listLagMs = isLagging ? LAG_MS : 0;
		settings.pageBoundary = 'exact';
		requests.clear();
		if (isIn(startMs, agenda.outages)) faults.always('*', { kind: 'outage' });
		const look = await this.guestMessages.look();
		faults.clear();
		if (look.error !== undefined && !requests.entries.some(({ status }) => isFailedStatus(status)))
			throw new Error(`A look failed, although the service answered: ${look.error}`);
		if (look.error !== undefined || look.isKilled) this.newsUntilMs = startMs + 2 * LOOK_MS;
		told.hear(look, startMs, isLagging ? 'the lists of the service lagged' : undefined);
		for (const { stayKey, pins } of look.sent) this.hearSent(stayKey, pins);
	}

	private hearSent(stayKey: string, pins: readonly string[]): void {
		const { bookings, messages } = this.season;
		const bookingId = bookingOf(stayKey);
		const booking = bookings.find(({ id }) => id === bookingId);
		const guests = (booking && versionAt(booking, this.time.now()))?.guests ?? [];
		const guest = guests.find(({ number }) => stayKeyOf(bookingId, number) === stayKey);
		if (guest) messages.tell({ bookingId, person: guest.person, pins });
	}

	private checkTold(atMs: number): void {
		const { told, oracle, messages } = this.season;
		const present = this.rowsInHouse(atMs - HOUR_MS, atMs).filter(({ booking, person }) => {
			const first = booking.versions.findIndex((version) => hasGuest(version, person));
			return oracle.knownVersion(booking) >= first;
		});
		told.walk(present, atMs, ({ booking, person }, stayKey) => {
			const wasTold =
				this.guestMessages.isHostTold(stayKey) || messages.wasTold(booking.id, person);
			return (
				oracle.leftBy(booking, person) ??
				(wasTold ? 'not ready in time: the host told them' : 'product')
			);
		});
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
		this.newsUntilMs = startMs + 2 * LOOK_MS;
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
		const statuses = requests.entries.map(({ status }) => status);
		const hasFailed = statuses.some(isFailedStatus);
		const trouble = isKilled() ? 'n8n was killed' : hasFailed ? FAILED_SERVICE : undefined;
		this.season.requestCount += requests.entries.length;
		const paths = round.tasks.some((task) => task.is === 'webhook')
			? requests.entries.map(({ path, status }) => `${path} ${String(status)}`)
			: [];
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
		if (task.is === 'changePin') return [task.row];
		const { bookings, messages } = this.season;
		if (task.is === 'sync') return bookings.flatMap((booking) => listRows(booking, task.listAtMs));
		const nowMs = this.time.now();
		return this.rowsInHouse(nowMs + DAY_MS / 2, nowMs).filter(
			({ booking, person }) => !messages.wasTold(booking.id, person),
		);
	}

	/** What an execution means for the oracle, and what the guests are told. */
	private judge(done: Done, round: DoneRound, execution: Execution): void {
		const { task, rows, items, untilMs } = done;
		const { oracle } = this.season;
		const others = items.filter((item) => !isAbout(item, rows[indexOf(item) ?? -1]));
		const itemOf = new Map(
			items.filter((item) => !others.includes(item)).map((item) => [indexOf(item), item]),
		);
		for (const [index, row] of rows.entries()) {
			const item = itemOf.get(index);
			if (!item) continue;
			this.tellGuest(done, round, row, item);
			const { booking, version, person } = row;
			execution.items.push({ bookingId: booking.id, version, person, said: sayingOf(item) });
			if (isFailed(item)) this.season.failedItems++;
		}
		for (const item of others)
			execution.items.push({ bookingId: String(item.json.reservation_key), said: sayingOf(item) });
		if (task.is === 'look' || task.is === 'changePin') return;
		const isRefused = others.some(({ json }) =>
			problemsOf(json).some(({ code }) => code === 'not_removed' || code === 'held_back'),
		);
		const named = new Map(rows.map(({ booking, version }) => [booking, version]));
		for (const [booking, version] of named) {
			const own = rows.flatMap((row, index): Array<[PersonRow, INodeExecutionData | undefined]> =>
				row.booking === booking ? [[row, itemOf.get(index)]] : [],
			);
			const hasFailed = own.some(([, item]) => item === undefined || isFailed(item));
			const isOld = task.is === 'sync' && version < oracle.knownVersion(booking);
			const isHeld = own.some(([, item]) => hasProblem(item, 'held_back'));
			const cause = isOld
				? 'an older version came last'
				: isHeld
					? 'the nightly list did not end it by its rules'
					: this.causeOf(booking, hasFailed, round);
			if (cause === 'n8n was killed')
				for (const [{ person }] of own)
					oracle.leaveToHost(
						booking,
						person,
						'n8n was killed before it told the PIN',
						'guest outside',
					);
			const isDone = own.every(([, item]) => item !== undefined && isUnchanged(item));
			if (isDone && !this.isKept(booking, round)) this.atOnce.delete(booking);
			if (!cause) this.leaveToHost(task, own, isRefused || this.isKept(booking, round));
			oracle.got(booking, version, untilMs, cause);
			this.touchedAt.set(booking, untilMs);
			this.newestGiven.set(booking, Math.max(this.newestGiven.get(booking) ?? 0, version));
		}
		if (task.is === 'sync') this.judgeMissing(task.listAtMs, round, untilMs, isRefused);
	}

	private tellGuest(
		{ task, untilMs }: Done,
		round: DoneRound,
		{ booking, version, person, row }: PersonRow,
		item: INodeExecutionData,
	): void {
		const { messages, oracle } = this.season;
		const { id: bookingId } = booking;
		if (task.is === 'look') messages.tellByHost(item, row, person);
		else if (task.is === 'changePin') {
			if (item.json.outcome !== 'updated') return;
			messages.tellNewPin(item, { bookingId, person });
			for (const { former } of this.newcomers.filter((one) => one.row === task.row))
				for (const settled of [...former, person]) oracle.settle(booking, settled, untilMs);
			this.newcomers = this.newcomers.filter((one) => one.row !== task.row);
		} else {
			if (round.all.filter((done) => done.rows.some((one) => one.booking === booking)).length > 1)
				this.atOnce.add(booking);
			const isAtOnce = this.atOnce.has(booking);
			const isOld = version < oracle.knownVersion(booking);
			const cause =
				oracle.leftBy(booking, person) ??
				(isOld ? 'an older version came last' : isAtOnce ? 'two executions at once' : 'product');
			messages.hear(item, { bookingId, person, atMs: untilMs, cause });
			this.guestMessages.remember(item, row);
			if (isFailed(item) && round.trouble === FAILED_SERVICE)
				oracle.leaveToHost(booking, person, TOLD_HOST, 'guest outside');
			else if (messages.knowsAll(item, bookingId, person))
				for (const untold of ['n8n was killed before it told the PIN', TOLD_HOST] as const)
					oracle.settle(booking, person, untilMs, untold);
			// With an item of the old rooms, the guest goes on with the PIN and the doors of these.
			const shown = Array.isArray(item.json.rooms) ? item.json.rooms : [];
			const rooms = (booking.versions[version]?.rooms ?? []).map(nameOfRoom);
			const isOfOldRooms = rooms.some((room) => !shown.includes(room));
			if (hasProblem(item, 'old_access_kept'))
				oracle.leaveToHost(
					booking,
					person,
					OLD_ROOM_KEPT,
					isOfOldRooms ? undefined : 'wrong person',
				);
			else oracle.settle(booking, person, untilMs, OLD_ROOM_KEPT);
		}
	}

	/** Guests who have left since the last version that n8n knows, and whose access the node does not end by its rules. */
	private leaveToHost(
		task: Task,
		own: ReadonlyArray<[PersonRow, INodeExecutionData | undefined]>,
		isKept: boolean,
	): void {
		const [[{ booking, version: index }] = [] as never] = own;
		const { oracle } = this.season;
		const version = booking.versions[index] as Version;
		const isNight = task.is === 'sync';
		const isBefore = isNight && version.arrivalMs > task.listAtMs;
		if (isBefore && !isKept)
			for (const { person } of booking.versions.flatMap(({ guests }) => guests)) {
				const hadBegun = booking.versions.some(
					(earlier) => hasGuest(earlier, person) && earlier.arrivalMs <= task.listAtMs,
				);
				if (hadBegun && !hasGuest(version, person))
					oracle.leaveToHost(booking, person, LEFT_AFTER_ARRIVAL);
				else
					for (const cause of ENDED_BY_LIST) oracle.settle(booking, person, this.time.now(), cause);
			}
		// An execution that was killed may have made access of a version that does not bind.
		const before = [oracle.knownVersion(booking), this.newestGiven.get(booking) ?? -1];
		const left = [...new Set(before)]
			.flatMap((known) => booking.versions[known]?.guests ?? [])
			.filter(({ person }) => !hasGuest(version, person));
		for (const { person, number } of left) {
			const taker = own.find(
				([{ row }, item]) =>
					row.id === reservationKeyOf(booking.id, number) && hasProblem(item, 'guest_changed'),
			);
			if (taker) {
				const [row] = taker;
				const cause = 'another guest after the arrival: the host was asked';
				for (const one of [person, row.person]) oracle.leaveToHost(booking, one, cause);
				const atMs = this.time.now() + HOST_ACTS_AFTER_MS;
				this.newcomers.push({ atMs, row, former: [person] });
			} else if (isNight && !isBefore) {
				oracle.leaveToHost(booking, person, LEFT_AFTER_ARRIVAL);
			} else if (isNight && isKept) {
				oracle.leaveToHost(booking, person, 'the nightly list did not end it by its rules');
			}
		}
	}

	/** What the nightly list means for bookings that it leaves out. */
	private judgeMissing(
		listAtMs: number,
		round: DoneRound,
		untilMs: number,
		isRefused: boolean,
	): void {
		for (const [booking, version] of this.missingFrom(listAtMs)) {
			const cause =
				isRefused || this.isKept(booking, round)
					? 'the nightly list did not end it by its rules'
					: this.causeOf(booking, true, round);
			this.season.oracle.got(booking, version, untilMs, cause);
		}
	}

	/** Whether the nightly list ends no access of a booking: because it is new, or because the service left out a record. */
	private isKept(booking: Booking, { startMs, pageBoundary }: DoneRound): boolean {
		return pageBoundary === 'skipsOne' || startMs - (this.touchedAt.get(booking) ?? 0) < NEW_FOR_MS;
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

/** Items about access that the list does not name come from all rows. */
const isAbout = ({ json }: INodeExecutionData, row: PersonRow | undefined) =>
	row !== undefined && (json.reservation_key === undefined || json.reservation_key === row.row.id);

const hasGuest = ({ guests }: Version, person: string) =>
	guests.some((guest) => guest.person === person);

const hasProblem = (item: INodeExecutionData | undefined, wanted: string) =>
	problemsOf(item?.json ?? {}).some(({ code }) => code === wanted);

/** Null: the connection was cut. */
const isFailedStatus = (status: number | null | undefined): boolean =>
	!status || status === 429 || status >= 500;

const isUnchanged = ({ json }: INodeExecutionData) => json.outcome === 'unchanged';

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

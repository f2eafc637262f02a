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
	HOUR_MS,
	indexAt,
	makeBookings,
	versionAt,
	type Booking,
	type ChangeName,
	type Guest,
	type Version,
} from './bookings';
import { buildHouse, type House, type Makers } from './house';
import { Messages, changesOf, problemsOf } from './messages';
import { N8n, type Row } from './n8n';
import { Oracle, STEP_MS, type Cause } from './oracle';
import { Random } from './random';
import { SeasonTime } from './time';

const START_MS = Date.parse('2027-05-01T00:00:00Z');
const ATTEMPT_MS = 5_000;
const LAG_MS = 5 * 60_000;
const PAGE_SIZE = 20;

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
export interface Told {
	atMs: number;
	untilMs: number;
	task: Task['is'];
	/** Paths and statuses of all requests of the round, in order. */
	requests: string[];
	trouble?: Cause;
	items: Array<{ bookingId: string; version: number; person: string; said: string }>;
}

export interface Season {
	options: SeasonOptions;
	settings: Partial<SandboxSettings>;
	house: House;
	bookings: Booking[];
	agenda: Agenda;
	oracle: Oracle;
	messages: Messages;
	executions: Told[];
	/** Guests in the house without a message from the workflow, and why. */
	unsent: Array<{ bookingId: string; person: string; cause: string }>;
	failures: number;
	requestCount: number;
}

/** Plays a season: the house, its guests, their bookings and everything that goes wrong come from the seed alone. */
export async function playSeason(options: SeasonOptions): Promise<Season> {
	const random = new Random(options.seed);
	const settings = { ...serviceOf(random), ...options.settings };
	const time = new SeasonTime(START_MS);
	const sandbox = await createSandbox({
		fixture: 'empty',
		clock: time.clock,
		settings: { attemptDurationMs: ATTEMPT_MS, maxPageSize: PAGE_SIZE, ...settings },
	});
	time.requests = sandbox.requests;
	try {
		const { rooms, days, stays, makers = ['ttlock'] } = options;
		const house = buildHouse(sandbox, rooms, makers);
		const bookings = makeBookings({
			random,
			rooms: house.rooms,
			startMs: START_MS,
			days,
			stays,
			changes: options.changes ?? ALL_CHANGES,
		});
		const agenda = makeAgenda({
			random,
			bookings,
			locks: house.locks,
			startMs: START_MS,
			days,
			troubles: options.troubles ?? ALL_TROUBLES,
		});
		const player = new Player(options, settings, sandbox, time, house, bookings, agenda);
		return await player.play();
	} finally {
		await sandbox.stop();
	}
}

/** How this service answers where services differ. */
function serviceOf(random: Random): Partial<SandboxSettings> {
	return {
		grantUpdatePlaces: random.pick(['refused', 'ignored', 'replaced']),
		deletedGrantKeys: random.pick(['freeWhenGone', 'freeAtOnce', 'neverFree']),
		takenKeyAnswer: random.pick(['conflict', 'invalidInput']),
		takenIdentityAnswer: random.pick(['conflict', 'invalidInput']),
		inlineIdentityTaken: random.pick(['refused', 'reused']),
	};
}

class Player {
	private readonly n8n: N8n;
	private readonly messages = new Messages();
	private readonly oracle: Oracle;
	private readonly executions: Told[] = [];
	private readonly unsent = new Map<string, Season['unsent'][number]>();
	private readonly touchedAt = new Map<string, number>();
	private failures = 0;
	private requestCount = 0;

	constructor(
		private readonly options: SeasonOptions,
		private readonly settings: Partial<SandboxSettings>,
		private readonly sandbox: Sandbox,
		private readonly time: SeasonTime,
		private readonly house: House,
		private readonly bookings: Booking[],
		private readonly agenda: Agenda,
	) {
		this.n8n = new N8n(sandbox);
		this.oracle = new Oracle(sandbox, house, bookings, agenda, this.messages);
	}

	async play(): Promise<Season> {
		const { options, settings, house, bookings, agenda, oracle, messages, executions } = this;
		const endMs = START_MS + options.days * DAY_MS;
		this.scheduleLocks();
		this.scheduleWalks(START_MS + STEP_MS, endMs);
		for (const round of agenda.rounds) {
			await this.time.moveTo(round.atMs);
			await this.playRound(round);
		}
		await this.time.moveTo(endMs);
		oracle.finish(endMs);
		const unsent = [...this.unsent.values()];
		const { failures, requestCount } = this;
		return {
			options,
			settings,
			house,
			bookings,
			agenda,
			oracle,
			messages,
			executions,
			unsent,
			failures,
			requestCount,
		};
	}

	private scheduleLocks(): void {
		for (const [lock, periods] of this.agenda.offline) {
			for (const [offlineMs, onlineMs] of periods) {
				this.time.clock.schedule(offlineMs, async () => await this.setLock(lock, 'disconnect'));
				this.time.clock.schedule(onlineMs, async () => await this.setLock(lock, 'connect'));
			}
		}
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

	private scheduleWalks(atMs: number, endMs: number): void {
		if (atMs >= endMs) return;
		this.time.clock.schedule(atMs, () => {
			this.oracle.walk(atMs);
			this.noteUnsent(atMs);
			this.scheduleWalks(atMs + STEP_MS, endMs);
		});
	}

	/** Notes guests who have been in the house for an hour without a message from the workflow. */
	private noteUnsent(nowMs: number): void {
		for (const [booking, { person }] of this.guestsInHouse(nowMs - HOUR_MS, nowMs)) {
			const name = `${booking.id} ${person}`;
			if (this.unsent.has(name) || this.messages.wasSent(booking.id, person)) continue;
			if (this.oracle.knownVersion(booking) < 0) continue;
			const cause =
				this.oracle.leftBy(booking) ??
				(this.messages.wasTold(booking.id, person)
					? 'not ready in time: the host told them'
					: 'product');
			this.unsent.set(name, { bookingId: booking.id, person, cause });
		}
	}

	private guestsInHouse(fromMs: number, toMs: number): Array<[Booking, Guest, Version]> {
		return this.bookings.flatMap((booking) => {
			const version = versionAt(booking, toMs);
			const isIn =
				version !== undefined &&
				['confirmed', 'modified'].includes(version.status) &&
				version.arrivalMs <= fromMs &&
				toMs < version.departureMs;
			return isIn
				? version.guests.map((guest) => [booking, guest, version] as [Booking, Guest, Version])
				: [];
		});
	}

	private async playRound(round: Round): Promise<void> {
		const { faults, settings, requests } = this.sandbox;
		const startMs = this.time.now();
		const isOut = isIn(startMs, this.agenda.outages);
		const isLagging = isIn(startMs, this.agenda.lags);
		settings.listLagMs = isLagging ? LAG_MS : 0;
		settings.pageBoundary = round.pageBoundary;
		requests.clear();
		if (isOut) faults.always('*', { kind: 'outage' });
		else if (round.killedAfter !== undefined)
			faults.always('*', { kind: 'cut' }, { after: round.killedAfter });
		else for (const { fault, after } of round.faults) faults.next('*', fault, { after });
		const isKilled = () =>
			round.killedAfter !== undefined && requests.entries.length > round.killedAfter;
		const results = await Promise.all(
			round.tasks.map(async (task) => {
				const rows = this.rowsOf(task);
				const items = await this.runTask(task, rows, isKilled);
				return { task, rows, items, untilMs: this.time.now() };
			}),
		);
		faults.clear();
		this.requestCount += requests.entries.length;
		const sent = requests.entries.map(({ path, status }) => `${path} ${String(status)}`);
		const metFault = requests.entries.some(
			({ status }) => status === null || status === undefined || status === 429 || status >= 500,
		);
		const runsOf = (booking: Booking) =>
			results.filter(({ rows }) => rows.some((row) => row.booking === booking)).length;
		const versions = new Map<string, Set<number>>();
		for (const { rows } of results)
			for (const { booking, version } of rows)
				versions.set(booking.id, (versions.get(booking.id) ?? new Set()).add(version));
		for (const { task, rows, items, untilMs } of results) {
			const trouble: Cause | undefined = isKilled()
				? 'n8n was killed'
				: metFault
					? 'the service failed'
					: undefined;
			const told: Told = {
				atMs: startMs,
				untilMs,
				task: task.is,
				requests: sent,
				trouble,
				items: [],
			};
			this.executions.push(told);
			this.judge(
				task,
				rows,
				items,
				{ trouble, isLagging, startMs, untilMs, versions, runsOf },
				told,
			);
		}
	}

	private async runTask(
		task: Task,
		rows: readonly PersonRow[],
		isKilled: () => boolean,
	): Promise<INodeExecutionData[]> {
		const name = task.is === 'look' ? 'get' : task.is;
		if (rows.length === 0) return [];
		return await this.n8n.run(
			name,
			rows.map(({ row }) => row),
			isKilled,
		);
	}

	/** What each booking's execution means for the oracle, and what its guests are told. */
	private judge(
		task: Task,
		rows: readonly PersonRow[],
		items: readonly INodeExecutionData[],
		round: {
			trouble?: Cause;
			isLagging: boolean;
			startMs: number;
			untilMs: number;
			versions: ReadonlyMap<string, ReadonlySet<number>>;
			runsOf: (booking: Booking) => number;
		},
		told: Told,
	): void {
		const { startMs, untilMs, trouble, isLagging } = round;
		const itemOf = new Map(items.map((item) => [indexOf(item), item]));
		for (const [index, { row, person, booking, version }] of rows.entries()) {
			const item = itemOf.get(index);
			if (!item) continue;
			if (task.is === 'look') this.messages.tellByHost(item, row, person);
			else
				this.messages.hear(item, row, person, {
					atMs: untilMs,
					cause:
						this.oracle.leftBy(booking) ??
						(round.runsOf(booking) > 1 ? 'two executions at once' : undefined),
				});
			told.items.push({ bookingId: booking.id, version, person, said: sayingOf(item) });
			if (isFailed(item)) this.failures++;
		}
		const ended = items.filter((item) => indexOf(item) === undefined || !rows[indexOf(item) ?? -1]);
		for (const item of ended)
			told.items.push({
				bookingId: String(item.json.reservation_key),
				version: -1,
				person: '',
				said: sayingOf(item),
			});
		if (task.is === 'look') return;
		const isRefused = ended.some(({ json }) =>
			problemsOf(json).some(({ code }) => code === 'not_removed'),
		);
		const named = new Map(rows.map(({ booking, version }) => [booking, version]));
		const missing = task.is === 'sync' ? this.missingFrom(task.listAtMs, named) : [];
		for (const [booking, version] of [...named, ...missing]) {
			const isMissing = !named.has(booking);
			const mine = rows.flatMap((row, index) =>
				row.booking === booking ? [itemOf.get(index)] : [],
			);
			const known = this.oracle.knownVersion(booking);
			const hasFailed = isMissing || mine.some((item) => item === undefined || isFailed(item));
			const isTouchedNow = startMs - (this.touchedAt.get(booking.id) ?? -Infinity) < 2 * LAG_MS;
			const cause: Cause | undefined =
				trouble === 'n8n was killed'
					? trouble
					: (round.versions.get(booking.id)?.size ?? 1) > 1
						? 'two versions ran at once'
						: isMissing && isRefused
							? 'the list was too far from what exists'
							: // Who says that a change was made is held to it, whatever happened meanwhile.
								!hasFailed
								? undefined
								: (trouble ??
									(isLagging && isTouchedNow ? 'the lists of the service lagged' : undefined));
			if (task.is === 'sync' && version < known && !isMissing)
				this.oracle.missed(booking, version, 'an older version came last', untilMs);
			else if (cause) this.oracle.missed(booking, version, cause, untilMs);
			else this.oracle.learned(booking, version, untilMs);
			this.touchedAt.set(booking.id, untilMs);
		}
	}

	/** Canceled bookings, which the list leaves out. Guests who have arrived keep their access. */
	private missingFrom(
		listAtMs: number,
		named: ReadonlyMap<Booking, number>,
	): Array<[Booking, number]> {
		return this.bookings.flatMap((booking) => {
			const version = indexAt(booking, listAtMs);
			const latest = booking.versions[version];
			return latest?.status === 'cancelled' && !named.has(booking) && latest.arrivalMs > listAtMs
				? [[booking, version] as [Booking, number]]
				: [];
		});
	}

	private rowsOf(task: Task): PersonRow[] {
		if (task.is === 'webhook') return webhookRows(task.booking, task.version);
		if (task.is === 'sync')
			return this.bookings.flatMap((booking) => listRows(booking, task.listAtMs));
		const nowMs = this.time.now();
		return this.guestsInHouse(nowMs + 12 * HOUR_MS, nowMs).flatMap(([booking, guest, version]) =>
			this.messages.wasTold(booking.id, guest.person)
				? []
				: [
						{
							booking,
							version: booking.versions.indexOf(version),
							person: guest.person,
							row: toRow(booking, version, guest, guest.number),
						},
					],
		);
	}
}

interface PersonRow {
	booking: Booking;
	version: number;
	person: string;
	row: Row;
}

/** A webhook has all guests of the booking, and those who have left it as canceled, unless that would end everybody's access. */
function webhookRows(booking: Booking, index: number): PersonRow[] {
	const version = booking.versions[index] as Version;
	const left = booking.versions
		.slice(0, index)
		.flatMap(({ guests }) => guests)
		.filter(({ number }) => number > 1 && !version.guests.some((guest) => guest.number === number));
	const gone = [...new Map(left.map((guest) => [guest.number, guest])).values()];
	return [
		...version.guests.map((guest) => ({ guest, of: version })),
		...gone.map((guest) => ({ guest, of: { ...version, status: 'cancelled' as const } })),
	].map(({ guest, of }) => ({
		booking,
		version: index,
		person: guest.person,
		row: toRow(booking, of, guest, guest.number),
	}));
}

/** The nightly list has what is current and upcoming, without canceled bookings. Half of the bookings number their guests by place. */
function listRows(booking: Booking, listAtMs: number): PersonRow[] {
	const index = indexAt(booking, listAtMs);
	const version = booking.versions[index];
	if (!version || version.status === 'cancelled' || version.departureMs < listAtMs - DAY_MS)
		return [];
	return version.guests.map((guest, place) => ({
		booking,
		version: index,
		person: guest.person,
		row: toRow(booking, version, guest, booking.isRenumbered ? place + 1 : guest.number),
	}));
}

const toRow = ({ id }: Booking, version: Version, guest: Guest, guestNumber: number): Row => ({
	id,
	guestNumber,
	guestKey: guest.key,
	status: version.status,
	name: guest.name,
	email: guest.email,
	phone: guest.phone,
	rooms: version.rooms.join(', '),
	arrival: new Date(version.arrivalMs).toISOString(),
	departure: new Date(version.departureMs).toISOString(),
	changedAt: new Date(version.atMs).toISOString(),
});

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

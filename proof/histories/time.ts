import crypto from 'node:crypto';
import type { CancelSchedule, Clock, ScheduledRun } from '../../sandbox/domain/clock';
import { Random } from './random';

interface Entry {
	atMs: number;
	order: number;
	run: ScheduledRun;
}

const RealDate = Date;
const realTimers = { setTimeout, clearTimeout };
const realRandom = Math.random;
const realUUID = crypto.randomUUID;
const realTimeout = AbortSignal.timeout.bind(AbortSignal);
const RealDateTimeFormat = Intl.DateTimeFormat;
const formats = new Map<string, Intl.DateTimeFormat>();

/** To make a format takes longer than everything else that writes a time. */
function formatOnce(...given: ConstructorParameters<typeof Intl.DateTimeFormat>) {
	const name = JSON.stringify(given);
	const format = formats.get(name) ?? new RealDateTimeFormat(...given);
	formats.set(name, format);
	return format;
}

/** More turns of the event loop than a piece of work that only waits for promises needs. */
const MOST_IDLE_TURNS = 50;

function OnceMadeFormat(...given: ConstructorParameters<typeof Intl.DateTimeFormat>) {
	return formatOnce(...given);
}
OnceMadeFormat.supportedLocalesOf = (locales: string[]) =>
	RealDateTimeFormat.supportedLocalesOf(locales);

/**
 * One time for the node and the service, in place of the timers and the clock of the process. It
 * moves only when everybody waits.
 */
export class VirtualTime implements Clock {
	readonly aheadMs = 0;
	private entries: Entry[] = [];
	private order = 0;
	/** Of requests that are under way. */
	readonly limits = new Set<TimeLimit>();

	constructor(private nowMs: number) {}

	/**
	 * Until `uninstall`, `Date` and the timers of this process are those of this time, and IDs and the pauses before
	 * retries are drawn from a fixed seed. Only the node reads `Date.now()`, which is so far ahead.
	 */
	install(aheadMs: number): void {
		const now = () => this.nowMs + aheadMs;
		const random = new Random(1);
		Math.random = () => random.next();
		crypto.randomUUID = () => uuidOf(random);
		globalThis.Date = class extends RealDate {
			constructor(...given: [] | [number | string | Date]) {
				super(...((given.length === 0 ? [now()] : given) as [number]));
			}
			static override now = now;
		} as DateConstructor;
		Intl.DateTimeFormat = OnceMadeFormat as unknown as typeof Intl.DateTimeFormat;
		const start = (run: () => void, ms = 0) => {
			const cancel = this.schedule(this.nowMs + Math.max(0, ms), run);
			return { cancel, unref: () => {}, ref: () => {} };
		};
		globalThis.setTimeout = start as unknown as typeof setTimeout;
		AbortSignal.timeout = (ms) => new TimeLimit(this, this.nowMs + ms) as unknown as AbortSignal;
		globalThis.clearTimeout = ((timer?: { cancel?: () => void }) =>
			timer?.cancel?.()) as typeof clearTimeout;
	}

	uninstall(): void {
		globalThis.Date = RealDate;
		Math.random = realRandom;
		crypto.randomUUID = realUUID;
		Object.assign(globalThis, realTimers);
		AbortSignal.timeout = realTimeout;
		Intl.DateTimeFormat = RealDateTimeFormat;
	}

	now(): number {
		return this.nowMs;
	}

	schedule(atMs: number, run: ScheduledRun): CancelSchedule {
		const entry = { atMs, order: ++this.order, run };
		let low = 0;
		let high = this.entries.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.entries[middle] as Entry).atMs <= atMs) low = middle + 1;
			else high = middle;
		}
		this.entries.splice(low, 0, entry);
		return () => {
			const index = this.entries.indexOf(entry);
			if (index >= 0) this.entries.splice(index, 1);
		};
	}

	/**
	 * Until the returned function is called, no time limit that runs now passes: what happens at the
	 * same time makes no request slower.
	 */
	holdLimits(): () => void {
		const sinceMs = this.nowMs;
		const held = [...this.limits];
		for (const limit of held) limit.stop();
		return () => {
			for (const limit of held) limit.goOn(this.nowMs - sinceMs);
		};
	}

	async sleep(ms: number): Promise<void> {
		await new Promise<void>((resolve) => this.schedule(this.nowMs + ms, resolve));
	}

	async advanceBy(ms: number): Promise<void> {
		await this.until(this.sleep(ms));
	}

	async returnToRealTime(): Promise<void> {}

	/** Moves time until the work is done. */
	async until<Result>(work: Promise<Result>): Promise<Result> {
		let isDone = false;
		const done = () => (isDone = true);
		work.then(done, done);
		for (let idle = 0; ;) {
			await new Promise((resolve) => setImmediate(resolve));
			if (isDone) return await work;
			const next = this.entries.shift();
			if (next) {
				this.nowMs = Math.max(this.nowMs, next.atMs);
				await next.run();
				idle = 0;
			} else if (++idle > MOST_IDLE_TURNS)
				throw new Error('The work waits for something that never comes.');
		}
	}
}

function uuidOf(random: Random): ReturnType<typeof crypto.randomUUID> {
	const digits = (length: number) =>
		random
			.whole(0, 16 ** length - 1)
			.toString(16)
			.padStart(length, '0');
	return `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(6)}${digits(6)}`;
}

/** A time limit that costs nothing unless it passes, because each request has one. */
class TimeLimit {
	private stopTimer: CancelSchedule = () => {};
	private listener?: () => void;

	constructor(
		private readonly time: VirtualTime,
		private atMs: number,
	) {}

	addEventListener(_type: 'abort', listener: () => void): void {
		this.listener = listener;
		this.time.limits.add(this);
		this.goOn(0);
	}

	removeEventListener(): void {
		this.listener = undefined;
		this.time.limits.delete(this);
		this.stop();
	}

	stop(): void {
		this.stopTimer();
	}

	goOn(laterMs: number): void {
		this.atMs += laterMs;
		const { listener } = this;
		if (listener) this.stopTimer = this.time.schedule(this.atMs, listener);
	}
}

import type { CancelSchedule, Clock, ScheduledRun } from '../../sandbox/domain/clock';

interface Entry {
	atMs: number;
	order: number;
	run: ScheduledRun;
}

const RealDate = Date;
const realTimers = { setTimeout, clearTimeout };
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

	constructor(private nowMs: number) {}

	/** Until `uninstall`, `Date` and the timers of this process are those of this time. */
	install(): void {
		const now = () => this.nowMs;
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
		globalThis.clearTimeout = ((timer?: { cancel?: () => void }) =>
			timer?.cancel?.()) as typeof clearTimeout;
	}

	uninstall(): void {
		globalThis.Date = RealDate;
		Object.assign(globalThis, realTimers);
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

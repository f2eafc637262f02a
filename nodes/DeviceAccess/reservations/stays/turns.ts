import { NotStartedError } from '../../errors/errors';
import { onAbort } from '../../transport/httpCall';
import type { SendRequest } from '../../transport/request';
import { rememberLast } from './lastChanges';
import { type StayKey, stayKeyOf } from './stay';

/** Done once everybody in the line of a stay is. Empty when nobody works on one. */
const lines = new Map<string, Promise<void>>();

interface Write {
	at: number;
	by: { isStopped: boolean };
	/** The last one with which all that its turn was for was done. */
	done?: Write;
}

/** By stay. A restart forgets it. */
const lastWrites = new Map<string, Write>();

/** Counts what is read and written, because a clock can stand still between the two. */
let moment = 0;

export interface Turn {
	send: SendRequest;
	/** True if another run has written to the stay since this one read it. */
	isChanged: boolean;
	/** What other runs have written after this turn. One that failed or was stopped tells nobody. */
	changedSince: () => 'and told' | 'untold' | undefined;
}

/**
 * Of one run. In all executions of this process, one order at a time works on a stay. Each has at
 * most one place in a line, so that no two wait for each other.
 */
export class Turns {
	/** Before this run reads what is there. */
	private readonly beganAt = ++moment;
	/** Without the signal, which others may not keep. */
	private readonly run = { isStopped: false };
	/** One promise for all, because Node warns of a memory leak if a signal has many listeners. */
	private readonly stopped: Promise<void>;

	constructor(
		private readonly account: string,
		stop: AbortSignal,
	) {
		this.stopped = new Promise((resolve) =>
			onAbort(stop, () => {
				this.run.isStopped = true;
				resolve();
			}),
		);
	}

	/** Once nobody else is at work on the stay, or the run stops. */
	async inLine<Result>(stay: StayKey, work: () => Promise<Result>): Promise<Result> {
		const { before, leave } = lineUp(this.nameOf(stay));
		try {
			await Promise.race([before, this.stopped]);
			return await work();
		} finally {
			leave();
		}
	}

	/** Throws NotStartedError if the run stops before it has its turn. */
	async take<Result extends { isFailed?: true }>(
		{ stay, send }: { stay: StayKey; send: SendRequest },
		work: (turn: Turn) => Promise<Result>,
	): Promise<Result> {
		const name = this.nameOf(stay);
		let hasWritten = false;
		let isDone = false;
		const note = () => {
			const write: Write = { at: ++moment, by: this.run };
			const done = isDone ? write : lastWrites.get(name)?.done;
			rememberLast(lastWrites, name, { ...write, done });
		};
		const isOfOthersSince = (at: number, write: Write | undefined): write is Write =>
			write !== undefined && write.by !== this.run && write.at > at;
		return await this.inLine(stay, async () => {
			if (this.run.isStopped) throw new NotStartedError();
			const takenAt = ++moment;
			try {
				const done = await work({
					send: async (request) => {
						if (request.effect === 'write') {
							hasWritten = true;
							note();
						}
						return await send(request);
					},
					isChanged: isOfOthersSince(this.beganAt, lastWrites.get(name)),
					changedSince: () => {
						const last = lastWrites.get(name);
						if (!isOfOthersSince(takenAt, last)) return undefined;
						const { done } = last;
						return isOfOthersSince(takenAt, done) && !done.by.isStopped ? 'and told' : 'untold';
					},
				});
				isDone = !done.isFailed;
				return done;
			} finally {
				// Who has read between the first write and the last one knows only a part.
				if (hasWritten) note();
			}
		});
	}

	private readonly nameOf = (stay: StayKey) => `${this.account} ${stayKeyOf(stay)}`;
}

function lineUp(name: string): { before: Promise<void>; leave: () => void } {
	const before = lines.get(name) ?? Promise.resolve();
	let leave = () => {};
	const left = new Promise<void>((resolve) => (leave = resolve));
	const line = before.then(async () => await left);
	lines.set(name, line);
	void line.then(() => {
		if (lines.get(name) === line) lines.delete(name);
	});
	return { before, leave };
}

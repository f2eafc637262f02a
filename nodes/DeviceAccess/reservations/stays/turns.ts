import { NotStartedError } from '../../errors/errors';
import { onAbort } from '../../transport/httpCall';
import type { SendRequest } from '../../transport/request';
import { rememberLast } from './lastChanges';
import { type StayKey, stayKeyOf } from './stay';

/** Done once everybody in the line of a stay is. Empty when nobody works on one. */
const lines = new Map<string, Promise<void>>();

interface Write {
	at: number;
	byRun: number;
}

/** By stay. A restart forgets it. */
const lastWrites = new Map<string, Write>();

/** Counts what is read and written, because a clock can stand still between the two. */
let moment = 0;

export interface Turn {
	send: SendRequest;
	/** True if another run has written to the stay since this one read it. */
	isChanged: boolean;
	/** True if another run has written to the stay, or begun to, after this turn. */
	isChangedSince: () => boolean;
}

/**
 * Of one run. In all executions of this process, one order at a time works on a stay. Each has at
 * most one turn, so that no two wait for each other.
 */
export class Turns {
	/** Before this run reads what is there. */
	private readonly beganAt = ++moment;
	/** One promise for all, because Node warns of a memory leak if a signal has many listeners. */
	private readonly stopped: Promise<void>;

	constructor(
		private readonly account: string,
		private readonly stop: AbortSignal,
	) {
		this.stopped = new Promise((resolve) => onAbort(stop, resolve));
	}

	/** Throws NotStartedError if the run stops before it has its turn. */
	async take<Result>(
		{ stay, send }: { stay: StayKey; send: SendRequest },
		work: (turn: Turn) => Promise<Result>,
	): Promise<Result> {
		const name = `${this.account} ${stayKeyOf(stay)}`;
		const { before, leave } = lineUp(name);
		let hasWritten = false;
		const note = () => rememberLast(lastWrites, name, { at: ++moment, byRun: this.beganAt });
		const hasOthersSince = (at: number): boolean => {
			const last = lastWrites.get(name);
			return last !== undefined && last.byRun !== this.beganAt && last.at > at;
		};
		try {
			await Promise.race([before, this.stopped]);
			if (this.stop.aborted) throw new NotStartedError();
			const takenAt = ++moment;
			return await work({
				send: async (request) => {
					if (request.effect === 'write') {
						hasWritten = true;
						note();
					}
					return await send(request);
				},
				isChanged: hasOthersSince(this.beganAt),
				isChangedSince: () => hasOthersSince(takenAt),
			});
		} finally {
			// Who has read between the first write and the last one knows only a part.
			if (hasWritten) note();
			leave();
		}
	}
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

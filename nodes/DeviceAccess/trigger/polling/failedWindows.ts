import {
	ConnectionError,
	PageLoopError,
	ServiceError,
	UnexpectedAnswerError,
} from '../../errors/errors';
import type { EventWindow } from '../../lists/listEvents';

/** The least width of a window that failed, in milliseconds. */
const LEAST_WIDTH_MS = 1000;

/** If so many of the narrowest windows fail one after the other, the service answers nothing now. */
const MOST_IN_A_ROW = 5;

export class FailedWindows {
	failure: unknown;

	/** The first window that the poll passed over, to read what comes after it. */
	passedOver?: Required<EventWindow>;

	private latest: unknown;

	private inARow = 0;

	readonly add = (error: unknown): undefined => {
		this.latest = error;
		this.failure ??= error;
	};

	/**
	 * The window to read after the one that failed: a narrower one, or one behind it. Undefined if
	 * the poll ends here. `untilMs` is the end of a window without one.
	 */
	readOn({ afterMs, beforeMs }: EventWindow, untilMs: number): EventWindow | undefined {
		if (!isAboutWindow(this.latest)) return undefined;
		const widthMs = untilMs - afterMs;
		if (widthMs > LEAST_WIDTH_MS)
			return { afterMs, beforeMs: afterMs + Math.max(LEAST_WIDTH_MS, Math.floor(widthMs / 60)) };
		this.inARow++;
		if (this.inARow === MOST_IN_A_ROW || beforeMs === undefined) return undefined;
		this.passedOver ??= { afterMs, beforeMs };
		return { afterMs: beforeMs - 1, beforeMs: beforeMs - 1 + LEAST_WIDTH_MS };
	}

	/** A window was read. What failed before was narrowed to it, unless it was passed over. */
	hasRead(): void {
		this.inARow = 0;
		if (!this.passedOver) this.failure = undefined;
	}
}

/** False for an error that any other window would meet too, such as a key that is not valid. */
const isAboutWindow = (error: unknown): boolean =>
	error instanceof PageLoopError ||
	error instanceof ConnectionError ||
	error instanceof UnexpectedAnswerError ||
	(error instanceof ServiceError && (error.answer.status >= 500 || error.answer.status < 400));

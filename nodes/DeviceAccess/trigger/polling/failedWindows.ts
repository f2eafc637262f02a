import {
	ConnectionError,
	PageLoopError,
	ServiceError,
	UnexpectedAnswerError,
} from '../../errors/errors';
import type { EventWindow } from '../../lists/listEvents';

/** A window that failed gets no narrower than this. */
const LEAST_WIDTH_MS = 1000;

/** If so many of the narrowest windows fail in a row, the service answers nothing now. */
const MOST_IN_A_ROW = 5;

export class FailedWindows {
	failure: unknown;

	passedOver?: Required<EventWindow>;

	private latest: unknown;

	private inARow = 0;

	readonly add = (error: unknown): undefined => {
		this.latest = error;
		this.failure ??= error;
	};

	/** A narrower window, or the one behind it. Undefined if the poll ends here. */
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

	/** What failed before was narrowed to this window, unless it was passed over. */
	hasRead(): void {
		this.inARow = 0;
		if (!this.passedOver) this.failure = undefined;
	}
}

/** False for an error that any window would meet, such as a key that is not valid. */
const isAboutWindow = (error: unknown): boolean =>
	error instanceof PageLoopError ||
	error instanceof ConnectionError ||
	error instanceof UnexpectedAnswerError ||
	(error instanceof ServiceError && (error.answer.status >= 500 || error.answer.status < 400));

import type { ActionAttempt, WireObject } from '../wire/records';

/** Base of all that this package throws on its own; `code` is stable and never shown as the message. */
export abstract class DeviceAccessError extends Error {
	abstract readonly code: string;

	override get name(): string {
		return this.constructor.name;
	}
}

/** Thrown when the service answered with a failed call (facts 1). Carries text of the service, not yet cleaned. */
export class ServiceError extends DeviceAccessError {
	readonly code = 'SERVICE_ERROR';

	constructor(
		readonly answer: {
			endpoint: string;
			effect: 'read' | 'write';
			status: number;
			/** `error.type`, or an empty string where the body had none. */
			type: string;
			/** Names of the parameters that were sent. */
			sent?: readonly string[];
			/** The IDs and keys among them. */
			identifiers?: Readonly<Record<string, string>>;
			serviceMessage: string;
			requestId?: string;
			/** The device that the service names in `error.data`. */
			deviceId?: string;
			validationErrors?: WireObject;
			/** Wait the service asked for, milliseconds. */
			retryAfterMs?: number;
			/** The longest wait that the node follows, where the service asked for more, milliseconds. */
			longestWaitMs?: number;
			/** A personal access token signed the call, and no API key. */
			isToken?: boolean;
			/** The request was never sent: the service had refused others for the same reason. */
			isHeldBack?: boolean;
		},
	) {
		super(`HTTP ${answer.status} ${answer.type}`);
	}
}

/** Thrown when no answer came: refused, cut, unknown host, time limit passed, certificate refused. */
export class ConnectionError extends DeviceAccessError {
	readonly code = 'CONNECTION_ERROR';

	constructor(
		readonly endpoint: string,
		/** Node's or n8n's code, such as ECONNREFUSED. */
		readonly networkCode: string,
		readonly effect: 'read' | 'write',
	) {
		super(`No answer: ${networkCode}`);
	}
}

/** Thrown when the answer is not what the interface promises: no JSON, a member missing, a redirect. */
export class UnexpectedAnswerError extends DeviceAccessError {
	readonly code = 'UNEXPECTED_ANSWER';

	constructor(
		readonly endpoint: string,
		/** What was wrong, as a sentence. */
		readonly sentence: string,
		readonly requestId?: string,
		readonly effect: 'read' | 'write' = 'read',
	) {
		super(sentence);
	}
}

/** Thrown when a list cannot be walked to its end safely; nothing is returned rather than a part or an endless loop. */
export class PageLoopError extends DeviceAccessError {
	readonly code = 'PAGE_LOOP';

	constructor(
		readonly endpoint: string,
		readonly reason: 'repeatedCursor' | 'missingCursor' | 'missingPagination' | 'tooManyPages' | 'tooManyRecords',
		readonly limit: number,
	) {
		super(`Page loop stopped: ${reason}`);
	}
}

/** Thrown when an accepted action ended without success; carries what the result item would have said. */
export class ActionFailedError extends DeviceAccessError {
	readonly code = 'ACTION_FAILED';

	constructor(
		/** What did not happen, as a sentence. */
		readonly sentence: string,
		readonly details: WireObject,
		readonly attempt?: ActionAttempt,
		readonly advice?: string,
	) {
		super(sentence);
	}
}

/** Noted for an action attempt that the service no longer knows, where nothing else can tell its outcome. */
export class ForgottenAttemptError extends DeviceAccessError {
	readonly code = 'FORGOTTEN_ATTEMPT';

	constructor() {
		super('The service no longer knows this action attempt');
	}
}

/** Thrown before any request when what was typed in cannot be right. */
export class InvalidParameterError extends DeviceAccessError {
	readonly code = 'INVALID_PARAMETER';

	constructor(
		message: string,
		readonly advice?: string,
	) {
		super(message);
	}
}

/** Thrown for a request that is not sent any more, because another item has failed and the run stops. */
export class NotStartedError extends DeviceAccessError {
	readonly code = 'NOT_STARTED';

	constructor() {
		super('Not started');
	}
}

/** Thrown when the workflow was cancelled while the node was at work. */
export class CancelledError extends DeviceAccessError {
	readonly code = 'CANCELLED';

	constructor() {
		// n8n takes an error for a cancellation only by this word; any other would start the error workflow.
		super('The execution was canceled');
	}
}

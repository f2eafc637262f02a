import type { ActionAttempt, WireObject } from '../wire/records';

/** Base of all errors of this package. `code` is stable and never shown in the message. */
export abstract class DeviceAccessError extends Error {
	abstract readonly code: string;

	/** True if the service may have carried out the write, because its answer is unclear or missing. */
	readonly mayHaveActed: boolean = false;

	override get name(): string {
		return this.constructor.name;
	}
}

/**
 * Thrown when the service answers with an error (docs/service.md#calls-1). Its text may still
 * contain secrets.
 */
export class ServiceError extends DeviceAccessError {
	readonly code = 'SERVICE_ERROR';

	override readonly mayHaveActed: boolean;

	constructor(
		readonly answer: {
			endpoint: string;
			effect: 'read' | 'write';
			status: number;
			/** `error.type`, or an empty string if the body has none. */
			type: string;
			sent?: readonly string[];
			identifiers?: Readonly<Record<string, string>>;
			serviceMessage: string;
			requestId?: string;
			/** The device that the service names in `error.data`. */
			deviceId?: string;
			validationErrors?: WireObject;
			retryAfterMs?: number;
			/** The longest wait that the node allows, if the service asks for more. */
			longestWaitMs?: number;
			/** True if a personal access token signed the call, not an API key. */
			isToken?: boolean;
			/**
			 * True if the request was not sent, because the service had refused another request with this
			 * error.
			 */
			isHeldBack?: boolean;
		},
	) {
		super(`HTTP ${answer.status} ${answer.type}`);
		const { effect, status, isHeldBack } = answer;
		this.mayHaveActed = effect === 'write' && !isHeldBack && (status >= 500 || status < 400);
	}
}

/** Network codes after which the service cannot have received the request. */
const WITHOUT_CONNECTION = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EPROTO']);

/**
 * Thrown when there is no answer: connection refused or closed, unknown host, timeout, certificate
 * not trusted.
 */
export class ConnectionError extends DeviceAccessError {
	readonly code = 'CONNECTION_ERROR';

	readonly isCertificate: boolean;

	override readonly mayHaveActed: boolean;

	constructor(
		readonly endpoint: string,
		/** Node's or n8n's code, such as ECONNREFUSED. */
		readonly networkCode: string,
		readonly effect: 'read' | 'write',
	) {
		super(`No answer: ${networkCode}`);
		this.isCertificate = /CERT|SIGNATURE/.test(networkCode);
		this.mayHaveActed =
			effect === 'write' && !this.isCertificate && !WITHOUT_CONNECTION.has(networkCode);
	}
}

/** Thrown for an answer that does not follow the API: not JSON, a missing member, a redirect. */
export class UnexpectedAnswerError extends DeviceAccessError {
	readonly code = 'UNEXPECTED_ANSWER';

	override readonly mayHaveActed: boolean;

	constructor(
		readonly endpoint: string,
		readonly sentence: string,
		readonly requestId?: string,
		effect: 'read' | 'write' = 'read',
	) {
		super(sentence);
		this.mayHaveActed = effect === 'write';
	}
}

/**
 * Thrown when a list cannot be read to its end. The caller gets no records, instead of part of the
 * list or an endless loop.
 */
export class PageLoopError extends DeviceAccessError {
	readonly code = 'PAGE_LOOP';

	constructor(
		readonly endpoint: string,
		readonly reason:
			'repeatedCursor' | 'missingCursor' | 'missingPagination' | 'tooManyPages' | 'tooManyRecords',
		readonly limit: number,
	) {
		super(`Page loop stopped: ${reason}`);
	}
}

/** Thrown when an action failed or is not supported. Carries the content of the result item. */
export class ActionFailedError extends DeviceAccessError {
	readonly code = 'ACTION_FAILED';

	constructor(
		readonly sentence: string,
		readonly details: WireObject,
		readonly attempt?: ActionAttempt,
		readonly advice?: string,
	) {
		super(sentence);
	}
}

/**
 * Noted for an action attempt that the service no longer knows, if its outcome cannot be found
 * another way.
 */
export class ForgottenAttemptError extends DeviceAccessError {
	readonly code = 'FORGOTTEN_ATTEMPT';

	constructor() {
		super('The service no longer has a record of this action attempt');
	}
}

/** Thrown for invalid input, often before any request. Nothing was changed. */
export class InvalidParameterError extends DeviceAccessError {
	readonly code = 'INVALID_PARAMETER';

	constructor(
		message: string,
		readonly advice?: string,
		/** What is wrong, for conditions, such as `unknown_room`. */
		readonly type?: string,
		/** The reservation that it is about, if nothing else of the item can be read. */
		readonly reservationKey?: string,
		readonly deviceId?: string,
		/** The errors that it joins. */
		readonly parts: readonly InvalidParameterError[] = [],
	) {
		super(message);
	}
}

/** Thrown for a request that is not sent, because another item failed and the node stops. */
export class NotStartedError extends DeviceAccessError {
	readonly code = 'NOT_STARTED';

	constructor() {
		super('Not started');
	}
}

/** An exception that no code foresees, which may have come after changes. */
export class UnforeseenError extends DeviceAccessError {
	readonly code = 'UNFORESEEN';

	/** True if the service may have made changes that no item tells of. */
	override readonly mayHaveActed: boolean;

	constructor(
		readonly reason: unknown,
		hasWritten: boolean,
	) {
		super('Something unexpected happened');
		this.mayHaveActed = hasWritten || mayHaveActed(reason);
	}
}

/** Thrown when the workflow was canceled while the node was running. */
export class CancelledError extends DeviceAccessError {
	readonly code = 'CANCELLED';

	constructor(override readonly mayHaveActed = false) {
		// n8n recognizes a cancellation only by this text. With any other, it would start the error
		// workflow.
		super('The execution was canceled');
	}
}

export const mayHaveActed = (error: unknown): boolean =>
	error instanceof DeviceAccessError && error.mayHaveActed;

/**
 * True if the request was certainly not sent, because another item failed or the workflow was
 * canceled.
 */
export const wasNotStarted = (error: unknown): boolean =>
	error instanceof NotStartedError || (error instanceof CancelledError && !error.mayHaveActed);

/**
 * Throws what was caught, unchanged. Only `toNodeError`, at the edge of the node, turns it into an
 * error of n8n; n8n's lint rule `require-node-api-error` asks every catch block to do so.
 */
export function rethrow(error: unknown): never {
	throw error;
}

/**
 * The error types for a PIN that another code on the lock has. The sources use two names
 * (docs/service.md#calls-10).
 */
export const DUPLICATE_CODE = /^duplicate_(access_)?code$/;

/**
 * The error types for a token whose request names no workspace, or one that the token does not
 * open.
 */
export const WORKSPACE_REFUSED = /^(missing_workspace_id|workspace_not_found)$/;

/**
 * Matches refusals that are about the rules for reservation keys, whose types are unknown
 * (docs/service.md#calls-2), but not a key such as `reservation:17`.
 */
export const ABOUT_RESERVATION = {
	endpoint: /^\/access_grants\/create$/,
	says: /(?:\b|_)reservation(?:_key|s)?(?![\w:-])/i,
};

/** True if the service refused the call because of the rules of reservation keys. */
export const isAboutReservation = (serviceMessage: string, type: string): boolean =>
	ABOUT_RESERVATION.says.test(serviceMessage) || ABOUT_RESERVATION.says.test(type);

/**
 * True if the service refused the key or token, which can be a 400 (docs/service.md#calls-7), or
 * its workspace. Waiting does not help.
 */
export const isKeyRefused = (error: unknown): boolean =>
	error instanceof ServiceError &&
	([401, 403].includes(error.answer.status) || WORKSPACE_REFUSED.test(error.answer.type));

/**
 * True if the service answers that it has no such record, such as `access_grant`. False for any
 * other 404.
 */
export const isNotFound = (error: unknown, record: string): boolean =>
	error instanceof ServiceError && error.answer.type === `${record}_not_found`;

/**
 * True if the service answers that it has no such record, whatever the record is. False for an
 * unknown path or workspace.
 */
export const isAnyNotFound = (error: unknown): boolean =>
	error instanceof ServiceError &&
	error.answer.type.endsWith('_not_found') &&
	!WORKSPACE_REFUSED.test(error.answer.type);

/**
 * True if the service does not have the endpoint, does not accept these parameters, or does not
 * allow the call.
 */
export const isNotOffered = (error: unknown): boolean =>
	error instanceof ServiceError && [400, 403, 404, 405, 501].includes(error.answer.status);

/** Error types for a lock that does not support an action (docs/service.md#calls-9). */
export const UNSUPPORTED_TYPES: ReadonlySet<string> = new Set([
	'unsupported_device',
	'device_type_not_supported',
]);

/** True if the service says that the lock does not support the action. */
export const isUnsupported = (error: unknown): error is ServiceError =>
	error instanceof ServiceError && UNSUPPORTED_TYPES.has(error.answer.type);

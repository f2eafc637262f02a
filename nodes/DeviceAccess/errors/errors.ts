import type { ActionAttempt } from '../wire/actionAttempts';
import type { WireObject } from '../wire/records';

/** `code` is stable and never shown in the message. */
export abstract class DeviceAccessError extends Error {
	abstract readonly code: string;

	/** True if the service may have carried out the write, because its answer is unclear or missing. */
	readonly mayHaveActed: boolean = false;

	override get name(): string {
		return this.constructor.name;
	}
}

/**
 * The service answers with an error (docs/service.md#calls-1). Its text may still contain secrets.
 */
export class ServiceError extends DeviceAccessError {
	readonly code = 'SERVICE_ERROR';

	override readonly mayHaveActed: boolean;

	constructor(
		readonly answer: {
			endpoint: string;
			effect: 'read' | 'write';
			status: number;
			/** Empty if the body has none. */
			type: string;
			sent?: readonly string[];
			identifiers?: Readonly<Record<string, string>>;
			serviceMessage: string;
			requestId?: string;
			/** Named in `error.data`. */
			deviceId?: string;
			validationErrors?: WireObject;
			retryAfterMs?: number;
			/** What a person allows, if the wait would be longer. */
			longestWaitMs?: number;
			isToken?: boolean;
			/** The answer has no form of the service: a proxy or gateway before it gave it. */
			isForeign?: boolean;
			/** The service had refused another request with this error, so this one was not sent. */
			isHeldBack?: boolean;
		},
	) {
		super(`HTTP ${answer.status} ${answer.type}`);
		const { effect, status, isHeldBack } = answer;
		this.mayHaveActed = effect === 'write' && !isHeldBack && isUnclearStatus(status);
	}
}

/** The service may have carried out what it answers so. */
export const isUnclearStatus = (status: number): boolean =>
	status >= 500 || status < 400 || status === 408;

/** n8n's protection against requests to internal addresses (SSRF) sent nothing. */
export const BLOCKED_BY_N8N = 'SSRF_BLOCKED';

/** Network codes after which the service cannot have received the request. */
const WITHOUT_CONNECTION = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EPROTO',
	BLOCKED_BY_N8N,
]);

/** There is no answer: no connection, unknown host, timeout, certificate not trusted. */
export class ConnectionError extends DeviceAccessError {
	readonly code = 'CONNECTION_ERROR';

	readonly isCertificate: boolean;

	override readonly mayHaveActed: boolean;

	constructor(
		readonly endpoint: string,
		/** Such as ECONNREFUSED. */
		readonly networkCode: string,
		readonly effect: 'read' | 'write',
		/** In n8n's words, without secrets. */
		readonly reason?: string,
	) {
		super(`No answer: ${networkCode}`);
		this.isCertificate = /CERT|SIGNATURE/.test(networkCode);
		this.mayHaveActed =
			effect === 'write' && !this.isCertificate && !WITHOUT_CONNECTION.has(networkCode);
	}
}

/** The answer does not follow the API: not JSON, a missing member, a redirect. */
export class UnexpectedAnswerError extends DeviceAccessError {
	readonly code = 'UNEXPECTED_ANSWER';

	override readonly mayHaveActed: boolean;

	readonly endpoint: string;

	readonly requestId?: string;

	constructor(
		answer: { endpoint: string; effect: 'read' | 'write'; requestId?: string },
		readonly sentence: string,
	) {
		super(sentence);
		this.endpoint = answer.endpoint;
		this.requestId = answer.requestId;
		this.mayHaveActed = answer.effect === 'write';
	}
}

export type FailedCall = ServiceError | ConnectionError | UnexpectedAnswerError;

/** The list cannot be read to its end. The caller gets none of its records. */
export class PageLoopError extends DeviceAccessError {
	readonly code = 'PAGE_LOOP';

	constructor(
		readonly endpoint: string,
		readonly reason:
			'repeatedCursor' | 'missingCursor' | 'missingPagination' | 'tooManyPages' | 'tooManyRecords',
		readonly limit = 0,
	) {
		super(`Page loop stopped: ${reason}`);
	}
}

export class ActionFailedError extends DeviceAccessError {
	readonly code = 'ACTION_FAILED';

	override readonly mayHaveActed: boolean;

	constructor(
		readonly sentence: string,
		readonly details: WireObject,
		readonly attempt?: ActionAttempt,
		readonly advice?: string,
	) {
		super(sentence);
		this.mayHaveActed = details.may_have_acted === true;
	}
}

/** The service no longer knows the attempt, and nothing else shows its outcome. */
export class ForgottenAttemptError extends DeviceAccessError {
	readonly code = 'FORGOTTEN_ATTEMPT';

	constructor() {
		super('The service no longer has a record of this action attempt');
	}
}

/** Often thrown before any request. Nothing was changed. */
export class InvalidParameterError extends DeviceAccessError {
	readonly code = 'INVALID_PARAMETER';

	constructor(
		message: string,
		readonly advice?: string,
		/** For conditions, such as `unknown_room`. */
		readonly type?: string,
		/** Set if nothing else of the item can be read. */
		readonly reservationKey?: string,
		readonly deviceId?: string,
		readonly parts: readonly InvalidParameterError[] = [],
	) {
		super(message);
	}
}

/** The request is not sent, because another item failed and the node stops. */
export class NotStartedError extends DeviceAccessError {
	readonly code = 'NOT_STARTED';

	constructor() {
		super('Not started');
	}
}

/** No code foresees the reason, and changes may have come before it. */
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

export class CancelledError extends DeviceAccessError {
	readonly code = 'CANCELLED';

	constructor(override readonly mayHaveActed = false) {
		// n8n recognizes a cancellation only by this text. Another would start the error workflow.
		super('The execution was canceled');
	}
}

export const mayHaveActed = (error: unknown): boolean =>
	error instanceof DeviceAccessError && error.mayHaveActed;

/** True if the request was certainly not sent. */
export const wasNotSent = (error: unknown): boolean =>
	error instanceof NotStartedError || (error instanceof CancelledError && !error.mayHaveActed);

/**
 * n8n's lint rule `require-node-api-error` asks every catch block for an error of n8n. Only
 * `toNodeError`, at the edge of the node, makes one.
 */
export function rethrow(error: unknown): never {
	throw error;
}

/** docs/service.md#calls-10 */
export const DUPLICATE_CODE = /^duplicate_(access_)?code$/;

/** The request of a token names no workspace, or one that the token does not open. */
export const WORKSPACE_REFUSED = /^(missing_workspace_id|workspace_not_found)$/;

/**
 * The types are unknown (docs/service.md#calls-2). A key such as `reservation:17` does not match.
 */
export const ABOUT_RESERVATION = {
	endpoint: /^\/access_grants\/create$/,
	says: /(?:\b|_)reservation(?:_key|s)?(?![\w:-])/i,
};

export const isAboutReservation = (serviceMessage: string, type: string): boolean =>
	ABOUT_RESERVATION.says.test(serviceMessage) || ABOUT_RESERVATION.says.test(type);

/**
 * Includes a workspace that the token does not open. Waiting does not help
 * (docs/service.md#calls-7).
 */
export const isKeyRefused = (error: unknown): boolean =>
	error instanceof ServiceError &&
	!error.answer.isForeign &&
	([401, 403].includes(error.answer.status) || WORKSPACE_REFUSED.test(error.answer.type));

/** True if the API key may not do this. Other calls may be allowed. */
export const isForbidden = (error: unknown): boolean =>
	error instanceof ServiceError &&
	!error.answer.isForeign &&
	error.answer.status === 403 &&
	!WORKSPACE_REFUSED.test(error.answer.type);

/** `record` is a name such as `access_grant`. False for any other 404. */
export const isNotFound = (error: unknown, record: string): boolean =>
	error instanceof ServiceError && error.answer.type === `${record}_not_found`;

/** False for an unknown path or workspace. */
export const isAnyNotFound = (error: unknown): boolean =>
	error instanceof ServiceError &&
	error.answer.type.endsWith('_not_found') &&
	!WORKSPACE_REFUSED.test(error.answer.type);

/**
 * True if the service does not know the endpoint or these parameters, or does not allow the call.
 * Any server may answer so for a path that it does not know, so it can be wrong for a moment.
 */
export const isNotOffered = (error: unknown): boolean =>
	error instanceof ServiceError &&
	([404, 405, 501].includes(error.answer.status) ||
		(!error.answer.isForeign && [400, 403].includes(error.answer.status)));

/** docs/service.md#calls-9 */
export const UNSUPPORTED_TYPES: ReadonlySet<string> = new Set([
	'unsupported_device',
	'device_type_not_supported',
]);

export const isUnsupported = (error: unknown): error is ServiceError =>
	error instanceof ServiceError && UNSUPPORTED_TYPES.has(error.answer.type);

/** Throws one error for all that the readers refuse. */
export function readAll<const Readers extends ReadonlyArray<() => unknown>>(
	readers: Readers,
): { [Place in keyof Readers]: ReturnType<Readers[Place]> } {
	const errors: InvalidParameterError[] = [];
	const values = readers.map((read) => {
		try {
			return read();
		} catch (error) {
			if (!(error instanceof InvalidParameterError)) return rethrow(error);
			errors.push(error);
			return undefined;
		}
	});
	if (errors.length > 0) throw joinErrors(errors);
	return values as { [Place in keyof Readers]: ReturnType<Readers[Place]> };
}

/**
 * Adds what `read` refuses in fields. A further error about no field may only follow from this one.
 */
export function withFurtherErrors(error: unknown, read: () => unknown): unknown {
	if (!(error instanceof InvalidParameterError)) return error;
	try {
		read();
		return error;
	} catch (further) {
		const parts = further instanceof InvalidParameterError ? partsOf(further) : [];
		return joinErrors([error, ...parts.filter(({ message }) => FIELD.test(message))]);
	}
}

/** The label of a field in a message. */
const FIELD = /'[^']*'/;

const labelOf = ({ message }: InvalidParameterError) => FIELD.exec(message)?.[0] ?? message;

const partsOf = (error: InvalidParameterError) => (error.parts.length > 0 ? error.parts : [error]);

/** Keeps the first error of each field. */
function joinErrors(errors: readonly InvalidParameterError[]): InvalidParameterError {
	const parts = errors.flatMap(partsOf);
	const byLabel = new Map([...parts].reverse().map((error) => [labelOf(error), error]));
	const [first, ...others] = parts.filter((error) => byLabel.get(labelOf(error)) === error);
	if (!first || others.length === 0) return first ?? new InvalidParameterError('');
	const inOne = (texts: Array<string | undefined>) =>
		[...new Set(texts.filter((text) => text !== undefined))]
			.map((text) => text.replace(/\.$/, ''))
			.join('. ');
	return new InvalidParameterError(
		inOne([first, ...others].map(({ message }) => message)),
		inOne([first, ...others].map(({ advice }) => advice)),
		others.every(({ type }) => type === first.type) ? first.type : undefined,
		first.reservationKey,
		first.deviceId,
		[first, ...others],
	);
}

import {
	adviceForAction,
	isTimeLimit,
	mayHaveActedWarning,
	missingRecordSentence,
	NETWORK_SENTENCES,
	PAGE_LOOP_HINTS,
} from './hints';
import {
	CHECK_FIELDS,
	CHECK_NAMED_FIELDS,
	ERROR_HINTS,
	FOREIGN_HINTS,
	FOREIGN_REFUSAL,
	type ErrorHint,
	UNAVAILABLE_HINT,
	UNKNOWN_HINT,
} from './errorHints';
import {
	ActionFailedError,
	BLOCKED_BY_N8N,
	CancelledError,
	ConnectionError,
	InvalidParameterError,
	PageLoopError,
	ServiceError,
	UnexpectedAnswerError,
	UnforeseenError,
} from './errors';
import { hideSecretsInText } from './maskPins';
import { firstText, isWireObject, type WireObject, withoutUndefined } from '../wire/records';

/** Only what the service's answer can prove. */
export type FailureCause =
	| { cause: 'rate-limited' | 'temporarily-unavailable'; retryAfterMs?: number }
	| { cause: 'credential-invalid' };

/** Has only what may be shown: no body, no header, no key, no PIN. */
export interface ErrorReport {
	message: string;
	description: string;
	/** False for errors such as invalid input or a failed action. */
	isApiError: boolean;
	httpCode?: string;
	failure?: FailureCause;
	details: WireObject;
}

const STOPPED =
	'Someone stopped the execution, or the workflow timed out. Changes that the service already accepted are not undone';

const HELD_BACK =
	'The node did not send this request, because the service had just refused others for the same reason';

/**
 * Hides the `secrets` if the service repeats them. With `isTrigger`, names only options that
 * triggers have.
 */
export function describeError(
	error: unknown,
	secrets: string[] = [],
	isTrigger = false,
): ErrorReport {
	if (error instanceof ServiceError) return describeServiceError(error, secrets, isTrigger);
	if (error instanceof ConnectionError) return describeConnectionError(error, isTrigger);
	if (error instanceof UnexpectedAnswerError) return describeUnexpectedAnswer(error);
	if (error instanceof PageLoopError) return describePageLoop(error, isTrigger);
	if (error instanceof ActionFailedError) {
		return {
			message: error.sentence,
			description: actionFailedAdvice(error),
			isApiError: false,
			details: error.details,
		};
	}
	if (error instanceof InvalidParameterError) {
		return {
			message: error.message,
			description: error.advice ?? '',
			isApiError: false,
			details: withoutUndefined({ type: error.type, reservation_key: error.reservationKey }),
		};
	}
	if (error instanceof CancelledError) {
		return {
			message: error.message,
			description: STOPPED,
			isApiError: false,
			details: error.mayHaveActed ? { may_have_acted: true } : {},
		};
	}
	if (error instanceof UnforeseenError) return describeUnforeseen(error, secrets, isTrigger);
	// n8n's own errors, such as a failed expression, keep their text.
	const { message, description } = (error ?? {}) as { message?: unknown; description?: unknown };
	return {
		message: hideSecretsInText(String(message ?? error), secrets),
		description: typeof description === 'string' ? hideSecretsInText(description, secrets) : '',
		isApiError: false,
		details: {},
	};
}

export function findHint(
	status: number,
	type: string,
	endpoint: string,
	{
		says = '',
		refused = [],
		sent = [],
		isToken = false,
		isForeign = false,
	}: {
		says?: string;
		refused?: readonly string[];
		sent?: readonly string[];
		isToken?: boolean;
		isForeign?: boolean;
	} = {},
): ErrorHint {
	// A missing path, a time limit and a rate limit mean the same whoever says so.
	if (isForeign && status >= 400 && status < 500 && ![404, 408, 429].includes(status))
		return FOREIGN_HINTS.find((hint) => hint.status === status) ?? FOREIGN_REFUSAL;
	const found = ERROR_HINTS.find(
		(hint) =>
			(hint.status === undefined || hint.status === status) &&
			(hint.type === undefined ||
				(typeof hint.type === 'string' ? hint.type === type : hint.type.test(type))) &&
			(hint.endpoint === undefined || hint.endpoint.test(endpoint)) &&
			(hint.says === undefined || hint.says.test(says)) &&
			(hint.refuses === undefined || refused.some((field) => hint.refuses?.test(field))) &&
			(hint.sent === undefined || sent.includes(hint.sent)) &&
			(hint.notSent === undefined || !sent.includes(hint.notSent)) &&
			(hint.isToken === undefined || isToken),
	);
	return found ?? (status >= 500 || status === 408 ? UNAVAILABLE_HINT : UNKNOWN_HINT);
}

function describeServiceError(
	{ answer, mayHaveActed }: ServiceError,
	secrets: string[],
	isTrigger: boolean,
): ErrorReport {
	const { status, type, endpoint, requestId, retryAfterMs, longestWaitMs, isHeldBack } = answer;
	const broken = listValidation(answer.validationErrors);
	const refused = broken.flatMap(({ field, text }) =>
		field === undefined ? [] : [`${field}: ${text}`],
	);
	const hint = findHint(status, type, endpoint, {
		says: answer.serviceMessage,
		refused,
		sent: answer.sent,
		isToken: answer.isToken,
		isForeign: answer.isForeign,
	});
	const rules = broken.flatMap(({ field, text }) => (field === undefined ? [text] : []));
	const says = hideSecretsInText(
		joinSentences([...new Set([answer.serviceMessage, ...rules].map(withoutFullStop))]),
		secrets,
	);
	const fields = hideSecretsInText(refused.join('; '), secrets);
	return {
		message: missingRecordSentence(answer, secrets) ?? hint.message,
		description: joinSentences([
			fields && hint.description === CHECK_FIELDS ? CHECK_NAMED_FIELDS : hint.description,
			isHeldBack && HELD_BACK,
			mayHaveActed && mayHaveActedWarning(endpoint),
			says && !answer.isForeign && `The service says: ${says}`,
			fields && `Fields: ${fields}`,
			retryAfterMs !== undefined &&
				retryAfterMs > 0 &&
				`The service asks you to wait ${inWords(retryAfterMs)}`,
			longestWaitMs !== undefined &&
				!isTrigger &&
				`'Rate Limit Wait' under Options allows only ${inWords(longestWaitMs)}`,
			answer.deviceId && `Device: ${answer.deviceId}`,
			`Call: ${endpoint}, HTTP ${status}${type ? `, ${type}` : ''}`,
			requestId && `Request ID: ${requestId}`,
		]),
		isApiError: true,
		httpCode: String(status),
		failure:
			answer.isForeign && status < 429 ? undefined : failureCause(status, type, retryAfterMs),
		details: withoutUndefined({
			http_status: status,
			type: type || undefined,
			request_id: requestId,
			may_have_acted: mayHaveActed || undefined,
		}),
	};
}

function inWords(durationMs: number): string {
	const seconds = Math.ceil(durationMs / 1000);
	if (seconds <= 120) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
	if (seconds <= 2 * 3600) return `${Math.ceil(seconds / 60)} minutes`;
	return `${Math.ceil(seconds / 3600)} hours`;
}

function failureCause(
	status: number,
	type: string,
	retryAfterMs?: number,
): FailureCause | undefined {
	if (status === 429) return withoutUndefined({ cause: 'rate-limited' as const, retryAfterMs });
	if ([502, 503, 504].includes(status))
		return withoutUndefined({ cause: 'temporarily-unavailable' as const, retryAfterMs });
	if (status === 401 || type === 'missing_workspace_id') return { cause: 'credential-invalid' };
	return undefined;
}

function describeConnectionError(
	{ networkCode, endpoint, isCertificate, mayHaveActed, reason }: ConnectionError,
	isTrigger: boolean,
): ErrorReport {
	const sentence = NETWORK_SENTENCES[networkCode];
	return {
		message: sentence ?? 'The service could not be reached',
		description: joinSentences([
			connectionAdvice(networkCode, isCertificate, isTrigger),
			mayHaveActed && mayHaveActedWarning(endpoint),
			sentence === undefined && reason && `n8n says: ${reason}`,
			`Call: ${endpoint}, ${networkCode}`,
		]),
		isApiError: true,
		failure:
			isCertificate || ['ENOTFOUND', BLOCKED_BY_N8N].includes(networkCode)
				? undefined
				: { cause: 'temporarily-unavailable' },
		details: withoutUndefined({ type: networkCode, may_have_acted: mayHaveActed || undefined }),
	};
}

const ALLOW_ADDRESS =
	"Check the 'Base URL'. If it is right, ask whoever runs n8n to allow the host in N8N_SSRF_ALLOWED_HOSTNAMES, or its address in N8N_SSRF_ALLOWED_IP_RANGES";

function connectionAdvice(networkCode: string, isCertificate: boolean, isTrigger: boolean): string {
	if (isCertificate)
		return 'Check the address, and ask whoever runs the service for a valid certificate';
	if (networkCode === BLOCKED_BY_N8N) return ALLOW_ADDRESS;
	if (isTimeLimit(networkCode))
		return isTrigger ? 'Try again later' : "Try again later, or raise 'Timeout' under Options";
	return "Check the 'Base URL' of the credential and the network of the n8n server, then try again";
}

function describeUnexpectedAnswer({
	endpoint,
	sentence,
	requestId,
	mayHaveActed,
}: UnexpectedAnswerError): ErrorReport {
	return {
		message: sentence,
		description: joinSentences([
			"Try again. If it keeps failing, check the 'Base URL' of the credential. It must be the address of the lock service (such as Seam)",
			mayHaveActed && mayHaveActedWarning(endpoint),
			`Call: ${endpoint}`,
			requestId && `Request ID: ${requestId}`,
		]),
		isApiError: true,
		details: withoutUndefined({
			type: 'unexpected_answer',
			request_id: requestId,
			may_have_acted: mayHaveActed || undefined,
		}),
	};
}

function describePageLoop(
	{ reason, limit, endpoint }: PageLoopError,
	isTrigger: boolean,
): ErrorReport {
	const { message, description, inTrigger = description } = PAGE_LOOP_HINTS[reason];
	const isOurLimit = typeof message === 'function';
	return {
		message: isOurLimit ? message(limit) : message,
		description: joinSentences([isTrigger ? inTrigger : description, `Call: ${endpoint}`]),
		isApiError: !isOurLimit,
		details: { type: reason },
	};
}

function describeUnforeseen(
	{ message: sentence, reason, mayHaveActed }: UnforeseenError,
	secrets: string[],
	isTrigger: boolean,
): ErrorReport {
	const { message, details } = describeError(reason, secrets, isTrigger);
	return {
		message: `${sentence}: ${message}`,
		description: mayHaveActed
			? 'The service may have made changes that no item tells of. Look at the records before you execute the node again'
			: 'Execute the node again. If it keeps failing, report the problem',
		isApiError: false,
		details: withoutUndefined({ ...details, may_have_acted: mayHaveActed || undefined }),
	};
}

function actionFailedAdvice({ advice, attempt, details }: ActionFailedError): string {
	return joinSentences([
		// An event can tell the type, too.
		advice ?? adviceForAction(attempt?.error?.type ?? firstText(details.type) ?? ''),
		attempt && `Action attempt: ${attempt.action_attempt_id}`,
		attempt?.error?.type && `Type: ${attempt.error.type}`,
		typeof details.access_code_id === 'string' && `Access code: ${details.access_code_id}`,
		typeof details.access_grant_id === 'string' && `Access grant: ${details.access_grant_id}`,
	]);
}

/** Rules about the whole body have no field. */
export function listValidation(
	errors: unknown,
	path = '',
): Array<{ field?: string; text: string }> {
	if (!isWireObject(errors)) return [];
	return Object.entries(errors).flatMap(([key, value]) => {
		if (key === '_errors' && Array.isArray(value)) {
			return value.map((text) => ({ field: path || undefined, text: String(text) }));
		}
		return listValidation(value, path ? `${path}.${key}` : key);
	});
}

/** Ends without a period, as all n8n texts do. */
export function joinSentences(parts: Array<string | false | undefined>): string {
	return parts
		.filter((part): part is string => typeof part === 'string' && part !== '')
		.map((part) => part.replace(/\.$/, ''))
		.join('. ');
}

const withoutFullStop = (text: string) => text.trim().replace(/\.$/, '');

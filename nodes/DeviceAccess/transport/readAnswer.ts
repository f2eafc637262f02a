import { type ConnectionError, ServiceError, UnexpectedAnswerError } from '../errors/errors';
import { hideSecretsIn, hideSecretsInText } from '../errors/maskPins';
import { readRetryAfter } from './retryDelay';
import { isWireObject, type WireObject } from '../wire/records';

type Asked = Pick<
	ServiceError['answer'],
	'endpoint' | 'effect' | 'sent' | 'identifiers' | 'isToken'
>;

export interface ApiAnswer extends Asked {
	body: WireObject;
	serverTimeMs?: number;
	answerTimeMs?: number;
	requestId?: string;
}

export type Try =
	{ answer: ApiAnswer } | { failed: ServiceError | ConnectionError | UnexpectedAnswerError };

/** Hides the `secrets` of the request in a failure: the key or token, and the PINs. */
export function readResponse(
	{ endpoint, effect, sent, identifiers, isToken }: Asked,
	response: unknown,
	secrets: string[] = [],
): Try {
	const { statusCode, headers, body } = isWireObject(response) ? response : {};
	const status = Number(statusCode);
	const headerValues = isWireObject(headers) ? headers : {};
	const requestId = readRequestId(headerValues, body, secrets);
	if (status >= 300 && status < 400) {
		const sentence =
			'The service redirects to another address. To protect the credential, the node does not follow the redirect';
		return { failed: new UnexpectedAnswerError(endpoint, sentence, requestId, effect) };
	}
	if (status >= 400 || (isWireObject(body) && body.ok === false)) {
		return {
			failed: readServiceError(
				{ endpoint, effect, sent, identifiers, isToken, status, requestId },
				headerValues,
				body,
				secrets,
			),
		};
	}
	if (!isWireObject(body)) {
		return {
			failed: new UnexpectedAnswerError(
				endpoint,
				"The service's answer is incomplete or not in the expected form",
				requestId,
				effect,
			),
		};
	}
	// Another server may answer 200 to anything (docs/service.md#calls-5).
	if (body.ok !== true) {
		return {
			failed: new UnexpectedAnswerError(
				endpoint,
				"The service's answer does not say 'ok'",
				requestId,
				effect,
			),
		};
	}
	return {
		answer: { endpoint, effect, body, serverTimeMs: readServerTime(headerValues), requestId },
	};
}

function readServerTime(headers: WireObject): number | undefined {
	const serverTimeMs = Date.parse(String(headers.date ?? ''));
	return Number.isNaN(serverTimeMs) ? undefined : serverTimeMs;
}

function readServiceError(
	call: Asked & Pick<ServiceError['answer'], 'status' | 'requestId'>,
	headers: WireObject,
	body: unknown,
	secrets: string[],
): ServiceError {
	const error = hideSecretsIn(readTold(body), secrets) as WireObject;
	return new ServiceError({
		...call,
		type: textsIn(error.type ?? error.label).join(''),
		serviceMessage: textsIn(error.title, error.message).join(': '),
		deviceId:
			isWireObject(error.data) && typeof error.data.device_id === 'string'
				? error.data.device_id
				: undefined,
		validationErrors: isWireObject(error.validation_errors) ? error.validation_errors : undefined,
		// A date in the header follows the service's clock, not this machine's.
		retryAfterMs: readRetryAfter(headers['retry-after'], readServerTime(headers) ?? Date.now()),
	});
}

/** docs/service.md#calls-2 */
function readTold(body: unknown): WireObject {
	if (!isWireObject(body)) return {};
	return isWireObject(body.error) ? body.error : body;
}

const textsIn = (...values: unknown[]): string[] =>
	values.filter((value): value is string => typeof value === 'string' && value !== '');

/** docs/service.md#calls-4 */
function readRequestId(headers: WireObject, body: unknown, secrets: string[]): string | undefined {
	const id = headers['seam-request-id'] ?? readTold(body).request_id;
	return typeof id === 'string' && id !== '' ? hideSecretsInText(id, secrets) : undefined;
}

export function takeObject(
	{ endpoint, effect, body, requestId }: ApiAnswer,
	member: string,
): WireObject {
	const value = body[member];
	if (!isWireObject(value))
		throw new UnexpectedAnswerError(
			endpoint,
			`The service's answer has no '${member}'`,
			requestId,
			effect,
		);
	return value;
}

/** Throws UnexpectedAnswerError if the list is missing or has an entry that is not a record. */
export function takeList(
	{ endpoint, effect, body, requestId }: ApiAnswer,
	member: string,
): WireObject[] {
	const value = body[member];
	if (!Array.isArray(value))
		throw new UnexpectedAnswerError(
			endpoint,
			`The service's answer has no '${member}' list`,
			requestId,
			effect,
		);
	if (!value.every(isWireObject)) {
		throw new UnexpectedAnswerError(
			endpoint,
			`The service's answer has an entry in '${member}' that is not a record`,
			requestId,
			effect,
		);
	}
	return value;
}

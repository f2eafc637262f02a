import type { Fault } from '../../../../sandbox/faults/faults';
import type { Said } from '../faultCase';

/** What was called, and whether it changes something at the service. */
export interface Call {
	path: string;
	isWrite: boolean;
}

/** A fault that may strike any request, and what the person is told when it is not got over. */
export interface KnownFault {
	title: string;
	script: Fault;
	says: (call: Call) => Said;
}

export const MAY_HAVE_ACTED =
	'The service may have carried out the action all the same: look at the access code before you repeat it. It was not sent again';
export const HELD_BACK = 'This request was not sent, because the service had just refused others for the same reason';
export const REQUEST_ID = 'Request ID: {request ID}';
export const CHECK_NETWORK = "Check the 'Base URL' of the credential and the network of the n8n server, then try again";
export const CHECK_ADDRESS =
	"Try again. If it happens every time, check the 'Base URL' of the credential: it must be the address of a service that speaks the device access interface";

/** Sentences as n8n shows them: without the last full stop, and without those that do not apply. */
export const sentences = (...parts: Array<string | false>): string => parts.filter((part) => part !== false).join('. ');

/** A failed call: the advice, what the service says, and which call it was. */
export function failedCall(message: string, advice: string, answer: { says?: string; status: number; type?: string; mayHaveActed?: boolean; more?: string }) {
	return ({ path, isWrite }: Call): Said => [
		message,
		sentences(
			advice,
			isWrite && answer.mayHaveActed === true && MAY_HAVE_ACTED,
			answer.says !== undefined && `The service says: ${answer.says}`,
			answer.more ?? false,
			`Call: ${path}, HTTP ${answer.status}${answer.type === undefined ? '' : `, ${answer.type}`}`,
			REQUEST_ID,
		),
	];
}

const noAnswer = (message: string, advice: string, networkCode: string) => ({ path, isWrite }: Call): Said => [
	message,
	sentences(advice, isWrite && MAY_HAVE_ACTED, `Call: ${path}, ${networkCode}`),
];

const oddAnswer = (what: string) => ({ path, isWrite }: Call): Said => [
	`The answer of the service ${what}`,
	sentences(CHECK_ADDRESS, isWrite && MAY_HAVE_ACTED, `Call: ${path}`, REQUEST_ID),
];

const unavailable = (status: number) =>
	failedCall('The service is not available right now', 'Try again later', { status, mayHaveActed: true });

const limited = (more?: string) =>
	failedCall(
		'The service limits how many requests it takes',
		'Run it again later; for actions on codes, with fewer codes of one device at a time',
		{ says: 'Too many requests', status: 429, type: 'too_many_requests', more },
	);

export const DAY_SECONDS = 86_400;

export const KNOWN = {
	limited: {
		title: 'The service limits requests (429, Retry-After 0)',
		script: { kind: 'tooManyRequests', retryAfter: 0 },
		says: limited(),
	},
	limitedForADay: {
		title: 'The service limits requests and asks to come back in a day (429, Retry-After 86400)',
		script: { kind: 'tooManyRequests', retryAfter: DAY_SECONDS },
		says: limited("The service asks to wait 24 hours. That is longer than 'Longest Wait for Rate Limit' under Options allows (120 seconds)"),
	},
	internalError: {
		title: 'The service reports an error of its own (500)',
		script: { kind: 'internalError' },
		says: failedCall(
			'The service could not process the request',
			'Try again later. If it happens again, give the request ID below to the support of the service',
			{ says: 'Something went wrong', status: 500, type: 'internal_server_error', mayHaveActed: true },
		),
	},
	badGateway: {
		title: 'A server in between answers with a web page (502, HTML)',
		script: { kind: 'badGateway', status: 502 },
		says: unavailable(502),
	},
	gatewayTimeout: {
		title: 'A server in between gives up waiting (504, HTML)',
		script: { kind: 'badGateway', status: 504 },
		says: unavailable(504),
	},
	outage: { title: 'The service is down (503, empty)', script: { kind: 'outage' }, says: unavailable(503) },
	cut: {
		title: 'The connection breaks before the service has read the request',
		script: { kind: 'cut' },
		says: noAnswer('The connection was cut before the answer came', CHECK_NETWORK, 'ECONNRESET'),
	},
	slow: {
		title: 'The answer takes longer than the time limit',
		script: { kind: 'slow', delayMs: 600 },
		says: noAnswer('The service took too long to answer', "Try again later, or raise 'Timeout' under Options", 'ECONNABORTED'),
	},
	malformedJson: {
		title: 'The answer breaks off in the middle (200, malformed JSON)',
		script: { kind: 'malformedJson' },
		says: oddAnswer('was incomplete or not in the expected form'),
	},
	notOk: {
		title: 'The answer is a 200 that says ok: false',
		script: { kind: 'notOk' },
		says: failedCall(
			'The service refused the request and gave no reason',
			'Try again later. If it happens again, give the request ID below to the support of the service',
			{ status: 200, mayHaveActed: true },
		),
	},
	unauthorized: {
		title: 'The key is refused (401)',
		script: { kind: 'unauthorized' },
		says: failedCall(
			'The API key was not accepted',
			"Check the 'API Key' of the credential. Sandbox and production workspaces have different keys, and a key belongs to one workspace",
			{ says: 'Unauthorized', status: 401, type: 'unauthorized' },
		),
	},
} as const satisfies Record<string, KnownFault>;

/** The same text for a request that was held back: no answer, so no request ID. */
export const heldBack = ([message, description = '']: Said, advice: string): Said => [
	message,
	description.replace(advice, `${advice}. ${HELD_BACK}`).replace(`. ${REQUEST_ID}`, ''),
];

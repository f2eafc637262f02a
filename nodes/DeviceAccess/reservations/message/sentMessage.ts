import { isText, isWireObject, type WireObject } from '../../wire/records';
import { textOf } from './contact';

/**
 * `refused`: this message, perhaps by mistake. `never`: the address takes none. `failed`: not sent,
 * for a cause that passes or that the host mends. `unknown`: it may have been sent.
 */
export type SentOutcome = 'sent' | 'refused' | 'never' | 'failed' | 'unknown';

export interface SentMessage {
	outcome: SentOutcome;
	/** Null if it was sent. */
	reason: string | null;
	/** The reason, if it is neither the message nor its address. Empty if nobody needs to mend anything. */
	problem: string;
}

/** Whether the message was sent, by the item of the node that sends. */
export function sentMessage(item: WireObject): SentMessage {
	const [outcome, text] = read(item);
	const reason = text.slice(0, LONGEST);
	return {
		outcome,
		reason: outcome === 'sent' ? null : reason,
		problem: outcome === 'failed' || outcome === 'unknown' ? reason : '',
	};
}

/** In characters: it goes into a cell of a table. */
const LONGEST = 300;

type Found = [outcome: SentOutcome, reason: string];

function read(item: WireObject): Found {
	if (item.error !== undefined && item.error !== null) return ofError(item.error);
	const isAnswer = 'statusCode' in item || item.ok === true;
	if (!isAnswer && PASSED_THROUGH.some((member) => Object.hasOwn(item, member)))
		return ['failed', 'The node did nothing: select its credential, and activate it'];
	if (Object.keys(item).length === 0) return ['unknown', 'The node returned nothing'];
	if (Array.isArray(item.rejected) && item.rejected.length > 0 && isNone(item.accepted))
		return ['never', 'The mail server refused the address'];
	const status = Number(item.statusCode);
	if (status >= 300) return [ofStatus(status), `The service answered ${status}`];
	const answers = [item, item.body].flat().filter(isWireObject);
	return answers.map(refusalIn).find((refusal) => refusal !== undefined) ?? ['sent', ''];
}

/** Of an answer whose status is that of a success. */
function refusalIn(answer: WireObject): Found | undefined {
	const { status, success, ok, error_code: code } = answer;
	const failed = isText(status) && FAILED_WORDS.has(status) ? status : undefined;
	const words = [failed, ...ERROR_TEXTS.map((member) => answer[member])].find(isText);
	if (words !== undefined) return ['refused', withoutPins(`The service answered: ${words}`)];
	if (success === false || ok === false) return ['refused', 'The service answered: not sent'];
	return typeof code === 'number' && code >= 300
		? [ofStatus(code), `The service answered ${code}`]
		: undefined;
}

/** What the item before the message has: of 'Write Message', of a row that is marked, of conversations, of a token. */
const PASSED_THROUGH = ['send_by', 'marked', 'result', 'request_id', 'token'];

const isNone = (list: unknown) => !Array.isArray(list) || list.length === 0;

const FAILED_WORDS = new Set(['fail', 'failed', 'error', 'undelivered', 'rejected', 'invalid']);

/** Only an answer that refuses has them: also those of Vonage and Mocean, whose status is a number. */
const ERROR_TEXTS = ['error-text', 'err_msg', 'error'];

function ofError(error: unknown): Found {
	const reason = reasonOf(error);
	const status = statusOf(error);
	if (status !== undefined) return [ofStatus(status), reason];
	if (OF_SENDER.some((words) => words.test(beforeQuoted(reason)))) return ['failed', reason];
	const code = Number(/(?:^|: )([45]\d\d)[ -]/u.exec(reason)?.[1]);
	if (code >= 400) return [ofMailServer(code), reason];
	const known = CAUSES.find(([, texts]) => texts.some((text) => reason.includes(text)));
	return [known?.[0] ?? 'unknown', reason];
}

/** Without what the server of the guest said, if the host's own server quotes it. */
const beforeQuoted = (reason: string) => reason.split(' said: ', 1).join();

/** The request beside the message of an error has the PIN, and an answer in it can repeat it. */
function reasonOf(error: unknown): string {
	if (!isWireObject(error)) return withoutPins(textOf(error) ?? '') || 'The node failed';
	const texts = [error.message, error.description, error.code].filter(isText);
	return withoutPins([...new Set(texts)].join('. ')) || 'The node failed';
}

const withoutPins = (text: string) => text.replaceAll(/\d{4,}/g, '****');

function statusOf(error: unknown): number | undefined {
	if (!isWireObject(error)) return undefined;
	const { response, cause } = error;
	const parts = [error, ...[response, cause].filter(isWireObject)];
	return parts
		.flatMap(({ status, statusCode, httpCode }) => [status, statusCode, httpCode].map(Number))
		.find((status) => status >= 400 && status < 600);
}

/** An answer of 5xx can come from something between n8n and the service, which has sent it. */
function ofStatus(status: number): SentOutcome {
	if ([401, 407, 408, 425, 429, 503].includes(status)) return 'failed';
	return status < 500 ? 'refused' : 'unknown';
}

/** Codes of RFC 5321: 4xx passes, 53x is about the login, and all others are about the address or the message. */
function ofMailServer(code: number): SentOutcome {
	return code < 500 || (code >= 530 && code < 540) ? 'failed' : 'never';
}

/**
 * Refused before the address was named, or because of what the sender may do. Many servers say that
 * only when the address is named, as the answer to it.
 */
const OF_SENDER: readonly RegExp[] = [
	/^(?:Mail command|Invalid (?:greeting|HELO|login)|Server terminates|Error upgrading|EHLO failed)/iu,
	/(?<![\d.])5\.4\.5(?![\d.])/u,
	/\b(?:sen[dt](?:ing)?|daily)(?: \w+){0,2} (?:limit|quota)/iu,
	/sender (?:address rejected|verify failed)/iu,
	/\brelay(?:ing)? (?:access )?(?:is )?(?:denied|disallowed|not (?:permitted|allowed))/iu,
	/(?:unable|not permitted) to relay/iu,
	/client host/iu,
	/\bsend ?as(?:denied)?\b/iu,
];

/**
 * Words of n8n for answers whose status it leaves out, of Node.js and of its mail client. A timeout
 * is here only if nothing can have been sent.
 */
const CAUSES: ReadonlyArray<readonly [SentOutcome, readonly string[]]> = [
	[
		'refused',
		['Bad request', 'Forbidden', 'could not be found', 'No recipients defined', 'Invalid'],
	],
	[
		'failed',
		[
			'redential',
			'Authorization failed',
			'too many requests',
			'Service unavailable',
			'ECONNREFUSED',
			'ENOTFOUND',
			'EAI_AGAIN',
			'EHOSTUNREACH',
			'connect E',
			'queryA',
			'Connection timeout',
			'wrong version number',
			'handshake failure',
			'before secure TLS connection',
			'refused the connection',
			'connection cannot be established',
			'DNS server returned an error',
			'host is unreachable',
			'Greeting never received',
			'certificate',
		],
	],
];

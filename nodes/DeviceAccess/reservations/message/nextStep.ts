import type { WireObject } from '../../wire/records';
import { textOf } from './contact';
import { differsOnlyBySecret } from './messageKey';

/**
 * What is next for the message of a stay, by its row: the node computes it again at each check, and
 * nothing else remembers where an execution was.
 */
export type Step =
	/** `attempt` goes into the row before the message is sent. */
	| { is: 'send'; attempt: number; isChange: boolean; wasInDoubt?: true; why?: string }
	/** Told already, but the API key has changed since, and the fingerprint with it. */
	| { is: 'renew' }
	/** Another execution may be sending it. */
	| { is: 'wait' }
	| { is: 'fail'; why: string };

/** The first to the guest, a second if the first is in doubt or was refused, then two to the host. */
export const TO_GUEST = 2;
const LAST = 4;

/** Longer than any way to send takes, shorter than the time between two checks. */
const SENDING_MS = 10 * 60_000;

export function nextStep(messageKey: string, row: WireObject, nowMs: number): Step {
	const told = textOf(row.told);
	if (told === messageKey) return { is: 'wait' };
	if (told !== null && differsOnlyBySecret(told, messageKey)) return { is: 'renew' };
	const { key, attempt } = readMark(row.marked);
	const send = { is: 'send', isChange: told !== null } as const;
	if (key !== messageKey || attempt === 0) return { ...send, attempt: 1 };
	const why = textOf(row.failed) ?? undefined;
	if (why === undefined && nowMs - Date.parse(String(row.marked_at)) < SENDING_MS)
		return { is: 'wait' };
	// What was not sent for a cause that passes does not count.
	if (why?.startsWith('failed')) return { ...send, attempt };
	const next = why?.startsWith('never') && attempt <= TO_GUEST ? TO_GUEST + 1 : attempt + 1;
	if (next > LAST) return { is: 'fail', why: why ?? 'It is not known whether you got it' };
	return { ...send, attempt: next, ...(why === undefined ? { wasInDoubt: true } : { why }) };
}

/** `attempt` 0: the host was asked whether to send it. */
export const markOf = (messageKey: string, attempt: number): string => `${messageKey} ${attempt}`;

export function readMark(marked: unknown): { key: string; attempt: number } {
	const [key = '', attempt = '0'] = (textOf(marked) ?? '').split(' ');
	return { key, attempt: Number(attempt) };
}

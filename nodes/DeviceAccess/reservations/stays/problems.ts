import { type Row, ROWS } from './problemRows';

export interface Problem {
	/** Stable, for workflows to test: the service's code for the issue, if it has one. */
	code: string;
	reason: string;
	remedy: string;
	/** In ISO 8601, if the service says when it began. */
	since?: string;
	keeps_door_closed: boolean;
}

export type ProblemCode = keyof typeof ROWS;

export const PROBLEMS: Readonly<Record<ProblemCode, Row>> = ROWS;

/** A code of the service that is not in the table counts as unknown. */
export const rowOf = (code: unknown): Row =>
	PROBLEMS[Object.hasOwn(PROBLEMS, String(code)) ? (code as ProblemCode) : 'unknown'];

/** `more`: what differs from the table this time. */
export function toProblem(
	code: ProblemCode,
	words: Readonly<Record<string, string | number>> = {},
	more: Partial<Problem> = {},
): Problem {
	const { reason = '', remedy = '', keepsDoorClosed = false } = PROBLEMS[code];
	const filled = (text: string) =>
		text.replaceAll(/\{(\w+)\}/g, (_, word: string) => String(words[word] ?? ''));
	return {
		code,
		reason: filled(reason),
		remedy: filled(remedy),
		keeps_door_closed: keepsDoorClosed,
		...more,
	};
}

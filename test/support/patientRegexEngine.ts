import type { RegexEngine } from 'n8n-workflow';

/**
 * Patterns without a time limit, for n8n's `setSafeRegexEngine`. n8n's default engine gives a pattern 250 ms by the
 * wall clock: on a busy machine that is over before a valid ID in a locator is read, and the run fails.
 */
export const patientRegexEngine: RegexEngine = {
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) => input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags = '') => [...input.matchAll(new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`))],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
};

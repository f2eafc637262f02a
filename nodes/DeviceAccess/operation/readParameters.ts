import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import {
	DEFAULT_MAX_PAGES,
	DEFAULT_MAX_RATE_LIMIT_WAIT_MS,
	DEFAULT_MAX_RETRIES,
	DEFAULT_REQUEST_TIMEOUT_MS,
	DEFAULT_REQUESTS_IN_FLIGHT,
	DEFAULT_WAIT_TIMEOUT_MS,
	FIRST_POLL_INTERVAL_MS,
	MAX_POLL_INTERVAL_MS,
	MAX_REQUESTS_IN_FLIGHT,
} from '../api/limits';
import type { Field, Operation } from './defineOperation';
import { fieldsOf } from './toNodeProperties';
import { toWorkflowTime } from './workflowTime';

/** What a person entered for one item: every field of the operation under its name, and `options`. */
export type ItemValues = IDataObject & { options: IDataObject };

/** Reads one item's values, with expressions resolved and locators unpacked. Throws what a failing expression throws. */
export function readParameters(context: IExecuteFunctions, operation: Operation, itemIndex: number): ItemValues {
	const values: ItemValues = {
		options: context.getNodeParameter('options', itemIndex, {}) as IDataObject,
	};
	for (const [name, field] of Object.entries(fieldsOf(operation))) {
		const value = isShown(field, values)
			? (context.getNodeParameter(name, itemIndex, field.default, { extractValue: true }) as IDataObject[string])
			: '';
		values[name] = withWorkflowTimes(field, value, context.getTimezone());
	}
	return values;
}

/** Dates of the editor mean the workflow's time zone, at the top and in a collection alike. */
function withWorkflowTimes(field: Pick<Field, 'type' | 'options'>, value: IDataObject[string], timeZone: string): IDataObject[string] {
	if (field.type === 'dateTime') return toWorkflowTime(value, timeZone) as IDataObject[string];
	if (field.type !== 'collection' || typeof value !== 'object' || value === null) return value;
	const entries = { ...(value as IDataObject) };
	for (const option of field.options ?? []) {
		if (!('type' in option) || !(option.name in entries)) continue;
		entries[option.name] = withWorkflowTimes(option, entries[option.name], timeZone);
	}
	return entries;
}

/** A value that was entered before its field was hidden is still stored, and must not count. */
function isShown({ showWhen = {} }: Field, values: IDataObject): boolean {
	return Object.entries(showWhen).every(([other, shownFor]) => shownFor.includes(String(values[other])));
}

/** Limits of the whole run, in milliseconds and counts, within their bounds whatever an expression gives. */
export interface RunSettings {
	requestsInFlight: number;
	timeoutMs: number;
	maxRetries: number;
	maxRateLimitWaitMs: number;
	maxPages: number;
	waitTimeoutMs: number;
	firstPollIntervalMs: number;
	maxPollIntervalMs: number;
}

/** The settings in Options; one run has one set of them, those of its first item. */
export function readRunSettings(options: IDataObject): RunSettings {
	const number = (name: string, fallback: number, min: number, max = Infinity) => {
		const value = options[name] === '' ? NaN : Number(options[name] ?? fallback);
		return Number.isNaN(value) ? fallback : Math.min(Math.max(value, min), max);
	};
	return {
		requestsInFlight: Math.floor(number('requestsInFlight', DEFAULT_REQUESTS_IN_FLIGHT, 1, MAX_REQUESTS_IN_FLIGHT)),
		timeoutMs: number('timeout', DEFAULT_REQUEST_TIMEOUT_MS / 1000, 0.1) * 1000,
		maxRetries: Math.floor(number('maxRetries', DEFAULT_MAX_RETRIES, 0, 10)),
		maxRateLimitWaitMs: number('maxRateLimitWait', DEFAULT_MAX_RATE_LIMIT_WAIT_MS / 1000, 0) * 1000,
		maxPages: number('maxPages', DEFAULT_MAX_PAGES, 1),
		waitTimeoutMs: number('waitTimeout', DEFAULT_WAIT_TIMEOUT_MS / 1000, 0) * 1000,
		firstPollIntervalMs: number('pollInterval', FIRST_POLL_INTERVAL_MS / 1000, 0.01) * 1000,
		maxPollIntervalMs: number('maxPollInterval', MAX_POLL_INTERVAL_MS / 1000, 0.01) * 1000,
	};
}

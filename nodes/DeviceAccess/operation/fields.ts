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
} from '../transport/limits';
import type { Field, Fields, OutputForms } from './types';

/** A choice between a failed item and an item that says by its `outcome` what happened. */
function failOrReturn(displayName: string, description: string, outcome: string, preset: 'failItem' | 'returnItem') {
	return {
		displayName,
		type: 'options',
		options: [
			{
				name: 'Fail the Item',
				value: 'failItem',
				description: "Stop the node, or send the item to the error output, as set under 'On Error'",
			},
			{ name: 'Return the Item', value: 'returnItem', description: `Return the item with 'outcome' set to '${outcome}'` },
		],
		default: preset,
		description,
	} as const satisfies Field;
}

/** Return All and Limit, with n8n's fixed texts. */
export const LIST_FIELDS = {
	returnAll: {
		displayName: 'Return All',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	limit: {
		displayName: 'Limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		showWhen: { returnAll: ['false'] },
	},
} as const satisfies Fields;

export const ATTEMPT_FIELDS = {
	waitForCompletion: {
		displayName: 'Wait for Completion',
		type: 'boolean',
		default: true,
		description:
			'Whether to wait until the service says how each action ended. All items are sent first and then waited for together.',
	},
} as const satisfies Fields;

/** Options of every operation. Times are in seconds, as a person counts. */
export const OPTIONS_OF_ALL = {
	maskPinCodes: {
		displayName: 'Mask PIN Codes',
		type: 'boolean',
		default: false,
		description:
			'Whether to replace PIN codes and mobile key links in the output by asterisks, also where a name or another text repeats them. Messages and logs of this node never contain them.',
	},
	maxRateLimitWait: {
		displayName: 'Longest Wait for Rate Limit',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_MAX_RATE_LIMIT_WAIT_MS / 1000,
		description:
			'The most seconds to wait when the service limits requests and says when to come back. If it asks for more, the items concerned fail at once. The value of the first item counts for all.',
	},
	maxRetries: {
		displayName: 'Maximum Retries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 10 },
		default: DEFAULT_MAX_RETRIES,
		description:
			'How often a request is tried again when the service is busy or cannot be reached; a refusal for its rate limit is waited out up to six times more, unless this is 0. An action is repeated only when it cannot have been carried out. The value of the first item counts for all.',
	},
	requestsInFlight: {
		displayName: 'Requests in Flight',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_REQUESTS_IN_FLIGHT },
		default: DEFAULT_REQUESTS_IN_FLIGHT,
		description:
			'How many requests may be under way at the same time. More is faster until n8n or the service is busy; enter less if the service gets slow. The value of the first item counts for all.',
	},
	timeout: {
		displayName: 'Timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_REQUEST_TIMEOUT_MS / 1000,
		description: 'How many seconds one request may take until the whole answer is there. The value of the first item counts for all.',
	},
} as const satisfies Fields;

export const OPTIONS_OF_LISTS = {
	maxPages: {
		displayName: 'Maximum Pages',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_MAX_PAGES,
		description: 'How many pages a list may have before the node gives up. The value of the first item counts for all.',
	},
} as const satisfies Fields;

export const OPTIONS_OF_WAITING = {
	maxPollInterval: {
		displayName: 'Longest Wait Between Checks',
		type: 'number',
		typeOptions: { minValue: 0.1 },
		default: MAX_POLL_INTERVAL_MS / 1000,
		description: 'The most seconds between two checks while waiting; the time grows from check to check up to this. The value of the first item counts for all.',
	},
	pollInterval: {
		displayName: 'First Wait Before Checking',
		type: 'number',
		typeOptions: { minValue: 0.1 },
		default: FIRST_POLL_INTERVAL_MS / 1000,
		description: 'How many seconds to wait before the first check for completion. The value of the first item counts for all.',
	},
	waitTimeout: {
		displayName: 'Wait Timeout',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_WAIT_TIMEOUT_MS / 1000,
		description:
			"How many seconds to wait for completion at most. What is not done by then is returned with 'outcome' set to 'pending'. The value of the first item counts for all.",
	},
} as const satisfies Fields;

export const OPTIONS_OF_ATTEMPTS = {
	...OPTIONS_OF_WAITING,
	onFailedAction: failOrReturn(
		'On Failed Action',
		'What to do with an item whose action the service accepted but could not carry out',
		'failed',
		'failItem',
	),
} as const satisfies Fields;

export const OPTION_OF_UNSUPPORTED = {
	onUnsupportedCode: failOrReturn(
		'On Unsupported Code',
		'What to do with a code that its lock or provider does not allow to be converted',
		'unsupported',
		'returnItem',
	),
} as const satisfies Fields;

export const OPTION_OF_ISSUES = {
	addIssueSummary: {
		displayName: 'Add Issue Summary',
		type: 'boolean',
		default: false,
		description:
			"Whether to add the errors, warnings and pending changes of each record as one readable text ('issue_summary'), and 'has_errors' and 'has_warnings' to branch on",
	},
} as const satisfies Fields;

/** The Output field and what it needs, for records with more than ten fields. */
export function outputFields({ selectable }: OutputForms) {
	return {
		output: {
			displayName: 'Output',
			type: 'options',
			options: [
				{ name: 'Raw', value: 'raw', description: 'All fields as the service gives them' },
				{ name: 'Selected Fields', value: 'selectedFields', description: 'Only the fields you choose; the ID is always included' },
				{ name: 'Simplified', value: 'simplified', description: 'The most used fields, without nesting' },
			],
			default: 'simplified',
			description: 'Which fields of each record to return',
		},
		outputFieldNames: {
			displayName: 'Fields',
			type: 'multiOptions',
			options: Object.entries(selectable).map(([value, { label }]) => ({ name: label, value })),
			default: [],
			description: 'The fields to return',
			showWhen: { output: ['selectedFields'] },
		},
	} as const satisfies Fields;
}

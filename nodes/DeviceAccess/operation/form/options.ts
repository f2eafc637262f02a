import { booleanField, choiceField, numberField } from './fields';
import type { IDataObject } from 'n8n-workflow';
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
} from '../../transport/limits';
import type { Fields, RunSettings } from '../types';
import { InvalidParameterError } from '../../errors/errors';
import type { ApiCredential } from '../../transport/credential';
import { isWireObject, type WireObject } from '../../wire/records';
import { requireUuid } from './checkValues';
import { locator } from './locator';

export const OPTION_OF_WORKSPACE = {
	workspaceId: {
		...locator({ displayName: 'Workspace', description: '' }, 'searchWorkspaces', 'a workspace'),
		description:
			'The workspace to use instead of the one in the credential. Only for a credential with a personal access token. Use an expression to choose a different one for each item.',
	},
} as const satisfies Fields;

export const TRIGGER_OPTION_OF_WORKSPACE = {
	workspaceId: {
		...OPTION_OF_WORKSPACE.workspaceId,
		description:
			'The workspace whose events start the workflow, instead of the one in the credential. Only for a credential with a personal access token.',
	},
} as const satisfies Fields;

/**
 * An empty option is not valid: an expression that returns nothing does not mean the workspace of
 * the credential.
 */
export function inWorkspace(credential: ApiCredential, options: WireObject): ApiCredential {
	const isChosen = Object.hasOwn(options, 'workspaceId');
	if (!credential.isToken) {
		if (!isChosen) return credential;
		throw new InvalidParameterError(
			"'Workspace' needs a credential with a personal access token",
			"The API key of this credential opens only one workspace. Remove 'Workspace' from Options, or set 'Authentication' of the credential to 'Personal Access Token'.",
		);
	}
	if (isChosen)
		return { ...credential, workspaceId: requireUuid('Workspace', unpacked(options.workspaceId)) };
	if (credential.workspaceId !== undefined) return credential;
	throw new InvalidParameterError(
		'No workspace is chosen',
		"Add 'Workspace' under Options, or enter 'Workspace ID' in the credential. A personal access token can open several workspaces.",
	);
}

/** n8n does not unpack a locator in a collection. */
const unpacked = (value: unknown): unknown => (isWireObject(value) ? value.value : value);

function failOrReturn(
	displayName: string,
	description: string,
	outcome: string,
	preset: 'failItem' | 'returnItem',
) {
	return choiceField(
		displayName,
		description,
		[
			{
				name: 'Fail the Item',
				value: 'failItem',
				description:
					"Stop the workflow, or pass the item on with an error, depending on 'On Error'",
			},
			{
				name: 'Return the Item',
				value: 'returnItem',
				description: `Return the item with 'outcome' set to '${outcome}'`,
			},
		],
		preset,
	);
}

/** A default is what an option has when a person adds it. Without the option, a boolean is off. */
export const OPTIONS_OF_ALL = {
	maskPinCodes: booleanField(
		'Mask PINs',
		'Whether to replace PINs, mobile key links and customer portal links in the output with asterisks, even inside names and other text. Messages and logs never contain them.',
		true,
	),
	maxRateLimitWait: numberField(
		'Rate Limit Wait',
		'The longest wait, in seconds, when the service limits requests. If the service asks for a longer wait, the item fails immediately.',
		DEFAULT_MAX_RATE_LIMIT_WAIT_MS / 1000,
		{ typeOptions: { minValue: 0 } },
	),
	maxRetries: numberField(
		'Maximum Retries',
		'How many times to retry a failed request. Writes are retried only if they cannot have taken effect.',
		DEFAULT_MAX_RETRIES,
		{ typeOptions: { minValue: 0, maxValue: 10 } },
	),
	requestsInFlight: numberField(
		'Requests in Flight',
		'How many requests to send at the same time. More is faster. Use fewer if the service gets slow.',
		DEFAULT_REQUESTS_IN_FLIGHT,
		{ typeOptions: { minValue: 1, maxValue: MAX_REQUESTS_IN_FLIGHT } },
	),
	timeout: numberField(
		'Timeout',
		'How many seconds to wait for the answer to a request',
		DEFAULT_REQUEST_TIMEOUT_MS / 1000,
		{ typeOptions: { minValue: 1 } },
	),
} as const satisfies Fields;

export const OPTIONS_OF_LISTS = {
	maxPages: numberField(
		'Maximum Pages',
		'The maximum number of pages to read from a list. If the list is longer, the item fails.',
		DEFAULT_MAX_PAGES,
		{ typeOptions: { minValue: 1 } },
	),
} as const satisfies Fields;

export const OPTIONS_OF_WAITING = {
	maxPollInterval: numberField(
		'Longest Wait Between Checks',
		'The longest wait between two checks, in seconds. The wait grows with each check, up to this limit.',
		MAX_POLL_INTERVAL_MS / 1000,
		{ typeOptions: { minValue: 0.1 } },
	),
	pollInterval: numberField(
		'Wait Before First Check',
		'How many seconds to wait before the first check',
		FIRST_POLL_INTERVAL_MS / 1000,
		{ typeOptions: { minValue: 0.1 } },
	),
	waitTimeout: numberField(
		'Wait Timeout',
		"How many seconds to wait for completion. Items that are not done by then are returned with 'outcome' set to 'pending'.",
		DEFAULT_WAIT_TIMEOUT_MS / 1000,
		{ typeOptions: { minValue: 0 } },
	),
} as const satisfies Fields;

export const OPTIONS_OF_ATTEMPTS = {
	...OPTIONS_OF_WAITING,
	onFailedAction: failOrReturn(
		'On Failed Action',
		'What to do with an item whose action was accepted but then failed',
		'failed',
		'failItem',
	),
} as const satisfies Fields;

export const OPTION_OF_UNSUPPORTED = {
	onUnsupportedCode: failOrReturn(
		'On Unsupported Code',
		'What to do with a code that the lock or its provider does not let you convert',
		'unsupported',
		'returnItem',
	),
} as const satisfies Fields;

export const OPTION_OF_ISSUES = {
	addIssueSummary: booleanField(
		'Add Issue Summary',
		"Whether to add 'issue_summary', which describes the errors, warnings and pending changes of each record. Also adds 'has_errors' and 'has_warnings' to use in conditions.",
		true,
	),
} as const satisfies Fields;

/**
 * Node.js timers allow at most 24.8 days. Also the limit of the counts, which stay far below it.
 */
const MAX_SECONDS = 2_000_000;

export function readRunSettings(options: IDataObject): RunSettings {
	const number = (name: string, fallback: number, min: number, max = MAX_SECONDS) => {
		const value = options[name] === '' ? NaN : Number(options[name] ?? fallback);
		return Number.isNaN(value) ? fallback : Math.min(Math.max(value, min), max);
	};
	return {
		requestsInFlight: Math.floor(
			number('requestsInFlight', DEFAULT_REQUESTS_IN_FLIGHT, 1, MAX_REQUESTS_IN_FLIGHT),
		),
		timeoutMs: number('timeout', DEFAULT_REQUEST_TIMEOUT_MS / 1000, 0.1) * 1000,
		maxRetries: Math.floor(number('maxRetries', DEFAULT_MAX_RETRIES, 0, 10)),
		maxRateLimitWaitMs: number('maxRateLimitWait', DEFAULT_MAX_RATE_LIMIT_WAIT_MS / 1000, 0) * 1000,
		maxPages: number('maxPages', DEFAULT_MAX_PAGES, 1),
		wait: {
			timeoutMs: number('waitTimeout', DEFAULT_WAIT_TIMEOUT_MS / 1000, 0) * 1000,
			firstIntervalMs: number('pollInterval', FIRST_POLL_INTERVAL_MS / 1000, 0.01) * 1000,
			maxIntervalMs: number('maxPollInterval', MAX_POLL_INTERVAL_MS / 1000, 0.01) * 1000,
		},
	};
}

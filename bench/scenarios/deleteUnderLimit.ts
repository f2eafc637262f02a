import { DEFAULT_REQUESTS_IN_FLIGHT as REQUESTS_IN_FLIGHT } from '../../nodes/DeviceAccess/transport/limits';
import { httpRequestDraft } from './httpRequestDraft';
import { sendAll } from '../bareClient/sendAll';
import { unmanagedCodeItems } from './unmanagedCodeItems';
import { answeredImmediately, type Scenario } from './scenario';

const DELETE_PATH = '/access_codes/unmanaged/delete';
/** The service's own window is a minute. In a second, the whole seconds of Retry-After would count more than the node. */
const WINDOW_MS = 5_000;

export interface DeleteSizes {
	devices: number;
	codesPerDevice: number;
	/** Deletions that the service accepts in five seconds on each device. */
	deletionsPerWindow: number;
	answerTimeMs: number;
}

/** Deletes codes while the service accepts only so many deletions in five seconds on each device. */
export function deleteUnderLimit({
	devices,
	codesPerDevice,
	deletionsPerWindow,
	answerTimeMs,
}: DeleteSizes): Scenario {
	const codes = devices * codesPerDevice;
	const limit = `at most ${deletionsPerWindow} deletions in ${WINDOW_MS / 1_000} seconds on each`;
	const rateLimits = {
		retryAfter: 'seconds' as const,
		byPath: { [DELETE_PATH]: { maxRequests: deletionsPerWindow, windowMs: WINDOW_MS } },
	};
	return {
		name: answerTimeMs === 0 ? 'deleteUnderLimitAtOnce' : 'deleteUnderLimit',
		title: `Delete ${codes} codes on ${devices} devices, ${limit}${answeredImmediately(answerTimeMs)}`,
		notes: [
			...(answerTimeMs === 0
				? []
				: [
						`This includes the answers to the last batch, with ${REQUESTS_IN_FLIGHT} requests in flight.`,
					]),
			'The items are the output of Get Many: all codes of one device, then those of the next.',
			'After a 429, the bare client waits as long as Retry-After says. Meanwhile, the request counts as in flight and blocks others.',
			'HTTP Request does not wait for a limit: an item that is refused fails.',
		],
		sandbox: { devices, codesPerDevice, settings: { answerTimeMs, rateLimits } },
		results: codes,
		leastRequests: codes,
		requestsInFlight: REQUESTS_IN_FLIGHT,
		leastTimeMs:
			leastTimeUnderLimit(codesPerDevice, deletionsPerWindow, WINDOW_MS) +
			Math.ceil((devices * Math.min(codesPerDevice, deletionsPerWindow)) / REQUESTS_IN_FLIGHT) *
				answerTimeMs,
		prepareInput: unmanagedCodeItems,
		parameters: {
			resource: 'unmanagedAccessCode',
			operation: 'delete',
			accessCodeId: { __rl: true, mode: 'id', value: '={{ $json.access_code_id }}' },
			waitForCompletion: false,
		},
		hasBatching: true,
		slow: ['floor', 'bareClient'],
		httpRequest: (baseUrl, isBatched) => ({
			draft: {
				nodes: [
					httpRequestDraft({
						name: 'Delete',
						url: `${baseUrl}${DELETE_PATH}`,
						jsonBody: '={{ { "access_code_id": $json.access_code_id } }}',
						isBatched,
					}),
				],
			},
			resultNode: 'Delete',
		}),
		bareRun: async (send, input) =>
			await sendAll(
				send,
				DELETE_PATH,
				input.map(({ access_code_id }) => ({ access_code_id })),
				REQUESTS_IN_FLIGHT,
			),
	};
}

/** The least time in milliseconds: the first `maxRequests` go immediately, and each further batch one window later. */
export function leastTimeUnderLimit(
	requests: number,
	maxRequests: number,
	windowMs: number,
): number {
	return Math.max(0, Math.ceil(requests / maxRequests) - 1) * windowMs;
}

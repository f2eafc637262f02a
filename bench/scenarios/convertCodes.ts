import { DEFAULT_REQUESTS_IN_FLIGHT } from '../../nodes/DeviceAccess/transport/limits';
import { httpRequestDraft } from './httpRequestDraft';
import { sendAll } from '../bareClient/sendAll';
import { unmanagedCodeItems } from './unmanagedCodeItems';
import type { Scenario } from './scenario';

export const CODES_PER_DEVICE = 5;
export const CONVERT_PATH = '/access_codes/unmanaged/convert_to_managed';

/** Submits conversions without waiting for their outcome. */
export function convertCodes(
	codes: number,
	requestsInFlight: number,
	answerTimeMs: number,
): Scenario {
	return {
		name: `convert${requestsInFlight}InFlight`,
		title: `Convert ${codes.toLocaleString('en')} codes, ${requestsInFlight} requests in flight, not waiting`,
		notes: [
			'HTTP Request does not limit requests in flight: without batching, it sends all requests at once.',
		],
		sandbox: {
			devices: codes / CODES_PER_DEVICE,
			codesPerDevice: CODES_PER_DEVICE,
			settings: { answerTimeMs },
		},
		results: codes,
		leastRequests: codes,
		requestsInFlight,
		prepareInput: unmanagedCodeItems,
		parameters: {
			resource: 'unmanagedAccessCode',
			operation: 'convertToManaged',
			accessCodeId: { __rl: true, mode: 'id', value: '={{ $json.access_code_id }}' },
			waitForCompletion: false,
			options: { requestsInFlight },
		},
		hasBatching: true,
		httpRequest: (baseUrl, isBatched) => ({
			draft: {
				nodes: [
					httpRequestDraft({
						name: 'Convert',
						url: `${baseUrl}${CONVERT_PATH}`,
						jsonBody: '={{ { "access_code_id": $json.access_code_id } }}',
						isBatched,
					}),
				],
			},
			resultNode: 'Convert',
		}),
		bareRun: async (send, input) =>
			await sendAll(
				send,
				CONVERT_PATH,
				input.map(({ access_code_id }) => ({ access_code_id })),
				requestsInFlight,
			),
	};
}

/** Like `convertCodes`, but of each code only the ID is known, as from a table. */
export function convertById(codes: number, answerTimeMs: number): Scenario {
	const withRecords = convertCodes(codes, 10, answerTimeMs);
	return {
		...withRecords,
		name: 'convertById',
		title: `Convert ${codes.toLocaleString('en')} codes of which only the ID is known, 10 requests in flight, not waiting`,
		prepareInput: async (service) =>
			(await unmanagedCodeItems(service)).map(({ access_code_id }) => ({ access_code_id })),
	};
}

/** Like `convertCodes`, but with this node's default number of requests in flight and 10 for the other clients. */
export function convertAtDefault(codes: number, answerTimeMs: number): Scenario {
	const atTen = convertCodes(codes, 10, answerTimeMs);
	return {
		...atTen,
		name: 'convertAtDefault',
		title: `Convert ${codes.toLocaleString('en')} codes, ${DEFAULT_REQUESTS_IN_FLIGHT} requests in flight for this node (its default) and 10 for the others, not waiting`,
		requestsInFlight: DEFAULT_REQUESTS_IN_FLIGHT,
		parameters: { ...atTen.parameters, options: {} },
	};
}

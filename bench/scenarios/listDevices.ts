import type { IDataObject } from 'n8n-workflow';
import { httpRequestDraft } from './httpRequestDraft';
import { listPages } from '../bareClient/listPages';
import { answeredImmediately, type Scenario } from './scenario';

const PAGE_SIZE = 500;

/** All devices of a workspace, in pages of 500. */
export function listDevices(
	name: string,
	devices: number,
	answerTimeMs: number,
	rounds?: number,
): Scenario {
	return {
		name,
		title: `List ${devices.toLocaleString('en')} devices${answeredImmediately(answerTimeMs)}`,
		notes: [
			...(answerTimeMs === 0
				? ['These times include no network, only the work of the client and the sandbox.']
				: []),
			'HTTP Request returns one item per page. Splitting the pages into devices is not counted.',
		],
		sandbox: { devices, codesPerDevice: 0, settings: { answerTimeMs } },
		results: devices,
		leastRequests: Math.ceil(devices / PAGE_SIZE),
		rounds,
		requestsInFlight: 1,
		parameters: { resource: 'device', operation: 'getAll', returnAll: true },
		hasBatching: false,
		httpRequest: (baseUrl) => ({
			draft: {
				nodes: [
					httpRequestDraft({
						name: 'List',
						url: `${baseUrl}/devices/list`,
						jsonBody: '{ "limit": 500 }',
						isPaged: true,
					}),
				],
			},
			resultNode: 'List',
			resultsIn: (json) => (json.devices as IDataObject[]).length,
		}),
		bareRun: async (send) => await listPages(send, '/devices/list', 'devices'),
	};
}

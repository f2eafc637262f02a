import type { IDataObject } from 'n8n-workflow';
import { connect } from '../../host/engine/connect';
import { httpRequestDraft } from './httpRequestDraft';
import { listPages } from '../bareClient/listPages';
import { mapBounded } from '../bareClient/mapBounded';
import type { Scenario } from './scenario';

const REQUESTS_IN_FLIGHT = 10;
const CODES_PER_DEVICE = 3;
const PAGE_SIZE = 500;

/** Lists the unmanaged codes of all devices: first the devices, then one request per device. */
export function listUnmanagedCodes(devices: number, answerTimeMs: number): Scenario {
	return {
		name: 'listUnmanagedCodes',
		title: `List the unmanaged codes of ${devices.toLocaleString('en')} devices, ${REQUESTS_IN_FLIGHT} requests in flight`,
		notes: [
			`${CODES_PER_DEVICE} codes per device. The workflow with HTTP Request lists the devices, splits them, and lists the codes of each. Splitting the codes is not counted.`,
		],
		sandbox: { devices, codesPerDevice: CODES_PER_DEVICE, settings: { answerTimeMs } },
		results: devices * CODES_PER_DEVICE,
		leastRequests: Math.ceil(devices / PAGE_SIZE) + devices,
		requestsInFlight: REQUESTS_IN_FLIGHT,
		parameters: {
			resource: 'unmanagedAccessCode',
			operation: 'getAll',
			devices: 'all',
			returnAll: true,
			options: { requestsInFlight: REQUESTS_IN_FLIGHT },
		},
		hasBatching: true,
		httpRequest: (baseUrl, isBatched) => ({
			draft: {
				nodes: [
					httpRequestDraft({
						name: 'Devices',
						url: `${baseUrl}/devices/list`,
						jsonBody: '{ "limit": 500 }',
						isPaged: true,
					}),
					{
						name: 'Split',
						type: 'n8n-nodes-base.splitOut',
						parameters: { fieldToSplitOut: 'devices', options: {} },
					},
					httpRequestDraft({
						name: 'Codes',
						url: `${baseUrl}/access_codes/unmanaged/list`,
						jsonBody: '={{ { "device_id": $json.device_id, "limit": 500 } }}',
						isBatched,
						isPaged: true,
					}),
				],
				connections: connect(['Devices', 'Split', 'Codes']),
			},
			resultNode: 'Codes',
			resultsIn: (json) => (json.access_codes as IDataObject[]).length,
		}),
		bareRun: async (send) => {
			const found = await listPages(send, '/devices/list', 'devices');
			const codes = await mapBounded(
				found,
				REQUESTS_IN_FLIGHT,
				async ({ device_id: deviceId }) =>
					await listPages(send, '/access_codes/unmanaged/list', 'access_codes', {
						device_id: deviceId,
					}),
			);
			return codes.flat();
		},
	};
}

import { httpRequestDraft } from '../contenders/httpRequestDraft';
import { portfolio } from '../../sandbox/seed';
import type { Work } from './work';

const PATH = '/devices/get';

/** One request for one item: what a small workflow pays. */
export function oneItem(repetitions: number): Work {
	const deviceId = portfolio.deviceId(0);
	return {
		name: 'oneItem',
		title: 'One item',
		notes: [`One device is read, answered at once; ${repetitions} times in a row, the time is that of one. Requests are those of all.`],
		sandbox: { devices: 1, codesPerDevice: 0, settings: { answerTimeMs: 0 } },
		results: 1,
		repetitions,
		leastRequests: repetitions,
		requestsInFlight: 1,
		parameters: { resource: 'device', operation: 'get', deviceId: { __rl: true, mode: 'id', value: deviceId } },
		hasBatching: false,
		httpRequest: (baseUrl) => ({
			draft: { nodes: [httpRequestDraft({ name: 'Get', url: `${baseUrl}${PATH}`, jsonBody: JSON.stringify({ device_id: deviceId }) })] },
			resultNode: 'Get',
		}),
		plainly: async (send) => [(await send(PATH, { device_id: deviceId })).body],
	};
}

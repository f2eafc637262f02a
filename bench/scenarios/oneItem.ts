import { httpRequestDraft } from './httpRequestDraft';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import { answeredImmediately, type Scenario } from './scenario';

const PATH = '/devices/get';

/** One request for one item, as in a small workflow. The ID is typed into the node or comes with the item. */
export function oneItem(
	repetitions: number,
	{ isIdTyped, answerTimeMs }: { isIdTyped: boolean; answerTimeMs: number },
): Scenario {
	const deviceId = portfolio.deviceId(0);
	return {
		name: isIdTyped ? 'oneItemTyped' : 'oneItem',
		title: isIdTyped ? 'One item, its ID typed into the node' : 'One item',
		notes: [
			`One device is read ${repetitions} times in a row${answeredImmediately(answerTimeMs)}. The time is for one read, the requests are for all.`,
			...(isIdTyped
				? [
						"n8n checks a typed ID against the field's pattern, in a sandbox for regular expressions, before each run; HTTP Request has no such field.",
					]
				: []),
		],
		sandbox: { devices: 1, codesPerDevice: 0, settings: { answerTimeMs } },
		results: 1,
		leastRequests: repetitions,
		repetitions,
		requestsInFlight: 1,
		prepareInput: async () => [{ device_id: deviceId }],
		parameters: {
			resource: 'device',
			operation: 'get',
			deviceId: { __rl: true, mode: 'id', value: isIdTyped ? deviceId : '={{ $json.device_id }}' },
		},
		hasBatching: false,
		httpRequest: (baseUrl) => ({
			draft: {
				nodes: [
					httpRequestDraft({
						name: 'Get',
						url: `${baseUrl}${PATH}`,
						jsonBody: isIdTyped
							? JSON.stringify({ device_id: deviceId })
							: '={{ { "device_id": $json.device_id } }}',
					}),
				],
			},
			resultNode: 'Get',
		}),
		bareRun: async (send) => [(await send(PATH, { device_id: deviceId })).body],
	};
}

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { runNode } from '../../host/engine/runNode';
import { type HeapSample, sampleHeap } from './heapWatch';
import { type Comparison, compareWithService } from './compareWithService';
import type { ServiceState } from './soakMessages';
import { codeAt, CODES_PER_DEVICE, type SoakCode, type SoakSetup } from './soakSetup';
import { type SoakService, startSoakService } from './startSoakService';

const MAX_POLL_INTERVAL_S = 3;
const QUARTERS = [0, 25, 50, 75];

/** The result of a soak. */
export interface SoakResult {
	setup: SoakSetup;
	timeMs: number;
	comparison: Comparison;
	service: Omit<ServiceState, 'codes' | 'begunByDevice'>;
	memory: HeapSample[];
	/** Size of a copy of the node's output, in MB. */
	outputMb: number;
}

/** Starts a service with faults, converts all codes in one run of the node, and compares each item with the service's state. */
export async function runSoak(setup: SoakSetup): Promise<SoakResult> {
	const memory: HeapSample[] = [];
	const quarters = [...QUARTERS];
	const service = await startSoakService(setup, (conversions) => {
		const isReached = quarters[0] !== undefined && conversions >= (quarters[0] / 100) * setup.items;
		if (isReached) memory.push(sampleHeap(`${quarters.shift()}% begun`));
	});
	try {
		memory.push(sampleHeap('before the run'));
		const converted = await convertAll(setup, service, memory);
		// The connection to the service keeps its last message, which is the whole state, in memory.
		await service.stop();
		memory.push(sampleHeap('output let go'));
		return { setup, memory, ...converted };
	} finally {
		await service.stop();
	}
}

/** Converts all codes; holds the output only until it returns. */
async function convertAll(
	setup: SoakSetup,
	service: SoakService,
	memory: HeapSample[],
): Promise<Omit<SoakResult, 'setup' | 'memory'>> {
	const codes = () => Array.from({ length: setup.items }, (_, itemIndex) => codeAt(itemIndex));
	const startedAtMs = performance.now();
	const { items: output, error } = await runNode('deviceAccess', {
		parameters: {
			resource: 'unmanagedAccessCode',
			operation: 'convertToManaged',
			accessCodeId: { __rl: true, mode: 'id', value: '={{ $json.access_code_id }}' },
			waitForCompletion: true,
			options: {
				timeout: setup.timeoutMs / 1000,
				waitTimeout: setup.waitTimeoutMs / 1000,
				maxPollInterval: MAX_POLL_INTERVAL_S,
			},
		},
		input: codes().map(toInput),
		onError: 'continueRegularOutput',
		credentials: { deviceAccessApi: { baseUrl: service.url, apiKey: service.apiKey } },
	});
	if (error) throw error;
	const timeMs = performance.now() - startedAtMs;
	memory.push(sampleHeap('ended, output held'));
	const outputMb = sizeOf(output);
	const state = await service.state();
	const { faultsMet, requestsByPath, maxInFlight } = state;
	return {
		comparison: compareWithService(codes(), output, state),
		service: { faultsMet, requestsByPath, maxInFlight },
		timeMs,
		outputMb,
	};
}

/** The input for a code: its record with the device ID or, for the first code of each device, only the code's ID. */
function toInput({ accessCodeId, deviceId }: SoakCode, itemIndex: number): IDataObject {
	if (itemIndex % CODES_PER_DEVICE === 0) return { access_code_id: accessCodeId };
	return { access_code_id: accessCodeId, device_id: deviceId, code: '1001', is_managed: false };
}

function sizeOf(output: INodeExecutionData[]): number {
	const before = sampleHeap('').heapMb;
	const copy = structuredClone(output);
	const after = sampleHeap('').heapMb;
	return copy.length === output.length ? after - before : NaN;
}

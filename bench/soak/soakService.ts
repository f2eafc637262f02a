// The soak service, in its own process: the sandbox with the planned faults. Its only argument is the setup.
import { conversionsOf } from '../../sandbox/faults/conversions';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import type { Fault } from '../../sandbox/faults/faults';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { seedDevice } from '../../sandbox/fixtures/seedDevice';
import type { WorkspaceState } from '../../sandbox/state/state';
import { type PlannedFault, planFaults } from './faultPlan';
import type { CodeState, ServiceState, ToParent, ToService } from './soakMessages';
import {
	codeAt,
	CODES_PER_DEVICE,
	CONVERT_PATH,
	deviceCount,
	slowerThan,
	type SoakSetup,
} from './soakSetup';

const REPORTED_STEPS = 20;
/** Extra time for conversion timers that fire late. */
const MARGIN_MS = 500;

const send = (message: ToParent) => process.send?.(message);

function mainWorkspace({ state }: Sandbox): WorkspaceState {
	const workspace = state.workspaces.get(workspaceIds.main);
	if (!workspace) throw new Error('The sandbox has no main workspace.');
	return workspace;
}

/** Adds the last device, whose provider cannot convert codes. */
function addUnsupportedDevice(sandbox: Sandbox, items: number): void {
	const workspace = mainWorkspace(sandbox);
	const deviceIndex = deviceCount(items) - 1;
	const first = deviceIndex * CODES_PER_DEVICE;
	const record = seedDevice({
		workspaceNumber: 1,
		number: 0,
		name: 'Gate',
		provider: 'igloohome',
		locationName: 'Gate',
	});
	sandbox.state.addDevice(workspace, { ...record, device_id: codeAt(first).deviceId });
	for (let itemIndex = first; itemIndex < items; itemIndex++) {
		sandbox.state.addAccessCode(workspace, {
			...codeAt(itemIndex),
			name: 'Gate',
			code: '1001',
			createdAt: record.created_at,
		});
	}
}

/** Counts the conversions that the sandbox begins, by device; a request that joins a running conversion does not count. */
function countBegun({ state }: Sandbox, items: number): Record<string, number> {
	const begunByDevice: Record<string, number> = {};
	const step = Math.max(1, Math.floor(items / REPORTED_STEPS));
	let conversions = 0;
	const addActionAttempt = state.addActionAttempt.bind(state);
	state.addActionAttempt = (workspace, record, deviceId = '') => {
		begunByDevice[deviceId] = (begunByDevice[deviceId] ?? 0) + 1;
		if (conversions++ % step === 0) send({ kind: 'begun', conversions });
		return addActionAttempt(workspace, record, deviceId);
	};
	return begunByDevice;
}

function countFaults({ faults }: Sandbox, planned: PlannedFault[]): ServiceState['faultsMet'] {
	const met: ServiceState['faultsMet'] = [];
	const counts = new Map<Fault, ServiceState['faultsMet'][number]>();
	for (const { path, fault, name, after } of planned) {
		// A copy, so that its identity shows which planned fault a request met.
		const own = { ...fault };
		let count = met.find((entry) => entry.path === path && entry.name === name);
		if (!count) met.push((count = { path, name, times: 0 }));
		counts.set(own, count);
		faults.next(path, own, { after });
	}
	const take = faults.take.bind(faults);
	faults.take = (path) => {
		const fault = take(path);
		const count = fault && counts.get(fault);
		if (count) count.times++;
		return fault;
	};
	return met;
}

function stateOf(
	sandbox: Sandbox,
	begunByDevice: Record<string, number>,
	faultsMet: ServiceState['faultsMet'],
): ServiceState {
	const codes: Record<string, CodeState> = {};
	for (const {
		access_code_id: id,
		is_managed: isManaged,
		answers,
		converted,
		failed,
	} of conversionsOf(sandbox).codes) {
		codes[id] = { isManaged, answers, converted, failed };
	}
	return {
		codes,
		begunByDevice,
		faultsMet,
		requestsByPath: countRequests(sandbox, faultsMet),
		maxInFlight: sandbox.requests.maxInFlight(),
	};
}

function countRequests(
	{ requests }: Sandbox,
	faultsMet: ServiceState['faultsMet'],
): ServiceState['requestsByPath'] {
	const byPath: ServiceState['requestsByPath'] = {};
	for (const { path, status } of requests.entries) {
		const count = (byPath[path] ??= { requests: 0, faultsMet: 0, refusedForLimit: 0 });
		count.requests++;
		if (status === 429) count.refusedForLimit++;
	}
	for (const { path, name, times } of faultsMet) {
		const count = byPath[path];
		if (!count) continue;
		count.faultsMet += times;
		if (name.startsWith('429')) count.refusedForLimit -= times;
	}
	return byPath;
}

async function main(): Promise<void> {
	const setup = JSON.parse(process.argv[2] ?? '') as SoakSetup;
	const {
		items,
		answerTimeMs,
		attemptDurationMs,
		conversionsPerWindow: maxRequests,
		rateLimitWindowMs: windowMs,
	} = setup;
	const sandbox = await createSandbox({
		fixture: 'portfolio',
		devices: deviceCount(items) - 1,
		codesPerDevice: CODES_PER_DEVICE,
		settings: {
			answerTimeMs,
			attemptDurationMs,
			rateLimits: { retryAfter: 'seconds', byPath: { [CONVERT_PATH]: { maxRequests, windowMs } } },
		},
	});
	addUnsupportedDevice(sandbox, items);
	const begunByDevice = countBegun(sandbox, items);
	const faultsMet = countFaults(sandbox, planFaults(setup));
	process.on('message', (message: ToService) => {
		if (message.kind === 'stop') return void sandbox.stop().then(() => process.disconnect());
		// The service can still act on requests that the node gave up on, and conversions can still end.
		setTimeout(
			() => send({ kind: 'state', state: stateOf(sandbox, begunByDevice, faultsMet) }),
			slowerThan(setup.timeoutMs) + attemptDurationMs + MARGIN_MS,
		);
	});
	send({ kind: 'ready', url: sandbox.url, apiKey: sandbox.apiKey });
}

void main();

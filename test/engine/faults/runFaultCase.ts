import { createSandbox } from '../../../sandbox/createSandbox';
import { byId, QUICK_CHECKS } from '../../support/service/hotelSandbox';
import { startHttpServer } from '../../../host/process/httpServer';
import { type NodeRun, runNode } from '../../../host/engine/runNode';
import type { FaultCase, Scene, FaultOutcome } from './faultCase';
import { findViolations } from './findViolations';
import { observeOutcome } from './observeOutcome';
import { RestingClock } from '../../support/clock/restingClock';
import { until } from '../../support/clock/until';

/** Time that conversions and deletions take, in milliseconds. */
const ATTEMPT_DURATION_MS = 15;

export interface ObservedCase {
	outcome: FaultOutcome;
	/** Broken promises, among those that hold for every fault. */
	violations: string[];
}

/** Runs the node of a case in the engine under its fault. Returns the outcome after the service has come to rest. */
export async function runFaultCase(faultCase: FaultCase): Promise<ObservedCase> {
	const clock = new RestingClock();
	const { settings, ...rest } = faultCase.sandbox ?? {};
	const sandbox = await createSandbox({
		...rest,
		clock,
		settings: { attemptDurationMs: ATTEMPT_DURATION_MS, ...settings },
	});
	const elsewhere = await startHttpServer(() => ({ body: { ok: true } }));
	const credentials = { deviceAccessApi: { baseUrl: sandbox.url, apiKey: sandbox.apiKey } };
	const scene: Scene = {
		sandbox,
		elsewhere,
		credentials,
		stop: new AbortController(),
		strangers: [() => elsewhere.requests.length],
		cleanUp: [],
	};
	holdTimeLimits(scene);
	try {
		await faultCase.provoke(scene);
		const [run] = await Promise.all([runOperation(faultCase, scene), faultCase.meanwhile?.(scene)]);
		const observe = () => observeOutcome(faultCase, run, sandbox);
		await until(
			() => clock.isAtRest && String(observe().atService) === String(faultCase.expected.atService),
			3_000,
		);
		const outcome = observe();
		return { outcome, violations: findViolations(faultCase, outcome, run, scene) };
	} finally {
		await Promise.all([
			sandbox.stop(),
			elsewhere.stop(),
			...scene.cleanUp.map(async (cleanUp) => await cleanUp()),
		]);
	}
}

/**
 * Lets no time limit of the node pass before the fault has met the request, because a busy machine can need longer than
 * the limit of a case to send it.
 */
function holdTimeLimits({ sandbox: { faults }, cleanUp }: Scene): void {
	const taken = jest.spyOn(faults, 'take');
	const faultsMet = () => taken.mock.results.filter(({ value }) => value !== undefined).length;
	let isOver = false;
	cleanUp.push(async () => void (isOver = true));
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((limitMs) => {
		const metBefore = faultsMet();
		const limit = new AbortController();
		timeout(limitMs).addEventListener('abort', () => {
			// After five seconds, the limit passes as it is.
			void until(() => isOver || faultsMet() > metBefore)
				.catch(() => {})
				.then(() => limit.abort());
		});
		return limit.signal;
	});
}

/** Runs with one request at a time, so that the item that meets the fault is certain, and with one retry and quick checks. */
async function runOperation(faultCase: FaultCase, { credentials, stop }: Scene): Promise<NodeRun> {
	const [resource = '', operation = ''] = faultCase.operation.split('.');
	const waits = operation === 'convertToManaged' || operation === 'delete';
	return await runNode('deviceAccess', {
		credentials,
		parameters: {
			resource,
			operation,
			...(faultCase.input?.some((item) => 'access_code_id' in item) && {
				accessCodeId: byId('={{ $json.access_code_id }}'),
			}),
			...faultCase.parameters,
			options: {
				requestsInFlight: 1,
				maxRetries: 1,
				...(waits && { ...QUICK_CHECKS, waitTimeout: 5 }),
				...faultCase.options,
			},
		},
		input: faultCase.input,
		onError: faultCase.onError,
		cancelSignal: stop.signal,
	});
}

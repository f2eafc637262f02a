import type { IDataObject } from 'n8n-workflow';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { engineLogger } from '../../support/engine/engineLogger';
import { RestingClock } from '../../support/clock/restingClock';
import { until } from '../../support/clock/until';
import { byId, QUICK_CHECKS } from '../../support/service/hotelSandbox';
import { type NodeRun, runNode } from '../../../host/engine/runNode';
import { findFalseWords } from './findFalseWords';
import { codesWithPin, CREATE, DELETE, OLD_CODE } from './oldCode';
import type { ReplacementCase } from './replacementCase';
import type { OnLock, ReplacementOutcome } from '../../../tools/docs/observed/replacementTable';

/** Time that deletions and creations take, in milliseconds. */
const ATTEMPT_DURATION_MS = 15;

export interface ObservedReplacement {
	outcome: ReplacementOutcome;
	/** False statements of the node, and broken promises among those that hold in every row. */
	falseWords: string[];
}

/** Replaces one code in the engine under the fault of a case. Returns the outcome after the service has come to rest. */
export async function runReplacementCase(
	replacementCase: ReplacementCase,
): Promise<ObservedReplacement> {
	const clock = new RestingClock();
	const sandbox = await createSandbox({
		clock,
		settings: { attemptDurationMs: ATTEMPT_DURATION_MS, ...replacementCase.settings },
	});
	const scene = { sandbox, stop: new AbortController() };
	const log = jest.spyOn(await engineLogger(), 'warn').mockImplementation(() => {});
	try {
		replacementCase.provoke?.(scene);
		const [run] = await Promise.all([
			replace(replacementCase, sandbox, scene.stop.signal),
			replacementCase.meanwhile?.(scene),
		]);
		await until(() => clock.isAtRest, 3_000);
		const lines = log.mock.calls.map(([line]) => String(line));
		const outcome = observe(run, sandbox);
		return {
			outcome,
			falseWords: findFalseWords(outcome, itemOf(run), { sandbox, run, log: lines }),
		};
	} finally {
		log.mockRestore();
		await sandbox.stop();
	}
}

async function replace(
	{ options }: ReplacementCase,
	{ url, apiKey }: Sandbox,
	cancelSignal: AbortSignal,
): Promise<NodeRun> {
	return await runNode('deviceAccess', {
		credentials: { deviceAccessApi: { baseUrl: url, apiKey } },
		parameters: {
			resource: 'unmanagedAccessCode',
			operation: 'replaceWithManaged',
			accessCodeId: byId(OLD_CODE.id),
			options: { ...QUICK_CHECKS, maxRetries: 1, waitTimeout: 3, ...options },
		},
		cancelSignal,
	});
}

const itemOf = (run: NodeRun): IDataObject | undefined => run.items[0]?.json;

function observe(run: NodeRun, sandbox: Sandbox): ReplacementOutcome {
	return {
		run: run.status as ReplacementOutcome['run'],
		outcome: itemOf(run)?.outcome as string | undefined,
		onLock: onLock(sandbox),
		deletion: answersOf(sandbox, DELETE),
		creation: answersOf(sandbox, CREATE),
	};
}

function onLock(sandbox: Sandbox): OnLock {
	const [code] = codesWithPin(sandbox);
	if (!code) return 'nothing';
	if (code.accessCodeId === OLD_CODE.id)
		return code.isManaged ? 'the old code, managed' : 'the old code';
	return code.status === 'set' ? 'the new code' : 'the new code, not set';
}

/** The answers, with repeated ones merged, because their number depends on the speed of the machine. */
function answersOf({ requests }: Sandbox, path: string): string {
	const answers = requests.of(path).map(({ status }) => String(status ?? 'cut'));
	const isFirst = (answer: string, index: number) => answer !== answers[index - 1];
	return answers
		.filter(isFirst)
		.map((answer, _index, firsts) =>
			firsts.length === 1 && answers.length > 1 ? `${answer} repeatedly` : answer,
		)
		.join(', ');
}

import { inspect } from 'node:util';
import type { LoggedRequest } from '../../../sandbox/faults/requestLog';
import type { NodeRun } from '../../../host/engine/runNode';
import type { FaultCase, Scene, FaultOutcome } from './faultCase';
import { inputOf, isAbout, operationOf, resultsOf } from './observeOutcome';

/** The sandbox's key, and the PINs of the codes in the cases. */
const SECRETS = /sandbox-key-\w+|(?<![\w-])(?:1011|1021|1031)(?![\w-])/;

/** Finds results that no fault may cause. Returns a sentence for each broken promise. */
export function findViolations(
	faultCase: FaultCase,
	outcome: FaultOutcome,
	run: NodeRun,
	{ strangers, sandbox }: Scene,
): string[] {
	const { endpoint, effect } = operationOf(faultCase);
	const isWrite = effect === 'write';
	const writes = sandbox.requests.of(endpoint);
	return [
		...(strangers.some((requestCount) => requestCount() > 0)
			? ['a request went to another host']
			: []),
		...(SECRETS.test([inspect(run.error, { depth: null }), JSON.stringify(outcome)].join('\n'))
			? ['a secret is told']
			: []),
		...(run.status === 'success'
			? inputOf(faultCase).flatMap((_, index) => lostItem(run, index, isWrite))
			: []),
		...(callsIn(outcome).some(
			(call) => call !== endpoint && !sandbox.requests.entries.some(({ path }) => path === call),
		)
			? ['a call is named that was not made']
			: []),
		...(run.status === 'error' && !run.error?.message ? ['the node stopped without a word'] : []),
		...(isWrite
			? inputOf(faultCase).flatMap((item, index) =>
					wrongWrites(
						outcome,
						writes.filter((request) => isAbout(request, item)),
						index,
					),
				)
			: []),
		...(sandbox.requests.entries.some(({ hasAuthorization }) => !hasAuthorization)
			? ['a request was sent without key']
			: []),
	];
}

/** The calls that the texts name. */
function callsIn({ says = [] }: FaultOutcome): string[] {
	return says.flatMap((text) =>
		[...String(text).matchAll(/Call: ([^,. ]+)/g)].map(([, call = '']) => call),
	);
}

function lostItem(run: NodeRun, itemIndex: number, isWrite: boolean): string[] {
	const { length } = resultsOf(run, itemIndex);
	if (length === 0) return [`item ${itemIndex}: has no result`];
	return isWrite && length > 1 ? [`item ${itemIndex}: has ${length} results`] : [];
}

/** Compares with the log and state of the service: no second write after the service may have acted, and no false statement. */
function wrongWrites(
	outcome: FaultOutcome,
	requests: LoggedRequest[],
	itemIndex: number,
): string[] {
	const state = outcome.atService?.[itemIndex];
	const result = outcome.items[itemIndex];
	return [
		// A key that is refused and a rate limit come before anything is done.
		...(requests.slice(0, -1).some(({ status }) => status !== 401 && status !== 429)
			? [`item ${itemIndex}: was sent again after the service may have acted`]
			: []),
		...(result === 'converted' && state !== 'managed'
			? [`item ${itemIndex}: is said to be converted and is not`]
			: []),
		...(result === 'deleted' && state !== 'gone'
			? [`item ${itemIndex}: is said to be deleted and is not`]
			: []),
		...(result === 'failed' && state === 'managed'
			? [`item ${itemIndex}: is said to have failed and is managed`]
			: []),
		...(result === 'not sent' && requests.length > 0
			? [`item ${itemIndex}: was sent and is not spoken of`]
			: []),
	];
}

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { resources } from '../../../nodes/DeviceAccess/resources';
import type { Operation } from '../../../nodes/DeviceAccess/operation/types';
import type { LoggedRequest } from '../../../sandbox/faults/requestLog';
import type { NodeRun } from '../../../host/engine/runNode';
import type { FaultCase, CodeState, FaultOutcome } from './faultCase';

const MAY_HAVE_ACTED = 'The service may have carried out the action';

/** The operation of a case, as the registry has it. */
export function operationOf({ operation }: FaultCase): Operation {
	const [resourceValue, value] = operation.split('.');
	const found = resources
		.find((entry) => entry.value === resourceValue)
		?.operations.find((entry) => entry.value === value);
	if (!found) throw new Error(`There is no operation ${operation}`);
	return found;
}

/** The outcome of the run so far, from the node's output and error and from the service's log and state. */
export function observeOutcome(faultCase: FaultCase, run: NodeRun, sandbox: Sandbox): FaultOutcome {
	const { endpoint, effect, kind } = operationOf(faultCase);
	const sent = sentPerItem(faultCase, sandbox.requests.of(endpoint));
	const others = new Set(
		sandbox.requests.entries
			.map(({ path }) => path)
			// The names of the locks are read at the end, whatever the outcome.
			.filter((path) => path !== endpoint && (effect === 'read' || path !== '/devices/list')),
	);
	return {
		run: run.status as FaultOutcome['run'],
		says: saidBy(run),
		items: inputOf(faultCase).map((_, itemIndex) =>
			itemResult(run, itemIndex, kind.name, sent[itemIndex]),
		),
		...(effect === 'write' && {
			atService: inputOf(faultCase).map((item) => codeState(sandbox, item.access_code_id)),
		}),
		sent,
		...(others.size > 0 && { lookUps: [...others].sort() }),
	};
}

export const inputOf = ({ input = [{}] }: FaultCase): Array<Record<string, string>> => input;

export function resultsOf(run: NodeRun, itemIndex: number): INodeExecutionData[] {
	return [...run.items, ...run.outputs(1)].filter(
		({ pairedItem }) => (pairedItem as { item: number }).item === itemIndex,
	);
}

function detailsOf(json: IDataObject): IDataObject {
	return (json.details ?? {}) as IDataObject;
}

const saidBy = (run: NodeRun): unknown[] => [
	run.error?.message,
	run.error?.description,
	...[...run.items, ...run.outputs(1)].flatMap(({ json }) => [
		json.error ?? json.message,
		detailsOf(json).description,
	]),
];

function itemResult(
	run: NodeRun,
	itemIndex: number,
	kind: string,
	sent: string | undefined,
): string {
	const results = resultsOf(run, itemIndex);
	const [first] = results;
	if (first?.json.error !== undefined)
		return detailsOf(first.json).may_have_acted === true ? 'in doubt' : 'failed';
	if (first?.json.outcome !== undefined) return String(first.json.outcome);
	if (first) return kind === 'many' ? `${results.length.toLocaleString('en-US')} records` : 'read';
	if (run.error?.context.itemIndex === itemIndex)
		return run.error.description?.includes(MAY_HAVE_ACTED) ? 'in doubt' : 'failed';
	return sent === undefined || sent === '' ? 'not sent' : 'no result';
}

function codeState({ state }: Sandbox, accessCodeId = ''): CodeState {
	const code = state.accessCodes.get(accessCodeId);
	if (!code) return 'gone';
	return code.isManaged ? 'managed' : 'unmanaged';
}

/** The answers to the requests of each item, or of all items together if they have no ID. */
function sentPerItem(faultCase: FaultCase, requests: LoggedRequest[]): string[] {
	const items = inputOf(faultCase);
	if (items.some((item) => idOf(item) === undefined)) return [inShort(requests)];
	return items.map((item) => inShort(requests.filter((request) => isAbout(request, item))));
}

const idOf = (item: Record<string, string>): string | undefined =>
	item.access_code_id ?? item.device_id;

/** Whether a request belongs to an item. */
export function isAbout({ body }: LoggedRequest, item: Record<string, string>): boolean {
	return Object.values(body ?? {}).includes(idOf(item));
}

/** Sums up answers as `429, 200 x2`; `cut` stands for a connection that broke or that the node gave up. */
function inShort(requests: LoggedRequest[]): string {
	const runs: Array<{ answer: string; times: number }> = [];
	for (const { status } of requests) {
		const answer = String(status ?? 'cut');
		const last = runs.at(-1);
		if (last?.answer === answer) last.times++;
		else runs.push({ answer, times: 1 });
	}
	return runs.map(({ answer, times }) => (times > 1 ? `${answer} x${times}` : answer)).join(', ');
}

import { type IDataObject, type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import { describeError, withoutUndefined } from '../api/describeError';
import { cancelSignal, createSendRequest, readCredential, type SendRequest } from '../api/request';
import { toNodeError } from '../api/toNodeError';
import { NotStartedError } from '../api/errors';
import type { Operation, Resource } from './defineOperation';
import { mapWithConcurrency } from '../api/mapWithConcurrency';
import { type ItemValues, readParameters, readRunSettings, type RunSettings } from './readParameters';
import { outcomeOf } from './attemptResult';
import { settleActions } from './settleActions';
import { settleStates } from './settleStates';
import { finishAction, type Submitted, submitItem } from './submitItem';

/** What became of one item; undefined means that it was not started. */
type ItemState = { failed: unknown } | (Submitted & { values: ItemValues });

interface Run {
	context: IExecuteFunctions;
	operation: Operation;
	continueOnFail: boolean;
	settings: RunSettings;
	send: SendRequest;
	secrets: string[];
	/** Ends what has not been sent yet, once an item has failed and the run stops. */
	stop: AbortController;
}

/**
 * Runs the chosen operation over all input items: reads, submits with bounded requests in flight, waits once for all
 * accepted actions, and returns items in input order, each paired. With continue-on-fail a failed item becomes
 * `{ error, details }`; without it the error of the first failed item is thrown and nothing more is started.
 */
export async function runItems(
	context: IExecuteFunctions,
	resources: readonly Resource[],
	{ continueOnFail }: { continueOnFail: boolean },
): Promise<INodeExecutionData[]> {
	const operation = findOperation(context, resources);
	const run = await prepareRun(context, operation, continueOnFail);
	const states = await submitAll(run);
	await settleAll(run, states);
	return finishAll(run, states);
}

/** The registry is asked, not trusted: a workflow can be edited by hand. */
function findOperation(context: IExecuteFunctions, resources: readonly Resource[]): Operation {
	const resource = context.getNodeParameter('resource', 0) as string;
	const value = context.getNodeParameter('operation', 0) as string;
	const operation = resources.find((entry) => entry.value === resource)?.operations.find((entry) => entry.value === value);
	if (operation) return operation;
	throw new NodeOperationError(context.getNode(), `There is no operation '${value}' for '${resource}'`, {
		description: "Choose 'Resource' and 'Operation' from the lists again.",
	});
}

async function prepareRun(context: IExecuteFunctions, operation: Operation, continueOnFail: boolean): Promise<Run> {
	const settings = readRunSettings(readFirstOptions(context));
	try {
		const credential = await readCredential(context);
		const stop = new AbortController();
		const send = await createSendRequest(context, { ...settings, stopSignal: stop.signal, credential });
		const secrets = credential.apiKey === '' ? [] : [credential.apiKey];
		return { context, operation, continueOnFail, settings, send, secrets, stop };
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

/** An expression that fails is told as the failure of its item; the run then has the default settings. */
function readFirstOptions(context: IExecuteFunctions): IDataObject {
	try {
		return context.getNodeParameter('options', 0, {}) as IDataObject;
	} catch {
		return {};
	}
}

async function submitAll(run: Run): Promise<Array<ItemState | undefined>> {
	const { context, operation, settings, send, stop } = run;
	return await mapWithConcurrency<INodeExecutionData, ItemState | undefined>(
		context.getInputData(),
		settings.requestsInFlight,
		async ({ json: input }, itemIndex, onLimited) => {
			try {
				const values = readParameters(context, operation, itemIndex);
				return { ...(await submitItem({ send, operation, settings, values, input, onLimited, signal: cancelSignal(context) })), values };
			} catch (error) {
				if (error instanceof NotStartedError) return undefined;
				if (!run.continueOnFail) stop.abort();
				return { failed: error };
			}
		},
		() => stop.signal.aborted,
	);
}

async function settleAll(run: Run, states: Array<ItemState | undefined>): Promise<void> {
	const { operation: { returns }, send, settings } = run;
	const signal = cancelSignal(run.context);
	const waiting = states.flatMap((state) =>
		state && 'action' in state && (state.values.waitForCompletion === true || state.action.until) ? [state.action] : [],
	);
	// A run that is about to stop does not wait: the person learns of the failure now, and how much was accepted.
	if (!run.continueOnFail && states.some((state) => state && 'failed' in state)) return;
	if (returns.kind === 'attempt') await settleActions(send, waiting, returns.outcomeEvents, settings, signal);
	const done = waiting.filter((action) => action.until && outcomeOf(action) === 'done');
	for (const until of new Set(done.map((action) => action.until))) {
		if (until) await settleStates(send, done.filter((action) => action.until === until), until, settings, signal);
	}
}

function finishAll(run: Run, states: Array<ItemState | undefined>): INodeExecutionData[] {
	const output: INodeExecutionData[] = [];
	states.forEach((state, itemIndex) => {
		if (!state) return;
		const finished = finishItem(run, state);
		if ('failed' in finished && !run.continueOnFail) throw stopError(run, states, finished.failed, itemIndex);
		const jsons = 'failed' in finished ? [failedJson(run, finished.failed, itemIndex)] : finished.records;
		for (const json of jsons) output.push({ json, pairedItem: { item: itemIndex } });
	});
	return output;
}

function finishItem({ operation }: Run, state: ItemState): { failed: unknown } | { records: IDataObject[] } {
	if ('failed' in state || 'records' in state) return state;
	try {
		return { records: [finishAction(operation, state.action, state.values)] };
	} catch (error) {
		return { failed: error };
	}
}

/** The key, and the PIN where the item that came in is the code's own record: a PIN may have letters too. */
function secretsOf({ context, secrets }: Run, itemIndex: number): string[] {
	const code = context.getInputData()[itemIndex]?.json.code;
	return typeof code === 'string' || typeof code === 'number' ? [...secrets, String(code)] : secrets;
}

/** Only `error` and `details`: n8n sends such an item to the error output with its details (style: engine facts). */
function failedJson(run: Run, error: unknown, itemIndex: number): IDataObject {
	const { message, description, httpCode, details } = describeError(error, secretsOf(run, itemIndex));
	return {
		error: message,
		details: withoutUndefined({ description: description || undefined, http_code: httpCode, ...details }) as IDataObject,
	};
}

function stopError(run: Run, states: Array<ItemState | undefined>, error: unknown, itemIndex: number) {
	const { context, operation } = run;
	// Of actions, what is finished already was refused; of other writes, it was accepted.
	const isAccepted = (state: ItemState) => 'action' in state || (operation.returns.kind !== 'attempt' && 'records' in state);
	const accepted = states.filter((state) => state !== undefined && isAccepted(state)).length;
	const addition =
		operation.effect === 'write' && states.length > 1
			? `${accepted === 0 ? `None of the ${states.length} items` : `${accepted} of ${states.length} items`} had been accepted by the service${accepted === 0 ? '' : ' and are not undone'}`
			: undefined;
	return toNodeError(context.getNode(), error, { itemIndex, addition, secrets: secretsOf(run, itemIndex) });
}

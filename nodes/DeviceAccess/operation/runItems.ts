import { type IDataObject, type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import { NotStartedError } from '../errors/errors';
import { mapWithConcurrency } from '../transport/mapWithConcurrency';
import { cancelSignal, createSendRequest, readCredential } from '../transport/request';
import { toNodeError } from '../errors/toNodeError';
import { outcomeOf } from './attemptResult';
import type { Operation, Resource } from './defineOperation';
import { executionHints } from './executionHints';
import { finishItems } from './finishItems';
import { hasStopped, type ItemRun, type ItemState } from './itemRun';
import { readParameters, readRunSettings } from './readParameters';
import { runSequence } from './runSequence';
import { settleActions } from './settleActions';
import { settleStates } from './settleStates';
import { submitItem } from './submitItem';

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
	const { returns } = operation;
	const states = returns.kind === 'sequence' ? await runSequence(run, returns) : await submitAndSettle(run);
	const output = finishItems(run, states);
	context.addExecutionHints(...executionHints(operation, output, states));
	return output;
}

async function submitAndSettle(run: ItemRun): Promise<ItemState[]> {
	const states = await submitAll(run);
	await settleAll(run, states);
	return states;
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

async function prepareRun(context: IExecuteFunctions, operation: Operation, continueOnFail: boolean): Promise<ItemRun> {
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

async function submitAll(run: ItemRun): Promise<ItemState[]> {
	const { context, operation, settings, send, stop } = run;
	return await mapWithConcurrency<INodeExecutionData, ItemState>(
		context.getInputData(),
		settings.requestsInFlight,
		async ({ json: input }, itemIndex, onLimited) => {
			try {
				const values = readParameters(context, operation, itemIndex);
				return { ...(await submitItem({ send, operation, settings, values, input, onLimited })), values };
			} catch (error) {
				if (error instanceof NotStartedError) return undefined;
				if (!run.continueOnFail) stop.abort();
				return { failed: error };
			}
		},
		() => stop.signal.aborted,
	);
}

async function settleAll(run: ItemRun, states: ItemState[]): Promise<void> {
	const { operation: { returns }, send, settings } = run;
	const signal = cancelSignal(run.context);
	const waiting = states.flatMap((state) =>
		state && 'action' in state && (state.values.waitForCompletion === true || state.action.until) ? [state.action] : [],
	);
	// A run that is about to stop does not wait: the person learns of the failure now, and how much was accepted.
	if (hasStopped(run, states)) return;
	if (returns.kind === 'attempt') await settleActions(send, waiting, returns.outcomeEvents, settings, signal);
	const done = waiting.filter((action) => action.until && outcomeOf(action) === 'done');
	for (const until of new Set(done.map((action) => action.until))) {
		if (until) await settleStates(send, done.filter((action) => action.until === until), until, settings, signal);
	}
}

import { type IDataObject, type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import { toNodeError } from '../errors/toNodeError';
import { readCredential } from '../transport/credential';
import { createSender } from '../transport/request';
import { executionHints } from './executionHints';
import { finishItems } from './finishItems';
import { readParameters } from './readParameters';
import { readRunSettings } from './runSettings';
import { hasStopped } from './submitItems';
import type { ItemRun, Operation, ReadItem, Resource } from './types';

/**
 * Runs the chosen operation over all input items: reads the parameters of all, lets the operation's kind submit them and
 * wait for them, and returns items in input order, each paired. With continue-on-fail a failed item becomes
 * `{ error, details }`; without it the error of the first failed item is thrown and nothing more is started.
 */
export async function runItems(
	context: IExecuteFunctions,
	resources: readonly Resource[],
	{ continueOnFail }: { continueOnFail: boolean },
): Promise<INodeExecutionData[]> {
	const operation = findOperation(context, resources);
	const run = await prepareRun(context, operation, continueOnFail);
	const items = context.getInputData().map(({ json }, itemIndex) => readItem(run, json, itemIndex));
	// What cannot be right stops the run before the first request.
	const unread = items.map((item) => ('is' in item ? item : undefined));
	const states = hasStopped(run, unread) ? unread : await operation.kind.run(run, items);
	const output = finishItems(run, states);
	context.addExecutionHints(...executionHints(operation.kind, output, states, items));
	return output;
}

function readItem({ context, operation }: ItemRun, input: IDataObject, itemIndex: number): ReadItem {
	try {
		const values = readParameters(context, operation, itemIndex);
		return { itemIndex, input, values, body: operation.request(values) };
	} catch (error) {
		return { is: 'failed', error };
	}
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
		const { send, awaitRoom } = await createSender(context, { ...settings, stopSignal: stop.signal, credential });
		const secrets = credential.apiKey === '' ? [] : [credential.apiKey];
		return { context, operation, continueOnFail, settings, send, awaitRoom, secrets, stop };
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

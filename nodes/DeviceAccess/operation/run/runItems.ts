import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';
import { withAllErrors, withFurtherErrors } from '../../errors/allErrors';
import { toNodeError } from '../../errors/toNodeError';
import { takesNoWorkspace } from '../../transport/authentication';
import { cancelSignal, onAbort } from '../../transport/cancelSignal';
import { type ApiCredential, readCredential } from '../../transport/credential';
import { executionHints } from '../output/executionHints';
import { finishItems } from '../output/finishItems';
import { getParameter, parameterReader } from '../form/readParameters';
import { readRunSettings } from './runSettings';
import { type ItemOfWorkspace, runWorkspaces } from './runWorkspaces';
import { failItem, hasStopped } from './itemPolicy';
import type { ItemValues, Operation, PreparedRun, Resource } from '../types';
import { inWorkspace } from '../form/workspace';

/**
 * Runs the chosen operation for all input items: reads all parameters, lets the operation's kind
 * submit and wait, and returns paired items in input order. With continue-on-fail, a failed item
 * becomes `{ error, details }`. Otherwise, throws the error of the first failed item and starts
 * nothing more.
 */
export async function runItems(
	context: IExecuteFunctions,
	resources: readonly Resource[],
	{ continueOnFail }: { continueOnFail: boolean },
): Promise<INodeExecutionData[]> {
	const operation = findOperation(context, resources);
	const { credential, ...run } = await prepareRun(context, operation, continueOnFail);
	const readValues = parameterReader(context, operation);
	const prepared = context
		.getInputData()
		.map(({ json }, itemIndex) => prepareItem(run, credential, json, itemIndex, readValues));
	const items = prepared.map(({ item }) => item);
	// Invalid input stops the run before the first request.
	const states = hasStopped(run)
		? items.map((item) => ('is' in item ? item : undefined))
		: await runWorkspaces(run, credential, prepared);
	const output = finishItems(run, states);
	context.addExecutionHints(...executionHints(operation.kind, output, states, items, run.secrets));
	return output;
}

function prepareItem(
	run: PreparedRun,
	credential: ApiCredential,
	input: IDataObject,
	itemIndex: number,
	readValues: ReturnType<typeof parameterReader>,
): ItemOfWorkspace {
	const { operation } = run;
	const body = (values: ItemValues) => withAllErrors(() => operation.request(values));
	try {
		const values = readValues(itemIndex);
		const item = { itemIndex, input, values, body: body(values) };
		return {
			item,
			credential: takesNoWorkspace(operation.endpoint)
				? credential
				: inWorkspace(credential, values.options),
		};
	} catch (error) {
		const values = readValues(itemIndex, { leavesOutInvalid: true });
		const all = withFurtherErrors(
			error,
			() => operation.kind.read?.(values, input) ?? operation.request(values),
		);
		return { item: { ...failItem(run, all), input, values } };
	}
}

/** The operation may be unknown, because a workflow can be edited by hand. */
function findOperation(context: IExecuteFunctions, resources: readonly Resource[]): Operation {
	const resource = getParameter(context, 'resource', 0, '') as string;
	const value = getParameter(context, 'operation', 0, '') as string;
	const operation = resources
		.find((entry) => entry.value === resource)
		?.operations.find((entry) => entry.value === value);
	if (operation) return operation;
	throw new NodeOperationError(
		context.getNode(),
		`There is no operation '${value}' for '${resource}'`,
		{
			description: "Choose 'Resource' and 'Operation' from the lists again.",
		},
	);
}

async function prepareRun(
	context: IExecuteFunctions,
	operation: Operation,
	continueOnFail: boolean,
): Promise<PreparedRun & { credential: ApiCredential }> {
	const settings = readRunSettings(readFirstOptions(context));
	try {
		const credential = await readCredential(context);
		const secrets = credential.secret === '' ? [] : [credential.secret];
		const stop = new AbortController();
		onAbort(cancelSignal(context), () => stop.abort());
		return {
			context,
			operation,
			continueOnFail,
			settings,
			secrets,
			stop,
			credential,
		};
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

/** A failed expression fails its item; the run then uses the default settings. */
function readFirstOptions(context: IExecuteFunctions): IDataObject {
	try {
		return getParameter(context, 'options', 0, {}) as IDataObject;
	} catch {
		return {};
	}
}

import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';
import {
	withFurtherErrors,
	InvalidParameterError,
	UnforeseenError,
	wasNotSent,
} from '../../errors/errors';
import { toNodeError } from '../../errors/toNodeError';
import {
	accountOf,
	type ApiCredential,
	DEFAULT_BASE_URL,
	readCredential,
	takesNoWorkspace,
} from '../../transport/credential';
import { cancelSignal, onAbort } from '../../transport/httpCall';
import { Sender } from '../../transport/request';
import { readRunSettings, inWorkspace } from '../form/options';
import { getParameter, parameterReader } from '../form/readParameters';
import { bodyOf, requestOf } from '../form/requestOf';
import { executionHints, outputItems } from '../output/outputItems';
import type { ItemState, Operation, PreparedItem, PreparedRun, Resource } from '../types';
import { nameItems } from './nameItems';
import { failItem, hasStopped, ofRun, stateOfError } from './sendItems';

/**
 * Returns paired items in input order. If the node does not continue, throws the error of the first
 * failed item and starts nothing more.
 */
export async function runItems(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[]> {
	const operation = findOperation(context, resources);
	const { credential, ...run } = await prepareRun(context, operation);
	const readValues = parameterReader(context, operation);
	// If the node threw, n8n would pass on its input as if nothing had failed.
	if ('error' in credential) {
		if (!context.continueOnFail()) throw toNodeError(context.getNode(), credential.error);
		const failed = context.getInputData().map(({ json }, itemIndex) => ({
			...failItem(run, credential.error),
			input: json,
			values: readValues(itemIndex, { leavesOutInvalid: true }),
		}));
		return outputItems(run, failed, failed);
	}
	const prepared = context
		.getInputData()
		.map(({ json }, itemIndex) => prepareItem(run, credential, json, itemIndex, readValues));
	const items = prepared.map(({ item }) => item);
	const refusal = refusalOfRetries(context, operation);
	// Invalid input stops the run before the first request.
	const states = refusal
		? items.map(() => failItem(run, refusal))
		: hasStopped(run)
			? items.map((item) => ('is' in item ? item : undefined))
			: await runWorkspaces(run, credential, prepared);
	const output = outputItems(run, states, items);
	context.addExecutionHints(...executionHints(operation.kind, output, states, items, run.secrets));
	return output;
}

/** With *Retry On Fail*, n8n executes the whole node again, also for the items that succeeded. */
function refusalOfRetries(
	context: IExecuteFunctions,
	{ action, effect, kind, isRepeatable = kind.isRepeatable }: Operation,
): InvalidParameterError | undefined {
	if (effect === 'read' || isRepeatable || context.getNode().retryOnFail !== true) return undefined;
	return new InvalidParameterError(
		"Nothing was changed: 'Retry On Fail' is on",
		`Turn it off in the node's settings. n8n would send every item again, and '${action}' must not be sent twice. The node retries by itself where that is safe: see 'Maximum Retries' under Options.`,
	);
}

function prepareItem(
	run: PreparedRun,
	credential: ApiCredential,
	input: IDataObject,
	itemIndex: number,
	readValues: ReturnType<typeof parameterReader>,
): ItemOfWorkspace {
	const { operation } = run;
	try {
		const values = readValues(itemIndex);
		const item = { itemIndex, input, values, body: bodyOf(operation, values) };
		return {
			item,
			credential: takesNoWorkspace(operation.endpoint)
				? credential
				: inWorkspace(credential, values.options),
		};
	} catch (error) {
		const values = readValues(itemIndex, { leavesOutInvalid: true });
		const all = withFurtherErrors(error, () =>
			(operation.kind.read ?? requestOf(operation.fields))(values, input),
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

const NO_CREDENTIAL: ApiCredential = { baseUrl: DEFAULT_BASE_URL, secret: '', isToken: false };

/** What only reads its items works although the credential is missing, so that what was done before it is recorded. */
const sendsRequests = ({ endpoint, endpointFor }: Operation) =>
	endpoint !== undefined || endpointFor !== undefined;

async function prepareRun(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<PreparedRun & { credential: ApiCredential | { error: unknown } }> {
	const { credential, ...settings } = await credentialAndSettings(context, operation);
	const stop = new AbortController();
	onAbort(cancelSignal(context), () => stop.abort());
	const secrets = 'secret' in credential && credential.secret !== '' ? [credential.secret] : [];
	return {
		context,
		operation,
		continueOnFail: context.continueOnFail() || operation.returnsFailed === true,
		...settings,
		secrets,
		stop,
		credential,
	};
}

async function credentialAndSettings(context: IExecuteFunctions, operation: Operation) {
	try {
		const settings = readRunSettings(readFirstOptions(context));
		const credential = sendsRequests(operation) ? await readCredential(context) : NO_CREDENTIAL;
		return { settings, credential };
	} catch (error) {
		return { settings: readRunSettings({}), credential: { error } };
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

/** An item that could not be read has no credential. */
export interface ItemOfWorkspace {
	item: PreparedItem;
	credential?: ApiCredential;
}

interface WorkspaceItems {
	credential: ApiCredential;
	indexes: number[];
	items: PreparedItem[];
}

/**
 * Each workspace has its own request queue. All items fail, before any request, if the operation
 * needs them in one workspace.
 */
export async function runWorkspaces(
	run: PreparedRun,
	credential: ApiCredential,
	items: readonly ItemOfWorkspace[],
): Promise<ItemState[]> {
	const workspaces = byWorkspace(credential, items);
	const { kind } = run.operation;
	if (workspaces.length > 1 && kind.needsOneWorkspace) {
		const error = severalWorkspaces(kind.needsOneWorkspace);
		return items.map(({ item }) => ('is' in item ? item : failItem(run, error)));
	}
	const states: ItemState[] = items.map(() => undefined);
	for (const workspace of workspaces) {
		if (hasStopped(run)) break;
		const { send, awaitRoom, holdWrites } = new Sender(run.context, workspace.credential, {
			...run.settings,
			stopSignal: run.stop.signal,
		});
		const { workspaceId } = workspace.credential;
		const account = accountOf(workspace.credential);
		const itemRun = { ...run, send, awaitRoom, holdWrites, workspaceId, account };
		const ended = await kind
			.run(itemRun, workspace.items)
			.catch((error: unknown) => workspace.items.map((item) => unforeseen(run, item, error)));
		const ofWorkspace = await nameItems(itemRun, workspace.items, ended);
		// A kind can return further states, for records that no item names. They go to the end.
		ofWorkspace.forEach(
			(state, place) => (states[workspace.indexes[place] ?? states.length] = state),
		);
	}
	return states;
}

/** The run ended with an exception, so the service may have changed any item. */
const unforeseen = (run: PreparedRun, item: PreparedItem, error: unknown): ItemState =>
	'is' in item
		? item
		: ofRun(
				stateOfError(
					run,
					wasNotSent(error) ? error : new UnforeseenError(error, run.operation.effect === 'write'),
				),
			);

function byWorkspace(
	credential: ApiCredential,
	items: readonly ItemOfWorkspace[],
): WorkspaceItems[] {
	// An item that could not be read can go with any workspace, because every kind only passes it on.
	const any = items.find((entry) => entry.credential)?.credential ?? credential;
	const workspaces = new Map<string | undefined, WorkspaceItems>();
	items.forEach(({ item, credential: own = any }, index) => {
		const workspace = workspaces.get(own.workspaceId) ?? {
			credential: own,
			indexes: [],
			items: [],
		};
		workspaces.set(own.workspaceId, workspace);
		workspace.indexes.push(index);
		workspace.items.push(item);
	});
	return [...workspaces.values()];
}

const severalWorkspaces = (reason: string) =>
	new InvalidParameterError(
		'Nothing was changed: the items are for several workspaces',
		`${reason} Choose the same 'Workspace' for all items, or use one node for each workspace.`,
	);

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { readRunSettings } from '../../../nodes/DeviceAccess/operation/form/options';
import { bodyOf } from '../../../nodes/DeviceAccess/operation/form/requestOf';
import type {
	ItemRun,
	ItemState,
	ItemValues,
	ItemWork,
	Operation,
} from '../../../nodes/DeviceAccess/operation/types';
import { resources } from '../../../nodes/DeviceAccess/resources';
import type { SendRequest } from '../../../nodes/DeviceAccess/transport/request';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';

export function operationOf(resource: string, value: string): Operation {
	const operation = resources
		.find((entry) => entry.value === resource)
		?.operations.find((entry) => entry.value === value);
	if (!operation) throw new Error(`No such operation: ${resource} ${value}`);
	return operation;
}

/** One item, and the service that answers it. */
export interface Submission {
	service: { send: SendRequest };
	values?: IDataObject;
	options?: IDataObject;
	input?: IDataObject;
	settings?: IDataObject;
}

/** Runs one item, whose values are already read, through an operation of the registry. Returns its outcome. */
export async function runItem(
	resource: string,
	operation: string,
	submission: Submission,
): Promise<ItemState> {
	return await runItemOf(operationOf(resource, operation), submission);
}

/** The same for any operation. */
export async function runItemOf(
	operation: Operation,
	{ service, values = {}, options = {}, input = {}, settings = {} }: Submission,
): Promise<ItemState> {
	const run = itemRun(operation, { send: service.send, settings: readRunSettings(settings) });
	const allValues: ItemValues = { ...values, options };
	const [state] = await operation.kind.run(run, [
		{ itemIndex: 0, input, values: allValues, body: bodyOf(operation, allValues) },
	]);
	return state;
}

/** A run of the operation that continues on failures, and whose request queue always has room. */
export const itemRun = (operation: Operation, rest: Partial<ItemRun> = {}): ItemRun => ({
	context: { getNode: () => ({ retryOnFail: false }) } as unknown as IExecuteFunctions,
	operation,
	continueOnFail: true,
	settings: readRunSettings({}),
	send: async () => {
		throw new Error('Nothing is sent');
	},
	awaitRoom: async () => {},
	holdWrites: async (work) => await work(),
	account: 'account',
	secrets: [],
	stop: new AbortController(),
	...rest,
});

/** An item with these values, as it is prepared for a run of the operation. */
export const itemWork = (body: WireObject, itemIndex = 0): ItemWork => ({
	itemIndex,
	input: {},
	values: { options: {} },
	body,
});

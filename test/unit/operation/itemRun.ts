import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { readRunSettings } from '../../../nodes/DeviceAccess/operation/run/runSettings';
import type {
	ItemRun,
	ItemState,
	ItemValues,
	Operation,
} from '../../../nodes/DeviceAccess/operation/types';
import { resources } from '../../../nodes/DeviceAccess/resources';
import type { SendRequest } from '../../../nodes/DeviceAccess/transport/request';

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
	const run: ItemRun = {
		context: {} as IExecuteFunctions,
		operation,
		continueOnFail: true,
		settings: readRunSettings(settings),
		send: service.send,
		awaitRoom: async () => await Promise.resolve(),
		secrets: [],
		stop: new AbortController(),
	};
	const allValues: ItemValues = { ...values, options };
	const [state] = await operation.kind.run(run, [
		{ itemIndex: 0, input, values: allValues, body: operation.request(allValues) },
	]);
	return state;
}

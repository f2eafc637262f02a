import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { runItems } from '../../nodes/DeviceAccess/operation/run/runItems';
import { resources } from '../../nodes/DeviceAccess/resources';
import type { HouseService, Line } from './service';

export interface NodeItem {
	/** The values of the node's fields for this item, as n8n resolves them. */
	fields: IDataObject;
	input: IDataObject;
}

/** What n8n keeps for one node from one execution to the next. */
export interface StaticData {
	id: string;
	data: IDataObject;
}

export interface Ran {
	/** Empty if the process died. */
	items: IDataObject[];
	/** The place of the input item that each is linked to. */
	links: Array<number | undefined>;
	/** Set if the node failed as a whole. */
	error?: unknown;
}

/** Runs the node's code over the items as n8n does, with *On Error: Continue*. */
export async function runNode(
	service: HouseService,
	line: Line,
	operation: string,
	given: readonly NodeItem[],
	stored: StaticData,
): Promise<Ran> {
	const input = given.map(({ input: json }) => ({ json }));
	const staticData = structuredClone(stored.data);
	const context = {
		getNodeParameter: (name: string, index: number, fallback?: unknown) => {
			if (name === 'resource') return 'reservation';
			if (name === 'operation') return operation;
			const { fields = {} } = given[index] ?? {};
			return Object.hasOwn(fields, name) ? copyOf(fields[name]) : fallback;
		},
		getInputData: (): INodeExecutionData[] => input,
		getNode: () => ({
			id: stored.id,
			name: 'Device Access',
			type: 'deviceAccess',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
			onError: 'continueRegularOutput',
		}),
		getWorkflow: () => ({ id: stored.id, name: 'Histories', active: true }),
		getTimezone: () => 'Europe/Berlin',
		getWorkflowStaticData: () => staticData,
		getExecutionCancelSignal: () => undefined,
		getCredentials: async () => ({ baseUrl: 'http://127.0.0.1:1', apiKey: service.apiKey }),
		addExecutionHints: () => {},
		continueOnFail: () => true,
		helpers: {
			httpRequestWithAuthentication: async (
				_type: string,
				{ url, body }: { url: string; body: string },
			) => {
				const parameters = JSON.parse(body) as Record<string, unknown>;
				return await service.answer(new URL(url).pathname, parameters, line);
			},
		},
	} as unknown as IExecuteFunctions;
	try {
		const items = await runItems(context, resources);
		if (line.isDead) return { items: [], links: [] };
		stored.data = staticData;
		return { items: items.map(({ json }) => json), links: items.map(linkOf) };
	} catch (error) {
		return line.isDead ? { items: [], links: [] } : { items: [], links: [], error };
	}
}

/** n8n hands out a copy of each value. */
const copyOf = <Value>(value: Value): Value =>
	typeof value === 'object' ? structuredClone(value) : value;

function linkOf({ pairedItem }: INodeExecutionData): number | undefined {
	const [one] = [pairedItem].flat();
	return typeof one === 'object' ? one.item : one;
}

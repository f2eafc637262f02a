import { LoadOptionsContext } from 'n8n-core';
import { UnexpectedError } from 'n8n-workflow';
import type {
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { createAdditionalData } from '../../../host/engine/additionalData';
import { createWorkflow } from '../../../host/engine/createWorkflow';
import { loadNodes } from '../../../host/engine/loadNodes';
import type { CredentialData } from '../../../host/engine/suppliedCredentials';

export interface ListOptions {
	parameters?: INodeParameters;
	credentials?: CredentialData;
	filter?: string;
	paginationToken?: string;
}

/** Calls `methods.listSearch.METHOD` as the editor's resource picker does. */
export async function listSearch(
	type: string | INodeType,
	method: string,
	options: ListOptions = {},
): Promise<INodeListSearchResult> {
	const { context, nodeType, workflow } = await openForm(type, options);
	const search = nodeType.methods?.listSearch?.[method];
	if (search === undefined)
		throw new UnexpectedError(`The node has no listSearch method "${method}".`);
	return await workflow.expression.withIsolate(
		async () => await search.call(context, options.filter, options.paginationToken),
	);
}

/** Calls `methods.loadOptions.METHOD` as the editor's drop-down does. */
export async function loadOptions(
	type: string | INodeType,
	method: string,
	options: ListOptions = {},
): Promise<INodePropertyOptions[]> {
	const { context, nodeType, workflow } = await openForm(type, options);
	const load = nodeType.methods?.loadOptions?.[method];
	if (load === undefined)
		throw new UnexpectedError(`The node has no loadOptions method "${method}".`);
	return await workflow.expression.withIsolate(async () => await load.call(context));
}

async function openForm(type: string | INodeType, { parameters = {}, credentials }: ListOptions) {
	const catalogue = await loadNodes();
	const typeName = typeof type === 'string' ? type : catalogue.register(type);
	const workflow = createWorkflow(
		catalogue,
		{ nodes: [{ name: 'Temp-Node', type: typeName, parameters }] },
		credentials,
	);
	const node = workflow.getNode('Temp-Node');
	if (node === null) throw new UnexpectedError('The workflow of the form lost its node.');
	const additionalData = createAdditionalData(catalogue, credentials);
	additionalData.currentNodeParameters = parameters;
	return {
		context: new LoadOptionsContext(workflow, node, additionalData, ''),
		nodeType: catalogue.nodeTypes.getByNameAndVersion(node.type, node.typeVersion),
		workflow,
	};
}

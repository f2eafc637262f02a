import { CredentialTestContext, ExecuteContext, RoutingNode } from 'n8n-core';
import { createEmptyRunExecutionData, Workflow } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject, ICredentialsDecrypted, ICredentialTestFunction, ICredentialTestRequest, IDataObject,
	INode, INodeCredentialTestResult, INodeType, IVersionedNodeType,
} from 'n8n-workflow';
import { createAdditionalData } from './additionalData';
import { loadNodes, type NodeCatalogue } from './loadNodes';

interface RequestTest {
	nodeType?: INodeType;
	testRequest: ICredentialTestRequest;
}

/**
 * Does what the Test button of a credential does: its own `test` request through the engine's RoutingNode, or else the
 * test (`testedBy`) of a node that uses it. Which of them, and how an error becomes a message, is decided in n8n's cli
 * package (credentials-tester.js); that part is repeated here.
 */
export async function testCredential(type: string, data: ICredentialDataDecryptedObject): Promise<INodeCredentialTestResult> {
	const catalogue = await loadNodes();
	const test = findTest(catalogue, type);
	if (test === undefined) return { status: 'Error', message: 'No testing function found for this credential.' };
	const additionalData = createAdditionalData(catalogue, { [type]: data });
	const credential: ICredentialsDecrypted = { id: type, name: type, type };
	try {
		credential.data = await additionalData.credentialsHelper.applyDefaultsAndExpressions(additionalData, type, data, 'internal');
	} catch (error) {
		return { status: 'Error', message: String((error as Error).message) };
	}
	if (typeof test === 'function') return await test.call(new CredentialTestContext(additionalData), credential);
	return await runRequestTest(catalogue, test, credential, additionalData);
}

function findTest(catalogue: NodeCatalogue, type: string): RequestTest | ICredentialTestFunction | undefined {
	const { test } = catalogue.credentialTypes.getByName(type);
	if (test !== undefined) return { testRequest: test };
	for (const nodeName of catalogue.credentialTypes.getSupportedNodes(type)) {
		for (const nodeType of versionsOf(catalogue.nodeTypes.getByName(nodeName))) {
			const testedBy = nodeType.description.credentials?.find(({ name }) => name === type)?.testedBy;
			if (typeof testedBy === 'string') return nodeType.methods?.credentialTest?.[testedBy];
			if (testedBy !== undefined) return { nodeType, testRequest: testedBy };
		}
	}
	return undefined;
}

function versionsOf(node: INodeType | IVersionedNodeType): INodeType[] {
	return 'nodeVersions' in node ? Object.values(node.nodeVersions).reverse() : [node];
}

async function runRequestTest(
	catalogue: NodeCatalogue,
	{ nodeType = catalogue.nodeTypes.getByNameAndVersion('n8n-nodes-base.noOp'), testRequest }: RequestTest,
	credential: ICredentialsDecrypted,
	additionalData: ReturnType<typeof createAdditionalData>,
): Promise<INodeCredentialTestResult> {
	const { node, requestingType } = nodeThatRequests(nodeType, testRequest, credential.type);
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: { getByName: () => requestingType, getByNameAndVersion: () => requestingType, getKnownTypes: () => ({}) },
	});
	const context = new ExecuteContext(
		workflow, node, additionalData, 'internal', createEmptyRunExecutionData(), 0, [], { main: [[{ json: {} }]] },
		{ node, data: {}, source: null }, [],
	);
	try {
		const routing = new RoutingNode(context, requestingType, credential);
		const output = await workflow.expression.withIsolate(async () => await routing.runNode());
		return verdictOnBody(testRequest, output?.[0]?.[0]?.json ?? {});
	} catch (error) {
		return verdictOnError(testRequest, error as CaughtError);
	}
}

function nodeThatRequests(nodeType: INodeType, { request }: ICredentialTestRequest, credentialType: string) {
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: 'n8n-nodes-base.noOp',
		typeVersion: [nodeType.description.version].flat().at(-1) ?? 1,
		position: [0, 0],
		parameters: {},
		credentials: { [credentialType]: { id: credentialType, name: credentialType } },
	};
	const requestingType: INodeType = {
		description: {
			...nodeType.description,
			credentials: [{ name: credentialType, required: true }],
			properties: [{ displayName: 'Temp', name: 'temp', type: 'string', routing: { request }, default: '' }],
		},
	};
	return { node, requestingType };
}

interface CaughtError {
	message: string;
	cause?: { code?: string; response?: { status: number; statusText: string } };
}

function verdictOnError({ rules = [] }: ICredentialTestRequest, error: CaughtError): INodeCredentialTestResult {
	const response = error.cause?.response;
	if (response !== undefined) {
		for (const rule of rules) {
			if (rule.type === 'responseCode' && rule.properties.value === response.status) {
				return { status: 'Error', message: rule.properties.message };
			}
		}
		if (response.status < 199 || response.status > 299) {
			return { status: 'Error', message: response.statusText || `Received HTTP status code: ${response.status}` };
		}
	} else if (error.cause?.code) {
		return { status: 'Error', message: error.cause.code };
	}
	return { status: 'Error', message: error.message };
}

function verdictOnBody({ rules = [] }: ICredentialTestRequest, body: IDataObject): INodeCredentialTestResult {
	for (const rule of rules) {
		if (rule.type === 'responseSuccessBody' && valueAt(body, rule.properties.key) === rule.properties.value) {
			return { status: 'Error', message: rule.properties.message };
		}
	}
	return { status: 'OK', message: 'Connection successful!' };
}

function valueAt(body: IDataObject, path: string): unknown {
	return path.split('.').reduce<unknown>((value, key) => (value as IDataObject | undefined)?.[key], body);
}

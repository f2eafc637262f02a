import { once, EventEmitter } from 'node:events';
import { randomUUID } from 'node:crypto';
import { HookContext, WebhookContext } from 'n8n-core';
import {
	Node,
	UnexpectedError,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IWebhookData,
	type IWebhookResponseData,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { createAdditionalData } from '../../../host/engine/additionalData';
import { createWorkflow } from '../../../host/engine/createWorkflow';
import { loadNodes } from '../../../host/engine/loadNodes';
import { loadStaticData, saveStaticData } from './nodeStaticData';
import type { CredentialData } from '../../../host/engine/suppliedCredentials';
import { sendDelivery, type SentDelivery } from '../service/sendDelivery';
import { startWebhookServer, type WebhookRequest, type WebhookResponse } from './webhookServer';

export interface WebhookTriggerOptions {
	parameters?: INodeParameters;
	credentials?: CredentialData;
	/** The node's static data, kept by the caller. n8n keeps the static data of a test registration apart from that of production. */
	staticData?: IDataObject;
	/** `test` = Listen for test event in the editor: the test URL, mode `manual`. Default `production`. */
	registration?: 'production' | 'test';
	/** Set it to keep the URL after a "restart" (a second webhookTrigger). */
	webhookId?: string;
	/** n8n's address as the node sees it; default: the real address of the server. */
	instanceUrl?: string;
	/** Called when n8n would store and queue the execution. Throw in it to imitate an unavailable database or Redis. */
	queueExecution?: () => void | Promise<void>;
}

export interface Delivery {
	/** The items that the workflow would start with; undefined if it would not start. */
	items: INodeExecutionData[] | undefined;
	result: IWebhookResponseData | undefined;
	error: Error | undefined;
}

export interface ReceivedDelivery extends Delivery {
	status: number;
	responseBody: string;
}

export interface WebhookTrigger {
	url: string;
	webhookId: string;
	deliveries: Delivery[];
	checkExists: (activation?: WorkflowActivateMode) => Promise<boolean>;
	create: (activation?: WorkflowActivateMode) => Promise<boolean>;
	delete: () => Promise<boolean>;
	/** Activates as n8n does: `checkExists`, then `create` if that returns false. */
	activate: (activation?: WorkflowActivateMode) => Promise<void>;
	/** Sends one delivery over HTTP to the server. `params`: for the parts of the path that begin with a colon. Rejects if there is no answer within the time limit. */
	receive: (
		delivery: SentDelivery & { params?: Record<string, string> },
	) => Promise<ReceivedDelivery>;
	/** Waits until `count` deliveries have been handled in total. Rejects after `timeLimitMs` (default 10,000). */
	waitForDeliveries: (count: number, timeLimitMs?: number) => Promise<Delivery[]>;
	/** Closes the server without registering or removing a webhook. */
	stop: () => Promise<void>;
}

/**
 * A webhook node as n8n runs it: its life cycle methods in the engine's HookContext, its `webhook()` in WebhookContext,
 * behind a real HTTP server. Every call gets a new workflow with the static data as stored, as in a restarted n8n.
 * Our own code replaces two parts of n8n's cli package: the server, and the storing of static data (after each method and
 * each delivery that succeeded).
 */
export async function webhookTrigger(
	type: string | INodeType,
	options: WebhookTriggerOptions = {},
): Promise<WebhookTrigger> {
	const catalogue = await loadNodes();
	const typeName = typeof type === 'string' ? type : catalogue.register(type);
	const { staticData = {}, webhookId = randomUUID(), registration = 'production' } = options;
	const isTest = registration === 'test';
	const deliveries: Delivery[] = [];
	const deliveryByPort = new Map<number, Delivery>();
	const delivered = new EventEmitter();

	const server = await startWebhookServer(handle);
	const open = () => {
		const workflow = createWorkflow(
			catalogue,
			{
				nodes: [
					{ name: 'Trigger', type: typeName, webhookId, parameters: options.parameters ?? {} },
				],
				staticData: loadStaticData('Trigger', staticData),
			},
			options.credentials,
		);
		const node = workflow.getNode('Trigger');
		if (node === null) throw new UnexpectedError('The workflow of the webhook lost its node.');
		const nodeType = catalogue.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const [webhookDescription] = nodeType.description.webhooks ?? [];
		if (webhookDescription === undefined)
			throw new UnexpectedError(`The node type "${node.type}" declares no webhook.`);
		const additionalData = createAdditionalData(
			catalogue,
			options.credentials,
			options.instanceUrl ?? server.url,
		);
		const webhookData: IWebhookData = {
			httpMethod: 'POST',
			node: node.name,
			path: webhookDescription.path,
			webhookDescription,
			workflowId: workflow.id,
			workflowExecuteAdditionalData: additionalData,
			webhookId,
			isTest,
		};
		const hookContext = (mode: WorkflowExecuteMode, activation: WorkflowActivateMode) =>
			new HookContext(workflow, node, additionalData, mode, activation, webhookData);
		return { workflow, node, nodeType, additionalData, webhookData, hookContext };
	};
	const url = (() => {
		const { hookContext } = open();
		return hookContext('trigger', 'activate').getNodeWebhookUrl('default') ?? '';
	})();
	const path = new URL(url).pathname;

	async function runMethod(
		method: 'checkExists' | 'create' | 'delete',
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
	) {
		const { workflow, nodeType, hookContext, webhookData } = open();
		const lifecycle = nodeType.webhookMethods?.[webhookData.webhookDescription.name]?.[method];
		if (lifecycle === undefined)
			throw new UnexpectedError(`The node has no webhook method "${method}".`);
		const answer = await workflow.expression.withIsolate(
			async () => await lifecycle.call(hookContext(mode, activation)),
		);
		saveStaticData(workflow, 'Trigger', staticData);
		return answer;
	}

	async function handle(
		request: WebhookRequest,
		response: WebhookResponse,
	): Promise<IWebhookResponseData | 'unknown'> {
		const params = paramsIn(path, request.path);
		if (!params) return 'unknown';
		request.params = params;
		const { workflow, node, nodeType, additionalData, webhookData } = open();
		additionalData.httpRequest = request;
		additionalData.httpResponse = response;
		const context = new WebhookContext(
			workflow,
			node,
			additionalData,
			isTest ? 'manual' : 'webhook',
			webhookData,
			[],
			null,
		);
		const remotePort = request.socket.remotePort ?? 0;
		const delivery: Delivery = { items: undefined, result: undefined, error: undefined };
		try {
			const result = await workflow.expression.withIsolate(async () =>
				// Nodes of n8n's newer kind receive the context as an argument.
				nodeType instanceof Node
					? await nodeType.webhook?.(context)
					: await nodeType.webhook?.call(context),
			);
			if (result === undefined)
				throw new UnexpectedError('The node has no webhook(), or it returned nothing.');
			if (result.workflowData !== undefined) await options.queueExecution?.();
			saveStaticData(workflow, 'Trigger', staticData);
			Object.assign(delivery, { result, items: result.workflowData?.[0] });
			return result;
		} catch (error) {
			delivery.error = error as Error;
			throw error;
		} finally {
			deliveries.push(delivery);
			deliveryByPort.set(remotePort, delivery);
			delivered.emit('delivery');
		}
	}

	const mode = isTest ? 'manual' : 'trigger';
	const defaultActivation = isTest ? 'manual' : 'activate';
	return {
		url,
		webhookId,
		deliveries,
		checkExists: async (activation = defaultActivation) =>
			await runMethod('checkExists', mode, activation),
		create: async (activation = defaultActivation) => await runMethod('create', mode, activation),
		delete: async () => await runMethod('delete', 'internal', 'update'),
		activate: async (activation = defaultActivation) => {
			if (!(await runMethod('checkExists', mode, activation)))
				await runMethod('create', mode, activation);
		},
		receive: async ({ params = {}, ...sent }) => {
			const filled = path.replace(/:(\w+)/g, (part, name: string) => params[name] ?? part);
			const { status, responseBody, localPort } = await sendDelivery(server.url + filled, sent);
			const isHandled = () => deliveryByPort.has(localPort);
			while (!isHandled() && status !== 422) await once(delivered, 'delivery');
			return {
				items: undefined,
				result: undefined,
				error: undefined,
				...deliveryByPort.get(localPort),
				status,
				responseBody,
			};
		},
		waitForDeliveries: async (count, timeLimitMs = 10_000) => {
			const signal = AbortSignal.timeout(timeLimitMs);
			while (deliveries.length < count) await once(delivered, 'delivery', { signal });
			return deliveries;
		},
		stop: server.stop,
	};
}

/** The values of the parts of a path that begin with a colon, as n8n takes them; undefined if it is another path. */
function paramsIn(path: string, requested: string): IDataObject | undefined {
	const values = requested.split('/');
	const parts = path.split('/');
	const isParam = (part: string) => part.startsWith(':');
	if (parts.length !== values.length) return undefined;
	if (parts.some((part, index) => !isParam(part) && part !== values[index])) return undefined;
	return Object.fromEntries(
		parts.flatMap((part, index) =>
			isParam(part) ? [[part.slice(1), decodeURIComponent(values[index] ?? '')]] : [],
		),
	);
}

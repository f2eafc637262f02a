import {
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { testDeviceAccessApi } from './transport/testCredential';
import { toNodeError } from './errors/toNodeError';
import { getDevices } from './listSearch/choices';
import { toTriggerProperties } from './operation/toNodeProperties';
import { receiveDelivery } from './trigger/webhook/receiveDelivery';
import { REGISTRATION_FIELDS, TRIGGER_FIELDS, TRIGGER_OPTIONS } from './trigger/fields';
import { checkWebhookExists, registerWebhook, removeWebhook, toLifecycleError } from './trigger/webhook/lifecycle';

export class DeviceAccessTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Device Access Trigger',
		name: 'deviceAccessTrigger',
		icon: { light: 'file:../../icons/deviceAccess.svg', dark: 'file:../../icons/deviceAccess.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["triggerOn"].length + ($parameter["triggerOn"].length === 1 ? " event" : " events") }}',
		description: 'Starts the workflow as soon as the service reports an event, such as a finished conversion of an access code',
		defaults: { name: 'Device Access Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'deviceAccessApi', required: true, testedBy: 'testDeviceAccessApi' }],
		triggerPanel: {
			header: 'Wait for an event of the service',
			executionsHelp: {
				inactive:
					'While you build the workflow, press the button and let something happen at a lock, such as a converted access code. Its event comes in here.<br><br>Once you are happy with the workflow, publish it: every event then starts it, and you find the runs under Executions.',
				active:
					'While you build the workflow, press the button and let something happen at a lock, such as a converted access code. Its event comes in here.<br><br>The workflow is published: every event starts it also without you, and you find the runs under Executions.',
			},
			activationHint: 'Publish the workflow, and every event starts it without you',
		},
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
		properties: toTriggerProperties({ ...TRIGGER_FIELDS, ...REGISTRATION_FIELDS }, TRIGGER_OPTIONS),
	};

	methods = {
		credentialTest: { testDeviceAccessApi },
		loadOptions: { getDevices },
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				try {
					return await checkWebhookExists(this);
				} catch (error) {
					throw toLifecycleError(this.getNode(), error);
				}
			},
			async create(this: IHookFunctions): Promise<boolean> {
				try {
					return await registerWebhook(this);
				} catch (error) {
					throw toLifecycleError(this.getNode(), error);
				}
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await removeWebhook(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		try {
			return await receiveDelivery(this);
		} catch (error) {
			throw toNodeError(this.getNode(), error);
		}
	}
}

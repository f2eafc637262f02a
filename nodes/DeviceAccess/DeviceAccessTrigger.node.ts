import {
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { testDeviceAccessApi } from './transport/testCredential';
import { SENSITIVE_OUTPUT_FIELDS } from './errors/maskPins';
import { toNodeError } from './errors/toNodeError';
import { getDevices } from './listSearch/choices';
import { searchWorkspaces } from './listSearch/wholeLists';
import { toTriggerProperties } from './operation/form/toNodeProperties';
import { receiveDelivery } from './trigger/webhook/receiveDelivery';
import {
	REGISTRATION_FIELDS,
	TRIGGER_FIELDS,
	TRIGGER_OPTIONS,
	TRIGGER_SUBTITLE,
} from './trigger/triggerFields';
import {
	checkWebhookExists,
	registerWebhook,
	removeWebhook,
	toLifecycleError,
} from './trigger/webhook/lifecycle';

const WHILE_BUILDING =
	"<b>While you build the workflow</b>, click 'Execute step'. Then make one of the chosen events happen in another tab, for example by converting an access code. The event shows up here.";
const IN_EXECUTIONS_LIST =
	'You can find these executions in the <a data-key="executions">executions list</a>, not in the editor.';

export class DeviceAccessTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Device Access Trigger',
		name: 'deviceAccessTrigger',
		icon: {
			light: 'file:../../icons/deviceAccess.svg',
			dark: 'file:../../icons/deviceAccess.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: TRIGGER_SUBTITLE,
		// n8n shows this for the action node too, because both nodes share one entry in the node panel.
		description:
			'Manage smart locks, PINs and guest access, and start workflows when something happens to them',
		eventTriggerDescription:
			'Make one of the chosen events happen in another tab, for example by converting an access code',
		activationMessage:
			'Once n8n has registered the webhook, each event that you chose starts your workflow immediately.',
		defaults: { name: 'Device Access Trigger' },
		builderHint: {
			searchHint:
				'Starts a workflow the moment something happens: a PIN is issued, a conversion ends, a door opens, a lock goes offline. It registers its webhook itself and needs n8n to have a public address.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-device-access.deviceAccessPollingTrigger',
					relationHint:
						'Without a public address, or beside this trigger, so that no event is lost',
				},
			],
		},
		sensitiveOutputFields: SENSITIVE_OUTPUT_FIELDS,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'deviceAccessApi', required: true, testedBy: 'testDeviceAccessApi' }],
		triggerPanel: {
			header:
				'Listen, then make one of the chosen events happen in another tab, for example by converting an access code',
			executionsHelp: {
				inactive: `${WHILE_BUILDING}<br><br><b>When you are happy with the workflow</b>, publish it. Each event then starts an execution. ${IN_EXECUTIONS_LIST}`,
				active: `${WHILE_BUILDING}<br><br><b>Your workflow is published</b>, so each event also starts an execution. ${IN_EXECUTIONS_LIST}`,
			},
			activationHint:
				'Once you have finished building your workflow, publish it. Each event then starts it.',
		},
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
		],
		properties: toTriggerProperties({ ...TRIGGER_FIELDS, ...REGISTRATION_FIELDS }, TRIGGER_OPTIONS),
	};

	methods = {
		credentialTest: { testDeviceAccessApi },
		listSearch: { searchWorkspaces },
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
			throw toNodeError(this.getNode(), error, { isTrigger: true });
		}
	}
}

import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { testDeviceAccessApi } from './transport/testCredential';
import { SENSITIVE_OUTPUT_FIELDS } from './errors/maskPins';
import { toNodeError } from './errors/toNodeError';
import { getDevices } from './listSearch/choices';
import { searchWorkspaces } from './listSearch/wholeLists';
import { toTriggerProperties } from './operation/form/toNodeProperties';
import { pollEvents } from './trigger/polling/poll';
import {
	POLLING_FIELDS,
	TRIGGER_FIELDS,
	TRIGGER_OPTIONS,
	TRIGGER_SUBTITLE,
} from './trigger/triggerFields';

export class DeviceAccessPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Device Access Polling Trigger',
		name: 'deviceAccessPollingTrigger',
		icon: {
			light: 'file:../../icons/deviceAccess.svg',
			dark: 'file:../../icons/deviceAccess.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: TRIGGER_SUBTITLE,
		description:
			'Check smart locks, PINs and guest access for events on a schedule, and start workflows. Works without a public address.',
		activationMessage:
			'Your workflow now checks for events on its schedule, and starts when there are any.',
		defaults: { name: 'Device Access Polling Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				'Asks for events on a schedule: PINs that are issued, conversions that end, doors that open, locks that go offline. It works without a public address and misses nothing while n8n is down.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-device-access.deviceAccessTrigger',
					relationHint: 'Starts the workflow at once, if n8n has a public address',
				},
			],
		},
		sensitiveOutputFields: SENSITIVE_OUTPUT_FIELDS,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'deviceAccessApi', required: true, testedBy: 'testDeviceAccessApi' }],
		properties: toTriggerProperties({ ...TRIGGER_FIELDS, ...POLLING_FIELDS }, TRIGGER_OPTIONS),
	};

	methods = {
		credentialTest: { testDeviceAccessApi },
		listSearch: { searchWorkspaces },
		loadOptions: { getDevices },
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		try {
			return await pollEvents(this);
		} catch (error) {
			throw toNodeError(this.getNode(), error, { isTrigger: true });
		}
	}
}

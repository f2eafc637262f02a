import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { testDeviceAccessApi } from './transport/testCredential';
import * as accessCodes from './listSearch/accessCodes';
import * as accessMethods from './listSearch/accessMethods';
import * as choices from './listSearch/choices';
import { recordSearches } from './listSearch/records';
import * as wholeLists from './listSearch/wholeLists';
import { SENSITIVE_OUTPUT_FIELDS } from './errors/maskPins';
import { runItems } from './operation/run/runItems';
import { outputFieldsOf } from './operation/form/outputFields';
import { toNodeProperties, toSubtitle } from './operation/form/toNodeProperties';
import { FIRST_RESOURCE, resources } from './resources';

/** What an assistant that builds workflows cannot see in the names of the operations. */
const BUILDER_HINT: INodeTypeDescription['builderHint'] = {
	searchHint:
		"Smart locks, PINs and guest access. For bookings use the resource 'Reservation', which follows changes and cancellations: 'Create or Update' for one booking, 'Sync Many' for a whole list. Do not create access codes for bookings. Each item says whom to tell in 'tell', and the words for the host in 'host_message'.",
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-device-access.deviceAccessTrigger',
			relationHint: 'Starts a workflow when a PIN is issued, a door opens or a lock goes offline',
		},
		{
			nodeType: 'n8n-nodes-device-access.deviceAccessPollingTrigger',
			relationHint: 'The same without a public address, or beside it, so that no event is lost',
		},
		{ nodeType: 'n8n-nodes-base.dataTable', relationHint: 'Remembers who was told what' },
	],
	extraTypeDefContent: [
		{
			content: `<patterns>
PIN for a booking: Webhook of the booking system -> Device Access (reservation: readBooking) -> Device Access (reservation: upsert). Every night: list of the booking system -> readBooking -> Device Access (reservation: syncMany).
Message when it is ready: Schedule Trigger -> Device Access (reservation: getAll, filter 'Guest to Tell') -> keep only what was not told, by 'message_key' -> Device Access (reservation: writeMessage) -> Send Email -> Data Table (remember 'message_key').
Migrate codes: Device Access (unmanagedAccessCode: getAll) -> Device Access (unmanagedAccessCode: convertToManaged, On Error: Continue) -> the outcome of each code is in 'outcome'.
</patterns>`,
		},
	],
};

export class DeviceAccess implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Device Access',
		name: 'deviceAccess',
		icon: {
			light: 'file:../../icons/deviceAccess.svg',
			dark: 'file:../../icons/deviceAccess.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: toSubtitle(resources),
		description: 'Manage smart locks, PINs and guest access',
		defaults: { name: 'Device Access' },
		usableAsTool: true,
		builderHint: BUILDER_HINT,
		sensitiveOutputFields: SENSITIVE_OUTPUT_FIELDS,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'deviceAccessApi', required: true, testedBy: 'testDeviceAccessApi' }],
		properties: toNodeProperties(resources, FIRST_RESOURCE),
	};

	methods = {
		credentialTest: { testDeviceAccessApi },
		listSearch: { ...accessCodes, ...accessMethods, ...recordSearches, ...wholeLists },
		loadOptions: { ...choices, getOutputFields: outputFieldsOf(resources) },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await runItems(this, resources)];
	}
}

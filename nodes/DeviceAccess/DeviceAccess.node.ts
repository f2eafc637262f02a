import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { testDeviceAccessApi } from './transport/testCredential';
import { searchAccessCodes, searchUnmanagedAccessCodes } from './listSearch/accessCodes';
import { searchAccessMethods, searchUnmanagedAccessMethods } from './listSearch/accessMethods';
import * as choices from './listSearch/choices';
import {
	searchAccessCredentials,
	searchAccessGrants,
	searchAccessGroups,
	searchAccessSystems,
	searchAccessSystemUsers,
	searchConnectedAccounts,
	searchConnectWebviews,
	searchDevices,
	searchEntrances,
	searchInstantKeys,
	searchSpaces,
	searchUnmanagedAccessGrants,
	searchUnmanagedDevices,
	searchUnmanagedUserIdentities,
	searchUserIdentities,
} from './listSearch/records';
import {
	searchCredentialsOfEntrance,
	searchEncoders,
	searchWorkspaces,
} from './listSearch/wholeLists';
import { runItems } from './operation/run/runItems';
import { toNodeProperties, toSubtitle } from './operation/form/toNodeProperties';
import { FIRST_RESOURCE, resources } from './resources';

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
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'deviceAccessApi', required: true, testedBy: 'testDeviceAccessApi' }],
		properties: toNodeProperties(resources, FIRST_RESOURCE),
	};

	methods = {
		credentialTest: { testDeviceAccessApi },
		listSearch: {
			searchAccessCodes,
			searchAccessMethods,
			searchDevices,
			searchCredentialsOfEntrance,
			searchEncoders,
			searchUnmanagedAccessCodes,
			searchAccessCredentials,
			searchAccessGrants,
			searchAccessGroups,
			searchAccessSystems,
			searchAccessSystemUsers,
			searchConnectedAccounts,
			searchConnectWebviews,
			searchEntrances,
			searchInstantKeys,
			searchSpaces,
			searchUnmanagedAccessGrants,
			searchUnmanagedAccessMethods,
			searchUnmanagedDevices,
			searchUnmanagedUserIdentities,
			searchUserIdentities,
			searchWorkspaces,
		},
		loadOptions: { ...choices },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await runItems(this, resources, { continueOnFail: this.continueOnFail() })];
	}
}

import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { listAllPages } from '../lists/listAllPages';
import type { WireObject } from '../wire/records';
import { answerEditor } from './editor';
import { nameOfDevice } from './records';

/** Entries of a list that n8n loads as a whole. Nobody scrolls through more. */
const MAX_ENTRIES = 1_000;

type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** Makes the `loadOptions` method for records. It cannot page; the entries are sorted by name. */
function choices(
	endpoint: string,
	member: string,
	idField: string,
	nameOf: (record: WireObject) => unknown,
): LoadOptions {
	return async function (this: ILoadOptionsFunctions) {
		return await answerEditor(this, async (send) => {
			const entries: INodePropertyOptions[] = [];
			for await (const { records } of listAllPages(send, {
				endpoint,
				member,
				parameters: {},
				limit: MAX_ENTRIES,
			})) {
				for (const record of records)
					entries.push({
						name: String(nameOf(record) || record[idField]),
						value: String(record[idField]),
					});
			}
			return entries.sort((a, b) => a.name.localeCompare(b.name));
		});
	};
}

const displayName = ({ display_name: name }: WireObject) => name;

export const getAccessGroups = choices(
	'/acs/access_groups/list',
	'acs_access_groups',
	'acs_access_group_id',
	displayName,
);
export const getAccessSystems = choices(
	'/acs/systems/list',
	'acs_systems',
	'acs_system_id',
	({ name }) => name,
);
export const getConnectedAccounts = choices(
	'/connected_accounts/list',
	'connected_accounts',
	'connected_account_id',
	displayName,
);
export const getDevices = choices('/devices/list', 'devices', 'device_id', nameOfDevice);
export const getEntrances = choices(
	'/acs/entrances/list',
	'acs_entrances',
	'acs_entrance_id',
	displayName,
);
export const getSpaces = choices('/spaces/list', 'spaces', 'space_id', displayName);

import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { loadSorted } from './devices';

/** Entries of a list that n8n loads as a whole; a longer one is of no use to a person. */
const MAX_LOADED_RECORDS = 1_000;

type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** Makes what n8n calls for a choice of records that cannot page; the entries are sorted by name. */
function recordChoices(endpoint: string, member: string, idField: string, nameField: string): LoadOptions {
	return async function (this: ILoadOptionsFunctions) {
		return await loadSorted(this, { endpoint, member, parameters: {}, wanted: MAX_LOADED_RECORDS }, (record) => ({
			name: String(record[nameField] || record[idField]),
			value: String(record[idField]),
		}));
	};
}

export const getSpaces = recordChoices('/spaces/list', 'spaces', 'space_id', 'display_name');
export const getEntrances = recordChoices('/acs/entrances/list', 'acs_entrances', 'acs_entrance_id', 'display_name');
export const getAccessSystems = recordChoices('/acs/systems/list', 'acs_systems', 'acs_system_id', 'name');

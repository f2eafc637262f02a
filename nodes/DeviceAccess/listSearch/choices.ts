import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { EVENT_TYPES } from '../events/eventTypes';
import { listAllPages } from '../lists/listAllPages';
import type { WireObject } from '../wire/records';
import {
	answerEditor,
	CUT_ENTRY,
	displayName,
	entryOf,
	isCutAfter,
	listOf,
	MOST_ENTRIES,
	nameOfDevice,
	nameOfSystem,
} from './editor';

type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** Makes the `loadOptions` method, which cannot page. */
function choices(
	endpoint: string,
	record: string,
	nameOf: (one: WireObject) => unknown = displayName,
): LoadOptions {
	return async function (this: ILoadOptionsFunctions) {
		return await answerEditor(this, async (send) => {
			const entries: INodePropertyOptions[] = [];
			let isCut = false;
			for await (const page of listAllPages(send, {
				endpoint,
				member: listOf(record),
				parameters: {},
				limit: MOST_ENTRIES,
			})) {
				isCut = isCutAfter(page);
				for (const one of page.records) entries.push(entryOf(one, `${record}_id`, nameOf));
			}
			entries.sort((a, b) => a.name.localeCompare(b.name));
			return isCut ? [...entries, CUT_ENTRY] : entries;
		});
	};
}

/** Sends no request. Listed in the description of the node, they would be a tenth of it. */
export async function getEventTypes(): Promise<INodePropertyOptions[]> {
	const choices = EVENT_TYPES.map(({ name, value, description }) => ({ name, value, description }));
	return choices.sort((a, b) => a.name.localeCompare(b.name));
}

export const getAccessGroups = choices('/acs/access_groups/list', 'acs_access_group');
export const getAccessSystems = choices('/acs/systems/list', 'acs_system', nameOfSystem);
export const getDevices = choices('/devices/list', 'device', nameOfDevice);
export const getEntrances = choices('/acs/entrances/list', 'acs_entrance');
export const getSpaces = choices('/spaces/list', 'space');
export const getUnmanagedDevices = choices('/devices/unmanaged/list', 'device', nameOfDevice);

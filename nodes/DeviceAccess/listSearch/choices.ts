import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { EVENT_TYPES } from '../events/eventTypes';
import { listAllPages } from '../lists/listAllPages';
import { listOf, recordEndpoint, type RecordRow, RECORDS } from '../wire/recordTable';
import { answerEditor, CUT_ENTRY, entryOf, isCutAfter, MOST_ENTRIES } from './editor';

type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** Makes the `loadOptions` method, which cannot page. */
function choices(row: RecordRow): LoadOptions {
	return async function (this: ILoadOptionsFunctions) {
		return await answerEditor(this, async (send) => {
			const entries: INodePropertyOptions[] = [];
			let isCut = false;
			for await (const page of listAllPages(send, {
				endpoint: recordEndpoint(row, 'list'),
				member: listOf(row),
				parameters: {},
				limit: MOST_ENTRIES,
			})) {
				isCut = isCutAfter(page);
				for (const record of page.records) entries.push(entryOf(row, record));
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

export const getAccessGroups = choices(RECORDS.accessGroup);
export const getAccessSystems = choices(RECORDS.accessSystem);
export const getDevices = choices(RECORDS.device);
export const getEntrances = choices(RECORDS.entrance);
export const getSpaces = choices(RECORDS.space);
export const getUnmanagedDevices = choices(RECORDS.unmanagedDevice);

import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { EVENT_TYPES } from '../events/eventTypes';
import { listAllPages } from '../lists/listAllPages';
import { listOf, recordEndpoint, type RecordRow, RECORDS } from '../wire/recordTable';
import { allEntries, answerEditor, entryOf, MOST_ENTRIES } from './editor';

type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** Makes the `loadOptions` method, which cannot page. */
function choices(row: RecordRow): LoadOptions {
	const query = {
		endpoint: recordEndpoint(row, 'list'),
		member: listOf(row),
		parameters: {},
		limit: MOST_ENTRIES,
	};
	return async function (this: ILoadOptionsFunctions) {
		return await answerEditor(
			this,
			async (send) => await allEntries(listAllPages(send, query), (record) => entryOf(row, record)),
		);
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

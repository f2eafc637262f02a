import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { listAllPages, type Page } from '../lists/listAllPages';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import { answerEditor } from './answerEditor';
import { recordSearch } from './recordSearch';

/** Entries of a list that n8n loads as a whole; a longer one is of no use to a person. */
const MAX_LOADED_DEVICES = 1_000;

/** A device as a picker shows it. */
export const toDeviceEntry = ({ device_id: id, display_name: name, device_type: type }: WireObject) => ({
	name: `${String(name ?? id)}${type ? ` (${String(type).replaceAll('_', ' ')})` : ''}`,
	value: String(id),
});

/** The devices whose name or ID holds the filter, page by page. */
export const searchDevices = recordSearch({
	endpoint: '/devices/list',
	member: 'devices',
	idField: 'device_id',
	nameOf: (device) => toDeviceEntry(device).name,
	isSearchedByService: true,
});

/** The first page of devices after a cursor, of at most `wanted` records. */
export async function devicePage(
	send: SendRequest,
	filter: string | undefined,
	pageCursor: string | undefined,
	wanted: number,
): Promise<Page> {
	const parameters = { search: filter?.trim() || undefined };
	const query = { endpoint: '/devices/list', member: 'devices', parameters, wanted, pageCursor };
	for await (const page of listAllPages(send, query)) return page;
	return { records: [] };
}

/** The devices for a multiple choice, sorted by name. */
export async function getDevices(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const query = { endpoint: '/devices/list', member: 'devices', parameters: {}, wanted: MAX_LOADED_DEVICES };
	return await loadSorted(this, query, toDeviceEntry);
}

/** All entries of a list, for an n8n choice that cannot page, sorted by name. */
export async function loadSorted(
	context: ILoadOptionsFunctions,
	query: Parameters<typeof listAllPages>[1],
	toEntry: (record: WireObject) => { name: string; value: string },
): Promise<INodePropertyOptions[]> {
	return await answerEditor(context, async (send) => {
		const entries: INodePropertyOptions[] = [];
		for await (const { records } of listAllPages(send, query)) {
			for (const record of records) entries.push(toEntry(record));
		}
		return entries.sort((a, b) => a.name.localeCompare(b.name));
	});
}

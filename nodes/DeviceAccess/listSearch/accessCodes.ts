import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { listAllPages } from '../lists/listAllPages';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import { mapWithConcurrency } from '../transport/mapWithConcurrency';
import { answerEditor } from './answerEditor';
import { chosenId } from './chosenId';
import { devicePage } from './devices';
import { listCodes } from '../lists/listCodes';

/** Devices asked for their codes per page of the picker when no device was chosen. */
const DEVICES_PER_PAGE = 20;
/** Groups of devices asked for one page of the picker when nothing is found: 500 devices. */
const MAX_GROUPS = 25;
const REQUESTS_IN_FLIGHT = 5;
const PICKER_PAGE_SIZE = 100;

type CodeList = '/access_codes/unmanaged/list' | '/access_codes/list';

/**
 * Codes whose name or ID holds the filter. With a device chosen the token is the page cursor of its codes; without
 * one the devices are asked in groups, and the token is the page cursor of the devices. PINs are never shown.
 */
function searchCodes(endpoint: CodeList) {
	return async function (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string): Promise<INodeListSearchResult> {
		return await answerEditor(this, async (send) => {
			const deviceId = chosenId(this, 'deviceId');
			return deviceId === undefined
				? await codesOfNextDevices(send, endpoint, filter, paginationToken)
				: await codesOfDevice(send, endpoint, deviceId, filter, paginationToken);
		});
	};
}

export const searchUnmanagedAccessCodes = searchCodes('/access_codes/unmanaged/list');
export const searchAccessCodes = searchCodes('/access_codes/list');

async function codesOfDevice(
	send: SendRequest,
	endpoint: CodeList,
	deviceId: string,
	filter: string | undefined,
	pageCursor: string | undefined,
): Promise<INodeListSearchResult> {
	const parameters = { device_id: deviceId, search: searchText(filter) };
	const query = { endpoint, member: 'access_codes', parameters, wanted: PICKER_PAGE_SIZE, pageCursor };
	for await (const { records, nextPageCursor } of listAllPages(send, query)) {
		return { results: records.map((code) => toCodeEntry(code)), paginationToken: nextPageCursor };
	}
	return { results: [] };
}

/** The editor cannot scroll on in an empty list, so groups without a hit are passed over, up to a bound. */
async function codesOfNextDevices(
	send: SendRequest,
	endpoint: CodeList,
	filter: string | undefined,
	pageCursor: string | undefined,
): Promise<INodeListSearchResult> {
	let found = await codesOfDeviceGroup(send, endpoint, filter, pageCursor);
	for (let group = 1; group < MAX_GROUPS && found.results.length === 0 && found.paginationToken; group++) {
		found = await codesOfDeviceGroup(send, endpoint, filter, String(found.paginationToken));
	}
	return found;
}

async function codesOfDeviceGroup(
	send: SendRequest,
	endpoint: CodeList,
	filter: string | undefined,
	pageCursor: string | undefined,
): Promise<INodeListSearchResult> {
	const page = await devicePage(send, undefined, pageCursor, DEVICES_PER_PAGE);
	const perDevice = await mapWithConcurrency(page.records, REQUESTS_IN_FLIGHT, async (device) => {
		// All of them: the token of this list leads to the next devices, not to more codes of one.
		const codes = await listCodes(send, endpoint, String(device.device_id), searchText(filter));
		return codes.map(toCodeEntry).map((entry) => ({ ...entry, name: `${entry.name} - ${String(device.display_name)}` }));
	});
	return { results: perDevice.flatMap((entries) => entries ?? []), paginationToken: page.nextPageCursor };
}

const searchText = (filter: string | undefined) => filter?.trim() || undefined;

function toCodeEntry({ access_code_id: id, name, cannot_be_managed: cannotBeManaged }: WireObject): INodeListSearchItems {
	const label = typeof name === 'string' && name !== '' ? name : `Code ${String(id).slice(0, 8)}`;
	return { name: cannotBeManaged === true ? `${label} (cannot be converted)` : label, value: String(id) };
}

import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { unlessGone } from '../lists/getRecord';
import { readFirstPage } from '../lists/listAllPages';
import { listCodes } from '../lists/listCodes';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import { answerEditor, chosenId, firstPageWithEntries } from './editor';

/** Each page shows the codes of so many devices if none is chosen. */
const DEVICES_PER_PAGE = 20;
const PICKER_PAGE_SIZE = 100;

type CodeList = '/access_codes/unmanaged/list' | '/access_codes/list';

/**
 * Never shows PINs. The pagination token is the page cursor of the chosen device's codes. If none
 * is chosen, it is that of the devices, which are read in groups.
 */
function searchCodes(endpoint: CodeList) {
	return async function (
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		return await answerEditor(this, async (send) => {
			const deviceId = chosenId(this, 'deviceId');
			return deviceId === undefined
				? await firstPageWithEntries(
						async (cursor) => await codesOfDeviceGroup(send, endpoint, filter, cursor),
						paginationToken,
					)
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
	const query = {
		endpoint,
		member: 'access_codes',
		parameters,
		limit: PICKER_PAGE_SIZE,
		pageCursor,
	};
	const { records, nextPageCursor } = await readFirstPage(send, query);
	return { results: records.map((code) => toCodeEntry(code)), paginationToken: nextPageCursor };
}

async function codesOfDeviceGroup(
	send: SendRequest,
	endpoint: CodeList,
	filter: string | undefined,
	pageCursor: string | undefined,
): Promise<INodeListSearchResult> {
	const page = await readFirstPage(send, {
		endpoint: '/devices/list',
		member: 'devices',
		parameters: {},
		limit: DEVICES_PER_PAGE,
		pageCursor,
	});
	const perDevice = await Promise.all(
		page.records.map(async (device) => {
			// All codes of the device, because the pagination token leads to the next devices.
			const id = String(device.device_id);
			const list = async () => await listCodes(send, endpoint, id, searchText(filter));
			// Somebody may have deleted the device meanwhile.
			const codes = (await unlessGone(list)) ?? [];
			const name = String(device.display_name ?? id);
			return codes.map(toCodeEntry).map((entry) => ({ ...entry, name: `${entry.name} - ${name}` }));
		}),
	);
	return { results: perDevice.flat(), paginationToken: page.nextPageCursor };
}

const searchText = (filter: string | undefined) => filter?.trim() || undefined;

function toCodeEntry({
	access_code_id: id,
	name,
	cannot_be_managed: cannotBeManaged,
}: WireObject): INodeListSearchItems {
	const label = typeof name === 'string' && name !== '' ? name : `Code ${String(id).slice(0, 8)}`;
	return {
		name: cannotBeManaged === true ? `${label} (cannot be converted)` : label,
		value: String(id),
	};
}

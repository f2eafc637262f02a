import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { readFirstPage } from '../lists/listAllPages';
import { listCodes } from '../lists/listCodes';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import { RECORDS } from '../wire/recordTable';
import { answerEditor, chosenId, entriesOfNext, readUntilScrollable } from './editor';

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
			const search = filter?.trim() || undefined;
			// All codes of each device, because the pagination token leads to the next devices.
			const codesOf = async (id: string) =>
				(await listCodes(send, endpoint, id, search)).map(toCodeEntry);
			return await readUntilScrollable(
				async (cursor) =>
					deviceId === undefined
						? await entriesOfNext(send, RECORDS.device, cursor, codesOf)
						: await codesOfDevice(send, endpoint, { device_id: deviceId, search }, cursor),
				paginationToken,
			);
		});
	};
}

export const searchUnmanagedAccessCodes = searchCodes('/access_codes/unmanaged/list');
export const searchAccessCodes = searchCodes('/access_codes/list');

async function codesOfDevice(
	send: SendRequest,
	endpoint: CodeList,
	parameters: { device_id: string; search?: string },
	pageCursor: string | undefined,
): Promise<INodeListSearchResult> {
	const query = {
		endpoint,
		member: 'access_codes',
		parameters,
		limit: PICKER_PAGE_SIZE,
		pageCursor,
	};
	const { records, nextPageCursor } = await readFirstPage(send, query);
	return { results: records.map(toCodeEntry), paginationToken: nextPageCursor };
}

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

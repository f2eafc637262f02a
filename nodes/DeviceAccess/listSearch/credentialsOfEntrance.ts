import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { listAllPages } from '../lists/listAllPages';
import { answerEditor, chosenId, holds } from './editor';

/** Nobody scrolls through more; the picker searches. */
const MAX_CREDENTIALS = 1000;

/** The cloud keys that open the chosen entrance. Only these unlock remotely. Never shows PINs. */
export async function searchCredentialsOfEntrance(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const entranceId = chosenId(this, 'entranceId');
	if (entranceId === undefined) return { results: [] };
	return await answerEditor(this, async (send) => {
		const searchText = filter?.trim().toLowerCase() ?? '';
		const results: INodeListSearchResult['results'] = [];
		const query = {
			endpoint: '/acs/entrances/list_credentials_with_access',
			member: 'acs_credentials',
			parameters: { acs_entrance_id: entranceId },
			limit: MAX_CREDENTIALS,
		};
		for await (const { records } of listAllPages(send, query)) {
			for (const { acs_credential_id: id, display_name: name, access_method: mode } of records) {
				const entry = {
					name: `${String(name || id)} (${String(id).slice(0, 8)})`,
					value: String(id),
				};
				if (mode === 'cloud_key' && holds(entry, searchText)) results.push(entry);
			}
		}
		return { results };
	});
}

import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { listAllPages } from '../lists/listAllPages';
import type { SendRequest } from '../transport/request';
import { answerEditor, holds } from './editor';

/** Access systems whose encoders a picker shows; a workspace has a few. */
const MAX_SYSTEMS = 100;
const MAX_ENCODERS = 500;

/** The encoders of all access systems, whose name or ID holds the filter; the service lists them by system (facts 3). */
export async function searchEncoders(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	return await answerEditor(this, async (send) => {
		const systemIds = await idsOf(send);
		if (systemIds.length === 0) return { results: [] };
		const query = {
			endpoint: '/acs/encoders/list',
			member: 'acs_encoders',
			parameters: { acs_system_ids: systemIds },
			wanted: MAX_ENCODERS,
		};
		const wanted = filter?.trim().toLowerCase() ?? '';
		const results: INodeListSearchResult['results'] = [];
		for await (const { records } of listAllPages(send, query)) {
			for (const { acs_encoder_id: id, display_name: name } of records) {
				const entry = { name: String(name || id), value: String(id) };
				if (holds(entry, wanted)) results.push(entry);
			}
		}
		return { results };
	});
}

async function idsOf(send: SendRequest): Promise<string[]> {
	const ids: string[] = [];
	const query = { endpoint: '/acs/systems/list', member: 'acs_systems', parameters: {}, wanted: MAX_SYSTEMS };
	for await (const { records } of listAllPages(send, query)) {
		for (const { acs_system_id: id } of records) ids.push(String(id));
	}
	return ids;
}

import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { listEncoders } from '../lists/getRecord';
import { answerEditor, holds } from './editor';

const MAX_ENCODERS = 500;

/** The encoders whose name or ID contains the filter, from all access systems. */
export async function searchEncoders(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await answerEditor(this, async (send) => {
		const query = {
			endpoint: '/acs/encoders/list',
			member: 'acs_encoders',
			parameters: {},
			limit: MAX_ENCODERS,
		};
		const searchText = filter?.trim().toLowerCase() ?? '';
		const results: INodeListSearchResult['results'] = [];
		for await (const { records } of listEncoders(send, query)) {
			for (const { acs_encoder_id: id, display_name: name } of records) {
				const entry = { name: String(name || id), value: String(id) };
				if (holds(entry, searchText)) results.push(entry);
			}
		}
		return { results };
	});
}

import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { takeList } from '../transport/readAnswer';
import { answerEditorForAllWorkspaces, holds } from './editor';

/**
 * The workspaces that the credential opens and whose name or ID contains the filter. The service
 * lists them without pages.
 */
export async function searchWorkspaces(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await answerEditorForAllWorkspaces(this, async (send) => {
		const searchText = filter?.trim().toLowerCase() ?? '';
		const workspaces = takeList(
			await send({ endpoint: '/workspaces/list', body: {}, effect: 'read' }),
			'workspaces',
		);
		const entries = workspaces.map(({ workspace_id: id, name, is_sandbox: isSandbox }) => ({
			name: `${String(name || id)}${isSandbox === true ? ' (sandbox)' : ''}`,
			value: String(id),
		}));
		return { results: entries.filter((entry) => holds(entry, searchText)) };
	});
}

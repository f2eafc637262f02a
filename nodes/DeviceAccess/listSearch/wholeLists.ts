import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { listEncoders } from '../lists/listEncoders';
import { listAllPages } from '../lists/listAllPages';
import { takeList } from '../transport/httpCall';
import type { SendRequest } from '../transport/request';
import { RECORDS } from '../wire/recordTable';
import {
	allEntries,
	answerEditor,
	answerEditorForAllWorkspaces,
	chosenId,
	CUT_ENTRY,
	entryOf,
	holds,
	MOST_ENTRIES,
	toldApart,
} from './editor';

const wholeList = (
	read: (send: SendRequest, context: ILoadOptionsFunctions) => Promise<INodeListSearchItems[]>,
	answer = answerEditor,
) =>
	async function (this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		const entries = await answer(this, async (send) => await read(send, this));
		const searchText = filter?.trim().toLowerCase() ?? '';
		return {
			results: entries.filter((entry) => entry === CUT_ENTRY || holds(entry, searchText)),
		};
	};

export const searchWorkspaces = wholeList(async (send) => {
	const workspaces = takeList(
		await send({ endpoint: '/workspaces/list', body: {}, effect: 'read' }),
		'workspaces',
	);
	return toldApart(
		workspaces.map(({ workspace_id: id, name, is_sandbox: isSandbox }) => ({
			name: `${String(name || id)}${isSandbox === true ? ' (sandbox)' : ''}`,
			value: String(id),
		})),
	);
}, answerEditorForAllWorkspaces);

export const searchEncoders = wholeList(async (send) => {
	const query = {
		endpoint: '/acs/encoders/list',
		member: 'acs_encoders',
		parameters: {},
		limit: MOST_ENTRIES,
	} as const;
	return await allEntries(listEncoders(send, query), (encoder) =>
		entryOf(RECORDS.encoder, encoder),
	);
});

/** Only cloud keys unlock remotely. Never shows PINs. */
export const searchCredentialsOfEntrance = wholeList(async (send, context) => {
	const entranceId = chosenId(context, 'entranceId');
	if (entranceId === undefined) return [];
	const query = {
		endpoint: '/acs/entrances/list_credentials_with_access',
		member: 'acs_credentials',
		parameters: { acs_entrance_id: entranceId },
		limit: MOST_ENTRIES,
	} as const;
	return await allEntries(listAllPages(send, query), (credential) =>
		credential.access_method === 'cloud_key'
			? entryOf(RECORDS.accessCredential, credential)
			: undefined,
	);
});

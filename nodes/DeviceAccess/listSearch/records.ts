import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { readFirstPage } from '../lists/listAllPages';
import type { SendRequest } from '../transport/request';
import { isWireObject, type WireObject } from '../wire/records';
import {
	answerEditor,
	displayName,
	entryOf,
	firstPageWithEntries,
	holds,
	listOf,
	nameOfDevice,
	nameOfSystem,
} from './editor';

const PICKER_PAGE_SIZE = 100;

interface RecordSearch {
	record: string;
	/** If it is empty, the entry shows the ID. */
	nameOf: (record: WireObject) => unknown;
	/** Otherwise, the node searches the names and IDs on each page (docs/service.md#lists-5). */
	isSearchedByService: boolean;
}

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** The pagination token is the service's page cursor. */
function recordSearch(
	endpoint: string,
	record: string,
	nameOf: RecordSearch['nameOf'] = displayName,
	isSearchedByService = true,
): Search {
	const search = { record, nameOf, isSearchedByService };
	return async function (this: ILoadOptionsFunctions, filter, paginationToken) {
		return await answerEditor(
			this,
			async (send) =>
				await firstPageWithEntries(
					async (cursor) => await searchPage(send, endpoint, search, filter, cursor),
					paginationToken,
				),
		);
	};
}

async function searchPage(
	send: SendRequest,
	endpoint: string,
	{ record, nameOf, isSearchedByService }: RecordSearch,
	filter = '',
	pageCursor?: string,
): Promise<INodeListSearchResult> {
	const searchText = filter.trim();
	const search = isSearchedByService && searchText !== '' ? searchText : undefined;
	// A cut page has no cursor for the rest, so the node searches whole pages.
	const size = isSearchedByService ? PICKER_PAGE_SIZE : undefined;
	const { records, nextPageCursor } = await readFirstPage(send, {
		endpoint,
		member: listOf(record),
		parameters: { search },
		limit: size,
		pageCursor,
	});
	const entries = records.map((one) => entryOf(one, `${record}_id`, nameOf));
	return {
		results:
			search === undefined
				? entries.filter((entry) => holds(entry, searchText.toLowerCase()))
				: entries,
		paginationToken: nextPageCursor,
	};
}

export const searchDevices = recordSearch('/devices/list', 'device', nameOfDevice);

export const searchUnmanagedDevices = recordSearch(
	'/devices/unmanaged/list',
	'device',
	({ display_name: name, properties, ...device }) =>
		nameOfDevice({
			...device,
			display_name: name ?? (isWireObject(properties) ? properties.name : undefined),
		}),
);

export const searchAccessGrants = recordSearch(
	'/access_grants/list',
	'access_grant',
	({ display_name: name, access_grant_key: key }) =>
		key ? `${String(name)} (${String(key)})` : name,
	false,
);

export const searchUnmanagedAccessGrants = recordSearch(
	'/access_grants/unmanaged/list',
	'access_grant',
	displayName,
	false,
);

const nameOfPerson = ({ display_name: name, email_address: email }: WireObject) =>
	email && email !== name ? `${String(name)} (${String(email)})` : name;

export const searchUserIdentities = recordSearch(
	'/user_identities/list',
	'user_identity',
	nameOfPerson,
);
export const searchUnmanagedUserIdentities = recordSearch(
	'/user_identities/unmanaged/list',
	'user_identity',
	nameOfPerson,
);

const minuteOf = (time: unknown) => String(time).slice(0, 16).replace('T', ' ');

/** Never shows the link, because it opens doors. */
export const searchInstantKeys = recordSearch(
	'/instant_keys/list',
	'instant_key',
	({ created_at: createdAt, expires_at: expiresAt }) =>
		`Created ${minuteOf(createdAt)}, expires ${minuteOf(expiresAt)}`,
	false,
);

export const searchSpaces = recordSearch('/spaces/list', 'space');

export const searchConnectedAccounts = recordSearch(
	'/connected_accounts/list',
	'connected_account',
	({ display_name: name, account_type_display_name: type }) =>
		type ? `${String(name)} (${String(type)})` : name,
);

export const searchConnectWebviews = recordSearch(
	'/connect_webviews/list',
	'connect_webview',
	({ created_at: createdAt, status, customer_key: key }) =>
		[`Created ${minuteOf(createdAt)}`, status, key].filter(Boolean).join(', '),
);

export const searchAccessSystems = recordSearch('/acs/systems/list', 'acs_system', nameOfSystem);

export const searchEntrances = recordSearch('/acs/entrances/list', 'acs_entrance');

export const searchAccessGroups = recordSearch(
	'/acs/access_groups/list',
	'acs_access_group',
	({ display_name: name, name: ownName }) => name ?? ownName,
);

export const searchAccessSystemUsers = recordSearch(
	'/acs/users/list',
	'acs_user',
	({ display_name: name, full_name: fullName }) => name ?? fullName,
);

export const searchAccessCredentials = recordSearch(
	'/acs/credentials/list',
	'acs_credential',
	({ display_name: name, card_number: cardNumber }) =>
		cardNumber ? `${String(name)} (${String(cardNumber)})` : name,
);

import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { readFirstPage } from '../lists/listAllPages';
import type { SendRequest } from '../transport/request';
import { isWireObject, type WireObject } from '../wire/records';
import { answerEditor, firstPageWithEntries, holds } from './editor';

/** Entries per page of a picker. */
const PICKER_PAGE_SIZE = 100;

/** How to request a searchable list of records, and how to show a record. */
interface RecordSearch {
	endpoint: string;
	member: string;
	idField: string;
	/** The text of the entry. If it is empty, the entry shows the ID. */
	nameOf: (record: WireObject) => unknown;
	/**
	 * True if the service can search (docs/service.md#lists-5). Otherwise, the node searches the
	 * names and IDs on each page.
	 */
	isSearchedByService: boolean;
}

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/**
 * Makes the `listSearch` method for a searchable list. The pagination token is the service's page
 * cursor.
 */
function recordSearch(search: RecordSearch): Search {
	return async function (this: ILoadOptionsFunctions, filter, paginationToken) {
		return await answerEditor(
			this,
			async (send) =>
				await firstPageWithEntries(
					async (cursor) => await searchPage(send, search, filter, cursor),
					paginationToken,
				),
		);
	};
}

async function searchPage(
	send: SendRequest,
	{ endpoint, member, idField, nameOf, isSearchedByService }: RecordSearch,
	filter = '',
	pageCursor?: string,
): Promise<INodeListSearchResult> {
	const searchText = filter.trim();
	const search = isSearchedByService && searchText !== '' ? searchText : undefined;
	// A list that the node searches is read in whole pages, because a cut page has no cursor for the
	// rest.
	const size = isSearchedByService ? PICKER_PAGE_SIZE : undefined;
	const { records, nextPageCursor } = await readFirstPage(send, {
		endpoint,
		member,
		parameters: { search },
		limit: size,
		pageCursor,
	});
	const entries = records.map((record) => ({
		name: String(nameOf(record) || record[idField]),
		value: String(record[idField]),
	}));
	return {
		results:
			search === undefined
				? entries.filter((entry) => holds(entry, searchText.toLowerCase()))
				: entries,
		paginationToken: nextPageCursor,
	};
}

/** A device in a picker. */
export const nameOfDevice = ({
	device_id: id,
	display_name: name,
	device_type: type,
}: WireObject): string =>
	`${String(name ?? id)}${type ? ` (${String(type).replaceAll('_', ' ')})` : ''}`;

export const searchDevices = recordSearch({
	endpoint: '/devices/list',
	member: 'devices',
	idField: 'device_id',
	nameOf: nameOfDevice,
	isSearchedByService: true,
});

export const searchUnmanagedDevices = recordSearch({
	endpoint: '/devices/unmanaged/list',
	member: 'devices',
	idField: 'device_id',
	nameOf: ({ display_name: name, properties, ...device }) =>
		nameOfDevice({
			...device,
			display_name: name ?? (isWireObject(properties) ? properties.name : undefined),
		}),
	isSearchedByService: true,
});

export const searchAccessGrants = recordSearch({
	endpoint: '/access_grants/list',
	member: 'access_grants',
	idField: 'access_grant_id',
	nameOf: ({ display_name: name, access_grant_key: key }) =>
		key ? `${String(name)} (${String(key)})` : name,
	isSearchedByService: false,
});

export const searchUnmanagedAccessGrants = recordSearch({
	endpoint: '/access_grants/unmanaged/list',
	member: 'access_grants',
	idField: 'access_grant_id',
	nameOf: ({ display_name: name }) => name,
	isSearchedByService: false,
});

const userIdentities = {
	member: 'user_identities',
	idField: 'user_identity_id',
	nameOf: ({ display_name: name, email_address: email }: WireObject) =>
		email && email !== name ? `${String(name)} (${String(email)})` : name,
	isSearchedByService: true,
};

export const searchUserIdentities = recordSearch({
	endpoint: '/user_identities/list',
	...userIdentities,
});
export const searchUnmanagedUserIdentities = recordSearch({
	endpoint: '/user_identities/unmanaged/list',
	...userIdentities,
});

/** Never shows the link, because it opens doors. */
export const searchInstantKeys = recordSearch({
	endpoint: '/instant_keys/list',
	member: 'instant_keys',
	idField: 'instant_key_id',
	nameOf: ({ created_at: createdAt, expires_at: expiresAt }) =>
		`Created ${minuteOf(createdAt)}, expires ${minuteOf(expiresAt)}`,
	isSearchedByService: false,
});

const minuteOf = (time: unknown) => String(time).slice(0, 16).replace('T', ' ');

export const searchSpaces = recordSearch({
	endpoint: '/spaces/list',
	member: 'spaces',
	idField: 'space_id',
	nameOf: ({ display_name: name }) => name,
	isSearchedByService: true,
});

export const searchConnectedAccounts = recordSearch({
	endpoint: '/connected_accounts/list',
	member: 'connected_accounts',
	idField: 'connected_account_id',
	nameOf: ({ display_name: name, account_type_display_name: type }) =>
		type ? `${String(name)} (${String(type)})` : name,
	isSearchedByService: true,
});

export const searchConnectWebviews = recordSearch({
	endpoint: '/connect_webviews/list',
	member: 'connect_webviews',
	idField: 'connect_webview_id',
	nameOf: ({ created_at: createdAt, status, customer_key: key }) =>
		[`Created ${minuteOf(createdAt)}`, status, key].filter(Boolean).join(', '),
	isSearchedByService: true,
});

export const searchAccessSystems = recordSearch({
	endpoint: '/acs/systems/list',
	member: 'acs_systems',
	idField: 'acs_system_id',
	nameOf: ({ name }) => name,
	isSearchedByService: true,
});

export const searchEntrances = recordSearch({
	endpoint: '/acs/entrances/list',
	member: 'acs_entrances',
	idField: 'acs_entrance_id',
	nameOf: ({ display_name: name }) => name,
	isSearchedByService: true,
});

export const searchAccessGroups = recordSearch({
	endpoint: '/acs/access_groups/list',
	member: 'acs_access_groups',
	idField: 'acs_access_group_id',
	nameOf: ({ display_name: name, name: ownName }) => name ?? ownName,
	isSearchedByService: true,
});

export const searchAccessSystemUsers = recordSearch({
	endpoint: '/acs/users/list',
	member: 'acs_users',
	idField: 'acs_user_id',
	nameOf: ({ display_name: name, full_name: fullName }) => name ?? fullName,
	isSearchedByService: true,
});

export const searchAccessCredentials = recordSearch({
	endpoint: '/acs/credentials/list',
	member: 'acs_credentials',
	idField: 'acs_credential_id',
	nameOf: ({ display_name: name, card_number: cardNumber }) =>
		cardNumber ? `${String(name)} (${String(cardNumber)})` : name,
	isSearchedByService: true,
});

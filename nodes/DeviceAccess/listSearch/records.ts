import { recordSearch } from './recordSearch';

/** The searchable lists of records that need no more than their endpoint (facts 3). */
export const searchAccessGrants = recordSearch({
	endpoint: '/access_grants/list',
	member: 'access_grants',
	idField: 'access_grant_id',
	nameOf: ({ display_name: name, access_grant_key: key }) => (key ? `${String(name)} (${String(key)})` : name),
	isSearchedByService: false,
});

export const searchUserIdentities = recordSearch({
	endpoint: '/user_identities/list',
	member: 'user_identities',
	idField: 'user_identity_id',
	nameOf: ({ display_name: name, email_address: email }) => (email && email !== name ? `${String(name)} (${String(email)})` : name),
	isSearchedByService: true,
});

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
	nameOf: ({ display_name: name, account_type_display_name: type }) => (type ? `${String(name)} (${String(type)})` : name),
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

import { choicesField, optionalTexts } from '../../operation';

const RELATED_CHOICES = {
	access_grants: { name: 'Access Grants', value: 'access_grants' },
	access_methods: {
		name: 'Access Methods',
		value: 'access_methods',
		description: 'The PINs, cards and keys',
	},
	acs_access_groups: {
		name: 'Access Groups',
		value: 'acs_access_groups',
		description: 'The groups in access systems',
	},
	acs_credentials: {
		name: 'Access Credentials',
		value: 'acs_credentials',
		description: 'The cards, PINs and keys in access systems',
	},
	acs_entrances: {
		name: 'Entrances',
		value: 'acs_entrances',
		description: 'The doors of access systems',
	},
	acs_systems: {
		name: 'Access Systems',
		value: 'acs_systems',
		description: 'The access systems of the entrances',
	},
	connected_accounts: {
		name: 'Connected Accounts',
		value: 'connected_accounts',
		description: 'The accounts that the locks come from',
	},
	devices: { name: 'Devices', value: 'devices', description: 'The locks and other devices' },
	instant_keys: {
		name: 'Instant Keys',
		value: 'instant_keys',
		description: 'The links of mobile keys',
	},
	spaces: { name: 'Spaces', value: 'spaces', description: 'The rooms and other spaces' },
	user_identities: {
		name: 'People',
		value: 'user_identities',
		description: 'The person who has access',
	},
} as const;

export const relatedField = (kinds: ReadonlyArray<keyof typeof RELATED_CHOICES>) =>
	choicesField(
		'Related Records',
		'Which records to return. Leave empty to return all of them.',
		kinds.map((kind) => RELATED_CHOICES[kind]).sort((a, b) => a.name.localeCompare(b.name)),
		{
			wire: 'include',
			// Always names them, because the service has more kinds than the node offers.
			read: (_label: string, chosen: unknown): unknown => optionalTexts(chosen) ?? [...kinds],
		},
	);

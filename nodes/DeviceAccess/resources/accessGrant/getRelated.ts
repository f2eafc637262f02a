import { defineOperation, type Fields, one } from '../../operation';
import { relatedField } from '../fields/related';
import { grantFields } from './grantLocator';

const KINDS = [
	'access_methods',
	'acs_access_groups',
	'acs_entrances',
	'acs_systems',
	'connected_accounts',
	'devices',
	'spaces',
	'user_identities',
] as const;

export const getRelatedOfGrant = defineOperation({
	value: 'getRelated',
	name: 'Get Related Records',
	action: 'Get related records of access grant',
	description:
		'Get the records related to a grant, such as its person, PINs and doors, as one item',
	endpoint: '/access_grants/get_related',
	effect: 'read',
	kind: one('batch'),
	fields: { ...grantFields, related: relatedField(KINDS) } as Fields,
	request: (_values, ofFields) => {
		const { access_grant_id: id, access_grant_key: key, include } = ofFields();
		return {
			...(id === undefined ? { access_grant_keys: [key] } : { access_grant_ids: [id] }),
			include,
		};
	},
});

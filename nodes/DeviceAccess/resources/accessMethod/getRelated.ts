import { defineOperation, one } from '../../operation';
import { accessMethodField, narrowingAccessGrantField } from '../fields/locators';
import { relatedField } from '../fields/related';

const KINDS = [
	'access_grants',
	'acs_credentials',
	'acs_entrances',
	'devices',
	'instant_keys',
	'spaces',
] as const;

export const getRelatedOfMethod = defineOperation({
	value: 'getRelated',
	name: 'Get Related Records',
	action: 'Get related records of access method',
	description:
		'Get the records related to a PIN, card or key, such as its grants and doors, as one item',
	endpoint: '/access_methods/get_related',
	effect: 'read',
	kind: one('batch'),
	fields: {
		accessGrantId: narrowingAccessGrantField,
		accessMethodId: accessMethodField,
		related: relatedField(KINDS),
	},
	request: (_values, ofFields) => {
		const { access_method_id: id, include } = ofFields();
		return { access_method_ids: [id], include };
	},
});

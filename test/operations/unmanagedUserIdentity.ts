import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/service/byId';
import { done, type Dossiers, theRecord } from './dossier';

const person = { userIdentityId: byId(hotel.unmanaged.userIdentity) };

export const unmanagedUserIdentity: Dossiers = {
	get: {
		'gets a person': {
			parameters: person,
			sends: { user_identity_id: hotel.unmanaged.userIdentity },
			items: theRecord({ display_name: 'Former Manager' }),
		},
	},
	getAll: {
		'lists all people': {
			parameters: { returnAll: true },
			sends: {},
			items: theRecord({
				user_identity_id: hotel.unmanaged.userIdentity,
				display_name: 'Former Manager',
			}),
		},
		'finds nobody by text and time': {
			parameters: { filters: { createdBefore: '2020-01-01T00:00:00Z', search: 'former' } },
			sends: { created_before: '2020-01-01T00:00:00.000Z', search: 'former' },
			items: [],
		},
	},
	convertToManaged: {
		'converts a person, under your own key': {
			parameters: { ...person, additionalFields: { userIdentityKey: 'manager-1' } },
			sends: {
				user_identity_id: hotel.unmanaged.userIdentity,
				is_managed: true,
				user_identity_key: 'manager-1',
			},
			items: [done('converted', { user_identity_id: hotel.unmanaged.userIdentity })],
		},
	},
};

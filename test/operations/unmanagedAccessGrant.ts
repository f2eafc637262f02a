import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/service/byId';
import { done, type Dossiers, theRecord } from './dossier';

const grant = { accessGrantId: byId(hotel.unmanaged.accessGrant) };

export const unmanagedAccessGrant: Dossiers = {
	get: {
		'gets a grant': {
			parameters: grant,
			sends: { access_grant_id: hotel.unmanaged.accessGrant },
			items: [
				{
					access_grant_id: hotel.unmanaged.accessGrant,
					display_name: 'Former Manager',
					reservation_key: 'former-manager',
					user_identity_id: hotel.unmanaged.userIdentity,
					starts_at: '2026-01-20T15:00:00.000Z',
					ends_at: '2036-01-20T11:00:00.000Z',
					access_method_ids: [hotel.unmanaged.code, hotel.unmanaged.mobileKey],
					created_at: '2026-01-15T10:15:01.000Z',
				},
			],
		},
	},
	getAll: {
		'lists all grants': {
			parameters: { returnAll: true, output: 'raw' },
			sends: {},
			items: theRecord({
				access_grant_id: hotel.unmanaged.accessGrant,
				name: 'Former Manager',
				display_name: 'Former Manager',
			}),
		},
		'finds grants by every filter': {
			parameters: {
				filters: {
					reservationKey: 'former-manager',
					userIdentityId: hotel.unmanaged.userIdentity,
					accessSystemId: hotel.accessSystem,
					entranceId: hotel.entrances.gym,
				},
			},
			sends: {
				reservation_key: 'former-manager',
				user_identity_id: hotel.unmanaged.userIdentity,
				acs_entrance_id: hotel.entrances.gym,
				acs_system_id: hotel.accessSystem,
			},
			items: [],
		},
	},
	convertToManaged: {
		'converts a grant, under your own key': {
			parameters: { ...grant, additionalFields: { accessGrantKey: 'stay-901' } },
			sends: {
				access_grant_id: hotel.unmanaged.accessGrant,
				is_managed: true,
				access_grant_key: 'stay-901',
			},
			items: [done('converted', { access_grant_id: hotel.unmanaged.accessGrant })],
		},
	},
};

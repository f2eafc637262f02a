import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/service/byId';
import { type Dossiers, theRecords } from './dossier';

const grant = { accessGrantId: byId(hotel.unmanaged.accessGrant) };

export const unmanagedAccessMethod: Dossiers = {
	get: {
		'gets the PIN of a grant': {
			parameters: { accessMethodId: byId(hotel.unmanaged.code) },
			sends: { access_method_id: hotel.unmanaged.code },
			items: [
				{
					access_method_id: hotel.unmanaged.code,
					display_name: 'PIN Code',
					mode: 'code',
					code: '7901',
					is_issued: true,
					issued_at: '2026-01-15T10:15:01.000Z',
					created_at: '2026-01-15T10:15:01.000Z',
				},
			],
		},
	},
	getAll: {
		'lists the methods of a grant': {
			parameters: { ...grant, returnAll: true, output: 'raw' },
			sends: { access_grant_id: hotel.unmanaged.accessGrant },
			items: theRecords(
				{ access_method_id: hotel.unmanaged.code },
				{ access_method_id: hotel.unmanaged.mobileKey },
			),
		},
		'finds none for a device, entrance and space': {
			parameters: {
				...grant,
				filters: {
					deviceId: hotel.devices.spa,
					entranceId: hotel.entrances.gym,
					spaceId: hotel.spaces.suite,
				},
			},
			sends: {
				access_grant_id: hotel.unmanaged.accessGrant,
				acs_entrance_id: hotel.entrances.gym,
				device_id: hotel.devices.spa,
				space_id: hotel.spaces.suite,
			},
			items: [],
		},
	},
};

import { MODE_NAMES } from './accessRecords';
import type { AccessGrantData, AccessMethodData } from './accessState';
import { fixtureId } from './fixtureId';
import type { AccessMode } from './schemas/accessMethod';
import { STAY_ENDS_AT, STAY_STARTS_AT } from './hotelAccess';
import { fixtureTime } from './seedDevice';

const WORKSPACE_ID = fixtureId('workspace', 1);

const device = (number: number) => fixtureId('device', number);
const identity = (number: number) => fixtureId('userIdentity', number);
const system = (number: number) => fixtureId('accessSystem', number);
const entrance = (number: number) => fixtureId('entrance', number);
const grant = (number: number) => fixtureId('accessGrant', number);
const method = (number: number) => fixtureId('accessMethod', number);

/** The grants of the hotel. */
export function seedGrants(): AccessGrantData[] {
	return [
		{
			...seedGrant(101, identity(101), [['code', method(1011)], ['mobile_key', method(1012)]]),
			access_grant_key: 'stay-101',
			name: 'Stay in Room 101',
			reservation_key: 'reservation-101',
			acs_entrance_ids: [entrance(1)],
			grantedEntranceIds: [entrance(1)],
			isGrantedEverywhere: true,
		},
		{
			...seedGrant(102, identity(102), [['card', method(1021), method(1022)]]),
			name: null,
			acs_entrance_ids: [entrance(2), entrance(3)],
		},
		{
			...seedGrant(104, identity(102), [['code', method(1041)], ['cloud_key', method(1042)]]),
			name: 'Stay in Room 104',
			ends_at: null,
			device_ids: [device(104)],
			acs_entrance_ids: [entrance(1)],
			grantedEntranceIds: [entrance(1)],
			isGrantedEverywhere: true,
		},
	];
}

function seedGrant(number: number, identityId: string, requests: Array<[mode: AccessMode, ...methodIds: string[]]>): AccessGrantData {
	return {
		access_grant_id: grant(number),
		workspace_id: WORKSPACE_ID,
		user_identity_id: identityId,
		name: null,
		space_ids: [],
		device_ids: [],
		acs_entrance_ids: [],
		starts_at: STAY_STARTS_AT,
		ends_at: STAY_ENDS_AT,
		requested_access_methods: requests.map(([mode, ...methodIds]) => ({
			display_name: MODE_NAMES[mode],
			mode,
			...(mode === 'mobile_key' ? { instant_key_max_use_count: 1 } : {}),
			created_at: fixtureTime(number),
			created_access_method_ids: methodIds,
		})),
		pending_mutations: [],
		grantedEntranceIds: [],
		isGrantedEverywhere: false,
		created_at: fixtureTime(number),
		errors: [],
		warnings: [],
	};
}

/** The methods of the hotel's grants. The PINs are the numbers of the rooms, with a digit before. */
export function seedMethods(): AccessMethodData[] {
	const issued = { issued_at: fixtureTime(200), wasIssued: true };
	return [
		{ ...seedMethod(1011, 101, 'code'), ...issued, code: '7101', acs_entrance_ids: [entrance(1)] },
		{ ...seedMethod(1012, 101, 'mobile_key'), ...issued, acs_entrance_ids: [entrance(1)] },
		{
			...seedMethod(1021, 102, 'card'),
			acs_system_id: system(1),
			acs_entrance_ids: [entrance(2)],
			is_encoding_required: true,
			is_ready_for_encoding: true,
			is_assignment_required: false,
			is_ready_for_assignment: false,
		},
		{
			...seedMethod(1022, 102, 'card'),
			acs_system_id: system(2),
			acs_entrance_ids: [entrance(3)],
			is_encoding_required: false,
			is_ready_for_encoding: false,
			is_assignment_required: true,
			is_ready_for_assignment: true,
		},
		{ ...seedMethod(1041, 104, 'code'), ...issued, code: '1041', device_ids: [device(104)], readyDeviceIds: [device(104)], acs_entrance_ids: [entrance(1)] },
		{ ...seedMethod(1042, 104, 'cloud_key'), ...issued, acs_entrance_ids: [entrance(1)] },
	];
}

function seedMethod(number: number, grantNumber: number, mode: AccessMode): AccessMethodData {
	return {
		access_method_id: method(number),
		access_grant_id: grant(grantNumber),
		workspace_id: WORKSPACE_ID,
		mode,
		issued_at: null,
		device_ids: [],
		acs_entrance_ids: [],
		readyDeviceIds: [],
		wasIssued: false,
		pending_mutations: [],
		created_at: fixtureTime(grantNumber),
		errors: [],
		warnings: [],
	};
}

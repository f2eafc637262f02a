import type { Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { NEXT_YEAR } from '../support/clock/nextYear';
import { call } from './dossier';

const { accessGrants, accessGroups, accessMethods, devices, managedCodes, userIdentities } = hotel;

/** Changes codes, grants, a method and groups. The sandbox leaves the changes pending. */
export async function leaveChangesPending(sandbox: Sandbox): Promise<void> {
	sandbox.settings.attemptDurationMs = 60_000;
	const stay = {
		starts_at: `${NEXT_YEAR}-01-31T15:00:00.000Z`,
		ends_at: `${NEXT_YEAR}-02-02T11:00:00.000Z`,
	};
	const changes: ReadonlyArray<[path: string, body: object]> = [
		[
			'/access_codes/update',
			{ access_code_id: managedCodes.frontDesk, code: '1099', name: 'Guest 7', ...stay },
		],
		['/access_codes/delete', { access_code_id: managedCodes.meetingRoom }],
		['/access_codes/create', { device_id: devices.garage, code: '987651', ...stay }],
		[
			'/access_grants/update',
			{
				access_grant_id: accessGrants.stay104,
				name: 'Long stay',
				ends_at: `${NEXT_YEAR + 2}-01-01T00:00:00Z`,
			},
		],
		[
			'/access_grants/create',
			{
				user_identity_id: userIdentities.guest101,
				device_ids: [devices.room104, devices.poolGate, devices.storeRoom],
				requested_access_methods: [{ mode: 'code', code: '1041' }],
			},
		],
		['/access_methods/delete', { access_method_id: accessMethods.code101 }],
		[
			'/acs/access_groups/add_user',
			{ acs_access_group_id: accessGroups.conference, user_identity_id: userIdentities.guest101 },
		],
		['/acs/access_groups/delete', { acs_access_group_id: accessGroups.staff }],
	];
	for (const [path, body] of changes) await call(sandbox, path, body);
}

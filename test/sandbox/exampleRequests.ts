import type { Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { callSandbox } from './callSandbox';

type Examples = Record<string, () => Promise<object>>;

/** Parameters with which the path answers 200 once in the fixture `hotel`. Creates the records that the request needs. */
export async function exampleRequest(sandbox: Sandbox, path: string): Promise<object> {
	return (await examplesFor(sandbox)[path]?.()) ?? {};
}

function examplesFor(sandbox: Sandbox): Examples {
	const eventId = async () =>
		sandbox.emitEvent({ event_type: 'device.connected', device_id: hotel.devices.spa }).event_id;
	const webhook = async () => {
		const { body } = await callSandbox<{ webhook: { webhook_id: string } }>(
			sandbox,
			'/webhooks/create',
			{ url: 'http://127.0.0.1:9/' },
		);
		return body.webhook.webhook_id;
	};
	const attemptId = async () => {
		const { body } = await callSandbox<{ action_attempt: { action_attempt_id: string } }>(
			sandbox,
			'/access_codes/unmanaged/delete',
			{
				access_code_id: hotel.unmanagedCodes.onIgloohome,
			},
		);
		return body.action_attempt.action_attempt_id;
	};

	const created = async (parameters: object) => {
		const { body } = await callSandbox<{ access_code: { access_code_id: string } }>(
			sandbox,
			'/access_codes/create',
			{
				device_id: hotel.devices.frontDoor,
				...parameters,
			},
		);
		return { access_code_id: body.access_code.access_code_id };
	};

	const unmanagedDevice = async () => {
		const device = { device_id: hotel.devices.room202 };
		await callSandbox(sandbox, '/devices/update', { ...device, is_managed: false });
		return device;
	};

	const codeOf = (access_code_id: string) => async () => ({ access_code_id });
	const groupOf =
		(acs_access_group_id: string, more: object = {}) =>
		async () => ({ acs_access_group_id, ...more });
	const methodOf =
		(access_method_id: string, more: object = {}) =>
		async () => ({ access_method_id, ...more });
	const grant = async () => {
		const { body } = await callSandbox<{ access_grant: { access_grant_id: string } }>(
			sandbox,
			'/access_grants/create',
			{
				user_identity_id: hotel.userIdentities.nightDesk,
				requested_access_methods: [],
			},
		);
		return body.access_grant.access_grant_id;
	};
	const userIdentity = async () => {
		const { body } = await callSandbox<{ user_identity: { user_identity_id: string } }>(
			sandbox,
			'/user_identities/create',
		);
		return body.user_identity;
	};

	const accessSystemUser = async () => {
		const { body } = await callSandbox<{ acs_user: { acs_user_id: string } }>(
			sandbox,
			'/acs/users/create',
			{ acs_system_id: hotel.accessSystem, full_name: 'Gardener' },
		);
		return { acs_user_id: body.acs_user.acs_user_id };
	};
	const connectWebview = async () => {
		const { body } = await callSandbox<{ connect_webview: { connect_webview_id: string } }>(
			sandbox,
			'/connect_webviews/create',
		);
		return { connect_webview_id: body.connect_webview.connect_webview_id };
	};
	const newAccount = async () => {
		const webview = await connectWebview();
		const { body } = await callSandbox<{ connect_webview: { connected_account_id: string } }>(
			sandbox,
			'/_sandbox/connect_webviews/login',
			webview,
		);
		return { connected_account_id: body.connect_webview.connected_account_id };
	};
	const instantKey = async () => {
		const { body } = await callSandbox<{ instant_key: { instant_key_id: string } }>(
			sandbox,
			'/user_identities/generate_instant_key',
			{
				user_identity_id: hotel.userIdentities.guest101,
			},
		);
		return { instant_key_id: body.instant_key.instant_key_id };
	};

	const credentialOf =
		(acs_credential_id: string, more: object = {}) =>
		async () => ({ acs_credential_id, ...more });
	const credential = async () => {
		const { body } = await callSandbox<{ acs_credential: { acs_credential_id: string } }>(
			sandbox,
			'/acs/credentials/create',
			{
				access_method: 'card',
				acs_user_id: hotel.accessSystemUsers.nightDesk,
			},
		);
		return { acs_credential_id: body.acs_credential.acs_credential_id };
	};

	return {
		'/workspaces/reset_sandbox': async () => ({}),
		'/workspaces/create': async () => ({ name: 'Trial', is_sandbox: true }),
		'/workspaces/update': async () => ({
			name: 'Hotel',
			connect_webview_customization: { logo_shape: 'square' },
		}),
		'/connected_accounts/get': async () => {
			const { body } = await callSandbox<{
				connected_accounts: Array<{ connected_account_id: string }>;
			}>(sandbox, '/connected_accounts/list');
			return { connected_account_id: body.connected_accounts[0]?.connected_account_id };
		},
		'/devices/get': async () => ({ device_id: hotel.devices.spa }),
		'/access_codes/list': async () => ({ device_id: hotel.devices.meetingRoom }),
		'/access_codes/get': codeOf(hotel.managedCodes.meetingRoom),
		'/access_codes/create': async () => ({
			device_id: hotel.devices.storeRoom,
			name: 'New',
			code: '7001',
		}),
		'/access_codes/create_multiple': async () => ({
			device_ids: [hotel.devices.room101, hotel.devices.room102],
			code: '7002',
		}),
		'/access_codes/update': async () => ({ ...(await created({ code: '7003' })), name: 'Other' }),
		'/access_codes/update_multiple': async () => {
			await created({ code: '7004', common_code_key: 'example' });
			return { common_code_key: 'example', name: 'Other' };
		},
		'/access_codes/delete': async () => await created({ code: '7005' }),
		'/access_codes/pull_backup_access_code': async () =>
			await created({
				starts_at: '2098-01-01T00:00:00Z',
				ends_at: '2099-01-01T00:00:00Z',
				use_backup_access_code_pool: true,
			}),
		'/access_codes/generate_code': async () => ({ device_id: hotel.devices.room101 }),
		'/access_codes/report_device_constraints': async () => ({
			device_id: hotel.devices.poolGate,
			supported_code_lengths: [7, 8, 9],
		}),
		'/connect_webviews/get': async () => await connectWebview(),
		'/connect_webviews/delete': async () => await connectWebview(),
		'/connected_accounts/update': async () => ({
			...(await newAccount()),
			display_name: 'Owner',
			custom_metadata: { region: 'north' },
		}),
		'/connected_accounts/sync': async () => await newAccount(),
		'/connected_accounts/delete': async () => await newAccount(),
		'/connected_accounts/simulate/disconnect': async () => ({
			connected_account_id: '20000000-0000-4000-8000-000000000105',
		}),
		'/customers/push_data': async () => ({
			customer_key: 'owner-7',
			spaces: [{ space_key: 'room-101', name: 'Room 101' }],
			guests: [{ guest_key: 'g-7', name: 'Guest 7' }],
			reservations: [
				{
					reservation_key: '4711',
					guest_key: 'g-7',
					space_keys: ['room-101'],
					starts_at: '2031-01-31T15:00:00Z',
					ends_at: '2031-02-02T11:00:00Z',
				},
			],
		}),
		'/customers/delete_data': async () => ({ guest_keys: ['nobody'] }),
		'/customers/create_portal': async () => ({ customer_data: { customer_key: 'owner-7' } }),
		'/devices/update': async () => ({
			device_id: hotel.devices.room103,
			name: 'Renamed',
			custom_metadata: { floor: null },
		}),
		'/devices/report_provider_metadata': async () => ({
			devices: [
				{ device_id: hotel.devices.room103, ultraloq_metadata: { time_zone: 'Europe/Lisbon' } },
			],
		}),
		'/locks/configure_auto_lock': async () => ({
			device_id: hotel.devices.frontDoor,
			auto_lock_enabled: true,
			auto_lock_delay_seconds: 30,
		}),
		'/devices/simulate/disconnect': async () => ({ device_id: hotel.devices.room103 }),
		'/devices/simulate/connect': async () => ({ device_id: hotel.devices.room103 }),
		'/devices/simulate/disconnect_from_hub': async () => ({ device_id: hotel.devices.room201 }),
		'/devices/simulate/connect_to_hub': async () => ({ device_id: hotel.devices.room201 }),
		'/devices/simulate/remove': async () => ({ device_id: hotel.devices.room104 }),
		'/devices/simulate/paid_subscription': async () => ({
			device_id: hotel.devices.garage,
			is_expired: true,
		}),
		'/devices/unmanaged/get': async () => await unmanagedDevice(),
		'/devices/unmanaged/update': async () => ({ ...(await unmanagedDevice()), is_managed: true }),
		'/locks/lock_door': async () => ({ device_id: hotel.devices.frontDoor }),
		'/locks/unlock_door': async () => ({ device_id: hotel.devices.frontDoor }),
		'/locks/simulate/keypad_code_entry': async () => ({
			device_id: hotel.devices.frontDoor,
			code: '1001',
		}),
		'/locks/simulate/manual_lock_via_keypad': async () => ({ device_id: hotel.devices.frontDoor }),
		'/access_codes/unmanaged/list': async () => ({ device_id: hotel.devices.spa }),
		'/access_codes/unmanaged/get': codeOf(hotel.unmanagedCodes.onSmartThings),
		'/access_codes/unmanaged/convert_to_managed': codeOf(hotel.unmanagedCodes.timeBound),
		'/access_codes/unmanaged/update': async () => ({
			access_code_id: hotel.unmanagedCodes.unset,
			is_managed: true,
		}),
		'/access_codes/unmanaged/delete': codeOf(hotel.unmanagedCodes.cannotBeManaged),
		'/access_codes/simulate/create_unmanaged_access_code': async () => ({
			device_id: hotel.devices.spa,
			name: 'New',
			code: '1234',
		}),
		'/action_attempts/get': async () => ({ action_attempt_id: await attemptId() }),
		'/events/get': async () => ({ event_id: await eventId() }),
		'/events/list': async () => ({ since: '2020-01-01T00:00:00Z' }),
		'/webhooks/create': async () => ({ url: 'http://127.0.0.1:9/' }),
		'/webhooks/get': async () => ({ webhook_id: await webhook() }),
		'/webhooks/update': async () => ({ webhook_id: await webhook(), event_types: ['*'] }),
		'/webhooks/delete': async () => ({ webhook_id: await webhook() }),
		'/user_identities/get': async () => ({ user_identity_key: 'guest-101' }),
		'/user_identities/update': async () => ({
			user_identity_id: hotel.userIdentities.guest101,
			full_name: 'Guest',
		}),
		'/user_identities/delete': async () => ({
			user_identity_id: (await userIdentity()).user_identity_id,
		}),
		'/user_identities/generate_instant_key': async () => ({
			user_identity_id: hotel.userIdentities.guest101,
		}),
		'/user_identities/list_accessible_devices': async () => ({
			user_identity_id: hotel.userIdentities.guest102,
		}),
		'/user_identities/list_accessible_entrances': async () => ({
			user_identity_id: hotel.userIdentities.nightDesk,
		}),
		'/user_identities/grant_access_to_device': async () => ({
			user_identity_id: hotel.userIdentities.nightDesk,
			device_id: hotel.devices.frontDoor,
		}),
		'/user_identities/revoke_access_to_device': async () => ({
			user_identity_id: hotel.userIdentities.nightDesk,
			device_id: hotel.devices.frontDoor,
		}),
		'/user_identities/add_acs_user': async () => ({
			user_identity_key: 'cleaning',
			acs_user_id: hotel.accessSystemUsers.cleaning,
		}),
		'/user_identities/remove_acs_user': async () => ({
			user_identity_id: hotel.userIdentities.nightDesk,
			acs_user_id: hotel.accessSystemUsers.nightDesk,
		}),
		'/instant_keys/get': async () => await instantKey(),
		'/instant_keys/delete': async () => await instantKey(),
		'/spaces/get': async () => ({ space_key: 'room-101' }),
		'/spaces/create': async () => ({ name: 'Annex' }),
		'/spaces/update': async () => ({
			space_key: 'suite',
			customer_data: { default_checkout_time: '10:30' },
		}),
		'/spaces/add_devices': async () => ({
			space_id: hotel.spaces.emptyWing,
			device_ids: [hotel.devices.room103],
		}),
		'/spaces/delete': async () => {
			const { body } = await callSandbox<{ space: { space_id: string } }>(
				sandbox,
				'/spaces/create',
				{ name: 'Gone' },
			);
			return { space_id: body.space.space_id };
		},
		'/spaces/add_acs_entrances': async () => ({
			space_id: hotel.spaces.suite,
			acs_entrance_ids: [hotel.entrances.lobby],
		}),
		'/spaces/remove_acs_entrances': async () => ({
			space_id: hotel.spaces.room102,
			acs_entrance_ids: [hotel.entrances.lobby],
		}),
		'/spaces/remove_devices': async () => ({
			space_id: hotel.spaces.suite,
			device_ids: [hotel.devices.room103],
		}),
		'/acs/systems/get': async () => ({ acs_system_id: hotel.accessSystem }),
		'/acs/users/get': async () => ({ acs_user_id: hotel.accessSystemUsers.cleaning }),
		'/acs/users/list_accessible_entrances': async () => ({
			acs_user_id: hotel.accessSystemUsers.nightDesk,
		}),
		'/acs/systems/list_compatible_credential_manager_acs_systems': async () => ({
			acs_system_id: hotel.accessSystem,
		}),
		'/acs/users/create': async () => ({
			acs_system_id: hotel.accessSystem,
			full_name: 'Gardener',
			email_address: 'gardener@example.com',
			phone_number: '+15555550100',
			user_identity_id: hotel.userIdentities.guest102,
			acs_access_group_ids: [hotel.accessGroups.conference],
			access_schedule: { starts_at: '2031-01-31T15:00:00Z', ends_at: null },
		}),
		'/acs/users/update': async () => ({
			...(await accessSystemUser()),
			full_name: 'Other',
			access_schedule: { starts_at: '2031-01-31T15:00:00Z', ends_at: '2031-02-02T11:00:00Z' },
		}),
		'/acs/users/delete': async () => await accessSystemUser(),
		'/acs/users/suspend': async () => await accessSystemUser(),
		'/acs/users/unsuspend': async () => await accessSystemUser(),
		'/acs/users/revoke_access_to_all_entrances': async () => await accessSystemUser(),
		'/acs/users/add_to_access_group': async () => ({
			...(await accessSystemUser()),
			acs_access_group_id: hotel.accessGroups.conference,
		}),
		'/acs/users/remove_from_access_group': groupOf(hotel.accessGroups.staff, {
			acs_user_id: hotel.accessSystemUsers.nightDesk,
		}),
		'/acs/access_groups/get': groupOf(hotel.accessGroups.staff),
		'/acs/access_groups/list_users': groupOf(hotel.accessGroups.staff),
		'/acs/access_groups/list_accessible_entrances': groupOf(hotel.accessGroups.staff),
		'/acs/access_groups/add_user': groupOf(hotel.accessGroups.conference, {
			user_identity_id: hotel.userIdentities.nightDesk,
		}),
		'/acs/access_groups/remove_user': groupOf(hotel.accessGroups.staff, {
			acs_user_id: hotel.accessSystemUsers.cleaning,
		}),
		'/acs/access_groups/delete': groupOf(hotel.accessGroups.failed),
		'/acs/entrances/list_credentials_with_access': async () => ({
			acs_entrance_id: hotel.entrances.lobby,
		}),
		'/acs/entrances/unlock': async () => {
			const { body } = await callSandbox<{
				acs_credentials: Array<{ acs_credential_id: string; access_method: string }>;
			}>(sandbox, '/acs/entrances/list_credentials_with_access', {
				acs_entrance_id: hotel.entrances.lobby,
			});
			const key = body.acs_credentials.find(({ access_method: mode }) => mode === 'cloud_key');
			return { acs_entrance_id: hotel.entrances.lobby, acs_credential_id: key?.acs_credential_id };
		},
		'/acs/entrances/get': async () => ({ acs_entrance_id: hotel.entrances.lobby }),
		'/acs/encoders/get': async () => ({ acs_encoder_id: hotel.encoder }),
		'/acs/encoders/list': async () => ({ acs_system_id: hotel.accessSystem }),
		'/acs/encoders/encode_credential': async () => ({
			acs_encoder_id: hotel.encoder,
			...(await credential()),
		}),
		'/acs/encoders/simulate/next_credential_encode_will_fail': async () => ({
			acs_encoder_id: hotel.encoder,
			error_code: 'uncategorized_error',
			acs_credential_id: hotel.credentials.cleaningCard,
		}),
		'/acs/encoders/simulate/next_credential_encode_will_succeed': async () => ({
			acs_encoder_id: hotel.encoder,
			scenario: 'credential_is_issued',
		}),
		'/acs/encoders/simulate/next_credential_scan_will_fail': async () => ({
			acs_encoder_id: hotel.encoder,
			error_code: 'uncategorized_error',
			acs_credential_id_on_seam: hotel.credentials.cleaningCard,
		}),
		'/acs/encoders/simulate/next_credential_scan_will_succeed': async () => ({
			acs_encoder_id: hotel.encoder,
			scenario: 'credential_exists_on_seam',
			acs_credential_id_on_seam: hotel.credentials.cleaningCard,
		}),
		'/acs/encoders/scan_credential': async () => ({
			acs_encoder_id: hotel.encoder,
			salto_ks_metadata: { detect_new_tags: true },
		}),
		'/acs/encoders/scan_to_assign_credential': async () => ({
			acs_encoder_id: hotel.encoder,
			acs_user_id: hotel.accessSystemUsers.nightDesk,
		}),
		'/acs/credentials/get': credentialOf(hotel.credentials.cleaningCard),
		'/acs/credentials/create': async () => ({
			access_method: 'code',
			acs_user_id: hotel.accessSystemUsers.nightDesk,
			allowed_acs_entrance_ids: [hotel.entrances.lobby],
			code: '7711',
			starts_at: '2031-01-31T15:00:00Z',
			ends_at: '2031-02-02T11:00:00Z',
			visionline_metadata: { card_function_type: 'guest' },
		}),
		'/acs/credentials/update': async () => ({
			...(await credential()),
			code: '7712',
			ends_at: '2031-02-02T11:00:00Z',
		}),
		'/acs/credentials/assign': credentialOf(hotel.credentials.spareCard, {
			user_identity_id: hotel.userIdentities.nightDesk,
		}),
		'/acs/credentials/unassign': async () => ({
			...(await credential()),
			acs_user_id: hotel.accessSystemUsers.nightDesk,
		}),
		'/acs/credentials/delete': async () => await credential(),
		'/access_grants/create': async () => ({
			user_identity: { full_name: 'Guest' },
			device_ids: [hotel.devices.room101],
			requested_access_methods: [{ mode: 'code' }],
		}),
		'/access_grants/get': async () => ({ access_grant_key: 'stay-101' }),
		'/access_grants/get_related': async () => ({ access_grant_keys: ['stay-101'] }),
		'/access_grants/update': async () => ({ access_grant_key: 'stay-101', name: 'Longer stay' }),
		'/access_grants/delete': async () => ({ access_grant_id: await grant() }),
		'/access_grants/request_access_methods': async () => ({
			access_grant_id: hotel.accessGrants.stay101,
			requested_access_methods: [{ mode: 'cloud_key' }],
		}),
		'/user_identities/unmanaged/get': async () => ({
			user_identity_id: hotel.unmanaged.userIdentity,
		}),
		'/user_identities/unmanaged/update': async () => ({
			user_identity_id: hotel.unmanaged.userIdentity,
			is_managed: true,
			user_identity_key: 'former-manager',
		}),
		'/access_grants/unmanaged/get': async () => ({ access_grant_id: hotel.unmanaged.accessGrant }),
		'/access_grants/unmanaged/update': async () => ({
			access_grant_id: hotel.unmanaged.accessGrant,
			is_managed: true,
			access_grant_key: 'former-manager',
		}),
		'/access_methods/unmanaged/get': methodOf(hotel.unmanaged.code),
		'/access_methods/unmanaged/list': async () => ({
			access_grant_id: hotel.unmanaged.accessGrant,
		}),
		'/access_methods/get': methodOf(hotel.accessMethods.code101),
		'/access_methods/list': async () => ({ access_grant_key: 'stay-101' }),
		'/access_methods/delete': methodOf(hotel.accessMethods.mobileKey101),
		'/access_methods/encode': methodOf(hotel.accessMethods.cardToEncode, {
			acs_encoder_id: hotel.encoder,
		}),
		'/access_methods/assign_card': methodOf(hotel.accessMethods.cardToAssign, {
			card_number: hotel.spareCardNumber,
		}),
		'/access_methods/get_related': async () => ({
			access_method_ids: [hotel.accessMethods.cardToEncode],
		}),
		'/access_methods/unlock_door': methodOf(hotel.accessMethods.cloudKey104, {
			acs_entrance_id: hotel.entrances.lobby,
		}),
	};
}

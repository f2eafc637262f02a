import {
	ACCESS_AT_RISK,
	ALL_EVENTS,
	DEFAULT_EVENT_TYPES,
	EVENT_TYPES,
	MAIN_EVENT_TYPES,
} from '../../../nodes/DeviceAccess/events/eventTypes';

/** The event types of the OpenAPI (docs/service.md#events-3), except those of other devices than locks. */
const DOCUMENTED: Readonly<Record<string, string>> = {
	access_code: `created changed name_changed code_changed time_frame_changed mutations_requested scheduled_on_device set_on_device
		removed_from_device delay_in_setting_on_device failed_to_set_on_device deleted delay_in_removing_from_device failed_to_remove_from_device
		modified_external_to_seam deleted_external_to_seam backup_access_code_pulled`,
	'access_code.unmanaged': 'created removed converted_to_managed failed_to_convert_to_managed',
	access_grant: `created deleted access_granted_to_all_doors access_granted_to_door access_to_door_lost access_times_changed
		could_not_create_requested_access_methods`,
	access_method:
		'created issued reissued revoked card_encoding_required deleted delay_in_issuing failed_to_issue',
	acs_system: 'connected added disconnected',
	acs_credential: 'issued reissued invalidated deleted',
	acs_user: 'created deleted',
	acs_access_group: 'deleted',
	acs_entrance: 'added removed',
	acs_encoder: 'added removed',
	connected_account: `connected created successful_login disconnected completed_first_sync completed_first_sync_after_reconnection deleted
		reauthorization_requested`,
	connect_webview: 'login_succeeded login_failed',
	client_session: 'deleted',
	space: 'created deleted device_membership_changed',
	'action_attempt.lock_door': 'succeeded failed',
	'action_attempt.unlock_door': 'succeeded failed',
	'action_attempt.simulate_keypad_code_entry': 'succeeded failed',
	'action_attempt.simulate_manual_lock_via_keypad': 'succeeded failed',
	device: `connected added disconnected converted_to_unmanaged unmanaged.converted_to_managed unmanaged.connected unmanaged.disconnected removed
		deleted tampered low_battery battery_status_changed third_party_integration_detected third_party_integration_no_longer_detected
		connection_became_flaky connection_stabilized accessory_keypad_connected accessory_keypad_disconnected name_changed doorbell_rang
		salto.privacy_mode_activated salto.privacy_mode_deactivated error.subscription_required error.subscription_required.resolved`,
	lock: 'locked unlocked access_denied',
};

const documentedTypes = Object.entries(DOCUMENTED).flatMap(([prefix, names]) =>
	names
		.trim()
		.split(/\s+/)
		.map((name) => `${prefix}.${name}`),
);
const values = EVENT_TYPES.map(({ value }) => value);

describe('EVENT_TYPES', () => {
	it('contains exactly the event types of locks, access and spaces that the API documents', () => {
		expect([...values].sort()).toEqual([...documentedTypes].sort());
	});

	it('contains every value and every name once', () => {
		expect(new Set(values).size).toBe(values.length);
		expect(new Set(EVENT_TYPES.map(({ name }) => name)).size).toBe(EVENT_TYPES.length);
	});

	it("does not show the vendor's name to a person", () => {
		expect(EVENT_TYPES.map(({ name }) => name).filter((name) => /seam/i.test(name))).toEqual([]);
	});

	it.each([
		['access_code.set_on_device', 'Access Code: Set on Device', 'On access code set on device'],
		['access_code.code_changed', 'Access Code: PIN Changed', 'On access code PIN changed'],
		[
			'access_code.unmanaged.converted_to_managed',
			'Unmanaged Access Code: Converted to Managed',
			'On unmanaged access code converted to managed',
		],
		[
			'access_code.deleted_external_to_seam',
			'Access Code: Deleted Outside the Service',
			'On access code deleted outside the service',
		],
		['lock.unlocked', 'Lock: Unlocked', 'On door unlocked'],
	])('shows %s as "%s" in the list, and as "%s" in the node panel', (value, name, action) => {
		expect(EVENT_TYPES.find((type) => type.value === value)).toMatchObject({ name, action });
	});

	it('has a sentence for the node panel for each of the most used types, once, in sentence case', () => {
		const actions = EVENT_TYPES.flatMap(({ value, action }) =>
			MAIN_EVENT_TYPES.includes(value) ? [action] : [],
		);
		expect(new Set(actions).size).toBe(actions.length);
		expect(
			actions.filter(
				(action) =>
					!/^On [^_.:]+$/.test(action) || /[A-Z]/.test(action.slice(1).replace(/PIN|Salto/g, '')),
			),
		).toEqual([]);
	});

	it('listens to the two conversion events by default', () => {
		expect(DEFAULT_EVENT_TYPES).toEqual([
			'access_code.unmanaged.converted_to_managed',
			'access_code.unmanaged.failed_to_convert_to_managed',
		]);
		expect(values).toEqual(expect.arrayContaining(DEFAULT_EVENT_TYPES));
	});

	it('offers some fifteen first: the conversions, then what puts access at risk, and all events last', () => {
		expect(MAIN_EVENT_TYPES.slice(0, 3)).toEqual([...DEFAULT_EVENT_TYPES, ACCESS_AT_RISK]);
		expect(MAIN_EVENT_TYPES.at(-1)).toBe(ALL_EVENTS);
		expect(MAIN_EVENT_TYPES.length).toBeGreaterThan(12);
		expect(MAIN_EVENT_TYPES.length).toBeLessThan(19);
		expect(new Set(MAIN_EVENT_TYPES).size).toBe(MAIN_EVENT_TYPES.length);
		expect([...values, ACCESS_AT_RISK, ALL_EVENTS]).toEqual(
			expect.arrayContaining([...MAIN_EVENT_TYPES]),
		);
	});

	it('says what happened for every type, in its own words', () => {
		const descriptions = EVENT_TYPES.map(({ description }) => description);
		expect(descriptions.filter((description) => description.split(' ').length < 5)).toEqual([]);
		expect(new Set(descriptions).size).toBe(descriptions.length);
	});

	it('does not list the value that stands for all events', () => {
		expect(ALL_EVENTS).toBe('*');
		expect(values).not.toContain(ALL_EVENTS);
	});
});

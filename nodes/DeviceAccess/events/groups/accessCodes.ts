import { REASONS, type EventGroup, row } from '../eventRow';

export const accessCodeEvents: EventGroup = {
	name: 'Access Code',
	types: [
		row(
			'access_code.backup_access_code_pulled',
			"A backup code replaced an access code that could not be set in time. 'backup_access_code_id' is the ID of the backup code.",
			{ title: 'Backup Code Pulled' },
		),
		row(
			'access_code.changed',
			"An access code changed. 'changed_properties' lists the old and new values, and 'change_reason' may say why.",
		),
		row(
			'access_code.code_changed',
			"An access code has a new PIN. 'from' and 'to' hold the old and the new PIN.",
			{ title: 'PIN Changed', action: 'On access code PIN changed' },
		),
		row('access_code.created', 'A managed access code was created. It may not be on its lock yet.'),
		row(
			'access_code.delay_in_removing_from_device',
			`An access code is taking longer than usual to leave its lock, so the PIN may still work. ${REASONS}`,
		),
		row(
			'access_code.delay_in_setting_on_device',
			`An access code is taking longer than usual to reach its lock, so the PIN may not work yet. ${REASONS}`,
		),
		row(
			'access_code.deleted',
			"A managed access code was deleted. 'code' holds its PIN, if known.",
		),
		row(
			'access_code.deleted_external_to_seam',
			"Someone deleted a managed access code at the lock or in the lock maker's app",
			{ title: 'Deleted Outside the Service' },
		),
		row(
			'access_code.failed_to_remove_from_device',
			`An access code could not be removed from its lock, so the PIN may still work. ${REASONS}`,
		),
		row(
			'access_code.failed_to_set_on_device',
			`An access code could not be set on its lock, so the PIN does not work. ${REASONS}`,
		),
		row(
			'access_code.modified_external_to_seam',
			"Someone changed a managed access code at the lock or in the lock maker's app",
			{ title: 'Changed Outside the Service' },
		),
		row(
			'access_code.mutations_requested',
			"Changes to an access code were requested but have not been made yet. 'requested_mutations' lists them.",
			{ title: 'Changes Requested' },
		),
		row(
			'access_code.name_changed',
			"An access code has a new name. 'from' and 'to' hold the old and the new name.",
		),
		row(
			'access_code.removed_from_device',
			'An access code is no longer on its lock. Codes that never reached their lock do not send this event.',
		),
		row(
			'access_code.scheduled_on_device',
			"The lock stored an access code with its start and end, and enforces them itself. 'code' holds the PIN.",
		),
		row(
			'access_code.set_on_device',
			"An access code is on its lock, and its PIN works. 'code' holds the PIN.",
		),
		row(
			'access_code.time_frame_changed',
			"An access code has a new start or end. 'from' and 'to' hold the old and the new times.",
			{ title: 'Times Changed' },
		),
	],
};

export const unmanagedAccessCodeEvents: EventGroup = {
	name: 'Unmanaged Access Code',
	types: [
		row(
			'access_code.unmanaged.converted_to_managed',
			'An unmanaged access code is now managed. You can change and delete it. It keeps its ID and PIN.',
		),
		row('access_code.unmanaged.created', 'An access code created elsewhere was found on a lock', {
			title: 'Found on Device',
		}),
		row(
			'access_code.unmanaged.failed_to_convert_to_managed',
			`An unmanaged access code could not be converted. It stays on the lock unchanged. ${REASONS}`,
		),
		row(
			'access_code.unmanaged.removed',
			'An access code created elsewhere is no longer on its lock',
			{ title: 'Removed from Device' },
		),
	],
};

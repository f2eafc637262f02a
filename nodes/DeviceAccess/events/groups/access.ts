import { type EventGroup, row } from '../eventRow';

export const accessGrantEvents: EventGroup = {
	name: 'Access Grant',
	types: [
		row(
			'access_grant.access_granted_to_all_doors',
			"A person with an access grant can now open all of the grant's doors",
			{ title: 'Access to All Doors Granted' },
		),
		row(
			'access_grant.access_granted_to_door',
			"A person with an access grant can now open one of the grant's doors. 'acs_entrance_id' is the ID of the door.",
			{ title: 'Access to a Door Granted' },
		),
		row(
			'access_grant.access_times_changed',
			"A grant has a new start or end, in 'starts_at' and 'ends_at'. 'access_grant_key' is your own key for the grant, if it has one.",
			{ title: 'Times Changed' },
		),
		row(
			'access_grant.access_to_door_lost',
			"A person with an access grant can no longer open one of the grant's doors. 'acs_entrance_id' is the ID of the door.",
			{ title: 'Access to a Door Lost' },
		),
		row(
			'access_grant.could_not_create_requested_access_methods',
			"PINs, cards or keys of a grant could not be created. 'error_message' says why, and 'missing_device_ids' may list the devices without an access code.",
			{ title: 'Failed to Create Access Methods' },
		),
		row(
			'access_grant.created',
			'A person was granted access. The PINs, cards and keys may not work yet.',
		),
		row('access_grant.deleted', 'A grant was deleted with all its PINs, cards and keys'),
	],
};

export const accessMethodEvents: EventGroup = {
	name: 'Access Method',
	types: [
		row(
			'access_method.card_encoding_required',
			"A card must be encoded before it opens a door. Use 'Encode card of access method'.",
		),
		row('access_method.created', 'A PIN, card or key of a grant was created. It may not work yet.'),
		row(
			'access_method.delay_in_issuing',
			'Issuing a PIN, card or key of a grant is taking longer than usual. It may not work yet.',
		),
		row('access_method.deleted', 'A PIN, card or key of a grant was deleted'),
		row(
			'access_method.failed_to_issue',
			'A PIN, card or key of a grant could not be issued, so it does not work',
		),
		row(
			'access_method.issued',
			"The service issued a PIN, card or key of a grant. A PIN may reach its lock only shortly before the stay. 'code' may hold the PIN, and 'is_backup_code' says whether it is a backup.",
		),
		row(
			'access_method.reissued',
			"The service issued a PIN, card or key of a grant again after a change. A PIN may reach its lock only shortly before the stay. 'code' may hold the PIN, and 'is_backup_code' says whether it is a backup.",
		),
		row(
			'access_method.revoked',
			'A PIN, card or key of a grant no longer works. If the grant changed, the access method works again once it is reissued.',
		),
	],
};

export const accessSystemEvents: EventGroup = {
	name: 'Access System',
	types: [
		row('acs_access_group.deleted', 'An access group of an access system was deleted', {
			title: 'Access Group Deleted',
		}),
		row(
			'acs_credential.deleted',
			'A credential of an access system, such as a card or a PIN, was deleted',
			{ title: 'Credential Deleted' },
		),
		row(
			'acs_credential.invalidated',
			'A credential of an access system, such as a card or a PIN, is no longer valid',
			{ title: 'Credential Invalidated' },
		),
		row(
			'acs_credential.issued',
			'A credential of an access system, such as a card or a PIN, now works',
			{ title: 'Credential Issued' },
		),
		row(
			'acs_credential.reissued',
			'A credential of an access system, such as a card or a PIN, now works again after a change',
			{ title: 'Credential Reissued' },
		),
		row('acs_encoder.added', 'A card encoder was added to an access system', {
			title: 'Card Encoder Added',
		}),
		row('acs_encoder.removed', 'A card encoder was removed from an access system', {
			title: 'Card Encoder Removed',
		}),
		row('acs_entrance.added', 'An entrance was added to an access system', {
			title: 'Entrance Added',
		}),
		row('acs_entrance.removed', 'An entrance was removed from an access system', {
			title: 'Entrance Removed',
		}),
		row('acs_system.added', 'An access system was added to the workspace', {
			title: 'System Added',
		}),
		row('acs_system.connected', 'The service can now reach an access system', {
			title: 'System Connected',
		}),
		row('acs_system.disconnected', 'The service can no longer reach an access system', {
			title: 'System Disconnected',
		}),
		row('acs_user.created', 'A user of an access system was created', { title: 'User Created' }),
		row('acs_user.deleted', 'A user of an access system was deleted', { title: 'User Deleted' }),
	],
};

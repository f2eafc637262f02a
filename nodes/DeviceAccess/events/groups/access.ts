import { type EventGroup, row } from '../eventRow';

export const accessGrantEvents: EventGroup = {
	name: 'Access Grant',
	types: [
		row(
			'access_grant.access_granted_to_all_doors',
			'Access to All Doors Granted',
			"A person with an access grant can now open all of the grant's doors",
			'On access to all doors granted',
		),
		row(
			'access_grant.access_granted_to_door',
			'Access to a Door Granted',
			"A person with an access grant can now open one of the grant's doors. 'acs_entrance_id' is the ID of the door.",
			'On access to a door granted',
		),
		row(
			'access_grant.access_times_changed',
			'Times Changed',
			"A grant has a new start or end, in 'starts_at' and 'ends_at'. 'access_grant_key' is your own key for the grant, if it has one.",
		),
		row(
			'access_grant.access_to_door_lost',
			'Access to a Door Lost',
			"A person with an access grant can no longer open one of the grant's doors. 'acs_entrance_id' is the ID of the door.",
			'On access to a door lost',
		),
		row(
			'access_grant.could_not_create_requested_access_methods',
			'Failed to Create Access Methods',
			"PINs, cards or keys of a grant could not be created. 'error_message' says why, and 'missing_device_ids' may list the devices without an access code.",
		),
		row(
			'access_grant.created',
			'Created',
			'A person was granted access. The PINs, cards and keys may not work yet.',
		),
		row('access_grant.deleted', 'Deleted', 'A grant was deleted with all its PINs, cards and keys'),
	],
};

export const accessMethodEvents: EventGroup = {
	name: 'Access Method',
	types: [
		row(
			'access_method.card_encoding_required',
			'Card Encoding Required',
			"A card must be encoded before it opens a door. Use 'Encode card of access method'.",
			'On card encoding required',
		),
		row(
			'access_method.created',
			'Created',
			'A PIN, card or key of a grant was created. It may not work yet.',
		),
		row(
			'access_method.delay_in_issuing',
			'Delay in Issuing',
			'Issuing a PIN, card or key of a grant is taking longer than usual. It may not work yet.',
			'On delay in issuing access method',
		),
		row('access_method.deleted', 'Deleted', 'A PIN, card or key of a grant was deleted'),
		row(
			'access_method.failed_to_issue',
			'Failed to Issue',
			'A PIN, card or key of a grant could not be issued, so it does not work',
		),
		row(
			'access_method.issued',
			'Issued',
			"The service issued a PIN, card or key of a grant. A PIN may reach its lock only shortly before the stay. 'code' may hold the PIN, and 'is_backup_code' says whether it is a backup.",
		),
		row(
			'access_method.reissued',
			'Reissued',
			"The service issued a PIN, card or key of a grant again after a change. A PIN may reach its lock only shortly before the stay. 'code' may hold the PIN, and 'is_backup_code' says whether it is a backup.",
		),
		row(
			'access_method.revoked',
			'Revoked',
			'A PIN, card or key of a grant no longer works. If the grant changed, the access method works again once it is reissued.',
		),
	],
};

export const accessSystemEvents: EventGroup = {
	name: 'Access System',
	types: [
		row(
			'acs_access_group.deleted',
			'Access Group Deleted',
			'An access group of an access system was deleted',
			'On access group deleted',
		),
		row(
			'acs_credential.deleted',
			'Credential Deleted',
			'A credential of an access system, such as a card or a PIN, was deleted',
		),
		row(
			'acs_credential.invalidated',
			'Credential Invalidated',
			'A credential of an access system, such as a card or a PIN, is no longer valid',
		),
		row(
			'acs_credential.issued',
			'Credential Issued',
			'A credential of an access system, such as a card or a PIN, now works',
		),
		row(
			'acs_credential.reissued',
			'Credential Reissued',
			'A credential of an access system, such as a card or a PIN, now works again after a change',
		),
		row(
			'acs_encoder.added',
			'Card Encoder Added',
			'A card encoder was added to an access system',
			'On card encoder added',
		),
		row(
			'acs_encoder.removed',
			'Card Encoder Removed',
			'A card encoder was removed from an access system',
			'On card encoder removed',
		),
		row(
			'acs_entrance.added',
			'Entrance Added',
			'An entrance was added to an access system',
			'On entrance added',
		),
		row(
			'acs_entrance.removed',
			'Entrance Removed',
			'An entrance was removed from an access system',
			'On entrance removed',
		),
		row(
			'acs_system.added',
			'System Added',
			'An access system was added to the workspace',
			'On access system added',
		),
		row(
			'acs_system.connected',
			'System Connected',
			'The service can now reach an access system',
			'On access system connected',
		),
		row(
			'acs_system.disconnected',
			'System Disconnected',
			'The service can no longer reach an access system',
			'On access system disconnected',
		),
		row('acs_user.created', 'User Created', 'A user of an access system was created'),
		row('acs_user.deleted', 'User Deleted', 'A user of an access system was deleted'),
	],
};

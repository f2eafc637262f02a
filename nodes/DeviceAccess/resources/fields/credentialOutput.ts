import { outputForms } from './outputForms';

/** Output forms of a card, PIN or key of an access system. */
export const credentialOutput = outputForms(
	'acs_credential_id',
	[
		'display_name',
		'access_method',
		'card_number',
		'code',
		'acs_user_id',
		'acs_system_id',
		'is_issued',
		'starts_at',
		'ends_at',
	],
	[
		'access_method',
		'acs_system_id',
		'acs_user_id',
		'card_number',
		'code',
		'created_at',
		'display_name',
		'ends_at',
		'errors',
		'is_issued',
		'issued_at',
		'starts_at',
		'user_identity_id',
		'warnings',
	],
	{ access_method: 'Access Method', acs_user_id: 'Access System User ID' },
);

import { outputForms } from './outputForms';

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
	['created_at', 'errors', 'issued_at', 'user_identity_id', 'warnings'],
	{ access_method: 'Access Method', acs_user_id: 'Access System User ID' },
);

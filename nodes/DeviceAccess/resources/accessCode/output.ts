import type { OutputForms } from '../../operation';
import { outputForms } from '../fields/outputForms';

export const accessCodeOutput: OutputForms = outputForms(
	'access_code_id',
	[
		'device_id',
		'name',
		'code',
		'type',
		'status',
		'starts_at',
		'ends_at',
		'is_scheduled_on_device',
		'created_at',
	],
	[
		'common_code_key',
		'errors',
		'is_backup_access_code_available',
		'is_external_modification_allowed',
		'is_offline_access_code',
		'is_one_time_use',
		'lockvendor_metadata',
		'pending_mutations',
		'pulled_backup_access_code_id',
		'warnings',
	],
	{ is_one_time_use: 'Is One-Time Use' },
	['device_name'],
);

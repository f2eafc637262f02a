import type { OutputForms } from '../../operation';
import { outputForms } from '../fields/outputForms';

/** Output forms of a managed code. */
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
		'code',
		'common_code_key',
		'created_at',
		'device_id',
		'ends_at',
		'errors',
		'is_backup_access_code_available',
		'is_external_modification_allowed',
		'is_offline_access_code',
		'is_one_time_use',
		'is_scheduled_on_device',
		'lockvendor_metadata',
		'name',
		'pending_mutations',
		'pulled_backup_access_code_id',
		'starts_at',
		'status',
		'type',
		'warnings',
	],
	{ is_one_time_use: 'Is One-Time Use' },
	['device_name'],
);

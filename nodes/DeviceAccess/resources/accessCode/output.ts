import type { OutputForms } from '../../operation/types';
import { outputForms } from '../fields/outputForms';

/** A managed code as the editor offers it (specification, access_code). */
export const accessCodeOutput: OutputForms = outputForms(
	'access_code_id',
	['device_id', 'name', 'code', 'type', 'status', 'starts_at', 'ends_at', 'is_scheduled_on_device', 'created_at'],
	{
		code: 'Code',
		common_code_key: 'Common Code Key',
		created_at: 'Created At',
		device_id: 'Device ID',
		ends_at: 'Ends At',
		errors: 'Errors',
		is_backup_access_code_available: 'Is Backup Access Code Available',
		is_external_modification_allowed: 'Is External Modification Allowed',
		is_offline_access_code: 'Is Offline Access Code',
		is_one_time_use: 'Is One-Time Use',
		is_scheduled_on_device: 'Is Scheduled on Device',
		lockvendor_metadata: 'Lockvendor Metadata',
		name: 'Name',
		pending_mutations: 'Pending Mutations',
		pulled_backup_access_code_id: 'Pulled Backup Access Code ID',
		starts_at: 'Starts At',
		status: 'Status',
		type: 'Type',
		warnings: 'Warnings',
	},
);

import { codeOfIssue } from '../../operation';
import { type WireObject, wireObjectsIn } from '../../wire/records';
import { outputForms } from './outputForms';

export const BATTERY_LEVEL = ['battery_level', 'properties.battery_level'] as const;
export const ONLINE = ['online', 'properties.online'] as const;
export const ERROR_CODES = [
	'error_codes',
	({ errors }: WireObject) => wireObjectsIn(errors).map(codeOfIssue),
] as const;

const LOCKED = ['locked', 'properties.locked'] as const;
const PROVIDER = ['provider', 'device_provider.device_provider_name'] as const;

/** Output forms of a managed device. */
export const deviceOutput = outputForms(
	'device_id',
	[
		'display_name',
		PROVIDER,
		ONLINE,
		LOCKED,
		BATTERY_LEVEL,
		'can_program_online_access_codes',
		ERROR_CODES,
		'device_id',
		'connected_account_id',
		'workspace_id',
	],
	[
		BATTERY_LEVEL,
		'can_program_online_access_codes',
		'can_remotely_lock',
		'can_remotely_unlock',
		'connected_account_id',
		'created_at',
		'custom_metadata',
		'device_type',
		'display_name',
		'errors',
		'location',
		LOCKED,
		['manufacturer', 'device_manufacturer.manufacturer'],
		ONLINE,
		PROVIDER,
		['serial_number', 'properties.serial_number'],
		'space_ids',
		['supported_code_lengths', 'properties.supported_code_lengths'],
		'warnings',
		'workspace_id',
	],
);

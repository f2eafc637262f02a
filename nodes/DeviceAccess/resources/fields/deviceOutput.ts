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
		'can_remotely_lock',
		'can_remotely_unlock',
		'created_at',
		'custom_metadata',
		'device_type',
		'errors',
		'location',
		['manufacturer', 'device_manufacturer.manufacturer'],
		['serial_number', 'properties.serial_number'],
		'space_ids',
		['supported_code_lengths', 'properties.supported_code_lengths'],
		'warnings',
	],
);

import type { NestedField } from '../../operation';
import { choicesOf } from './deviceFilters';

export const acceptedCapabilities = {
	displayName: 'Capabilities',
	name: 'acceptedCapabilities',
	type: 'multiOptions',
	options: choicesOf(['access_control', 'camera', 'lock', 'noise_sensor', 'thermostat']),
	default: [],
	description: 'Which kinds of devices to bring into the workspace',
} satisfies NestedField;

export const automaticallyManageNewDevices = {
	displayName: 'Manage New Devices',
	name: 'automaticallyManageNewDevices',
	type: 'boolean',
	default: true,
	description:
		"Whether this workspace manages new devices of the account. If off, they are unmanaged until you use 'Convert unmanaged device to managed'.",
} as const satisfies NestedField;

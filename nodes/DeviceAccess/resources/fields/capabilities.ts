import type { NestedField } from '../../operation/types';
import { choicesOf } from './deviceFilters';

/** What devices of an account are for (facts 2, A-enums). */
export const acceptedCapabilities = {
	displayName: 'Capabilities',
	name: 'acceptedCapabilities',
	type: 'multiOptions',
	options: choicesOf(['access_control', 'camera', 'lock', 'noise_sensor', 'thermostat']),
	default: [],
	description: 'What the devices that are taken in can be for',
} satisfies NestedField;

/** Whether devices of an account are managed from the moment that they are found. */
export const automaticallyManageNewDevices = {
	displayName: 'Manage New Devices',
	name: 'automaticallyManageNewDevices',
	type: 'boolean',
	default: true,
	description: "Whether this workspace manages devices of the account as soon as they are found. Off makes them unmanaged; 'Unmanaged Device: Convert to Managed' takes them over.",
} as const satisfies NestedField;

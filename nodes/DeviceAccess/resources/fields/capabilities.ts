import { booleanField, choicesField } from '../../operation';
import { choicesOf } from './deviceFilters';

export const acceptedCapabilities = choicesField(
	'Capabilities',
	'Which kinds of devices to bring into the workspace',
	choicesOf(['access_control', 'camera', 'lock', 'noise_sensor', 'thermostat']),
	{ name: 'acceptedCapabilities' },
);

export const automaticallyManageNewDevices = booleanField(
	'Manage New Devices',
	"Whether this workspace manages new devices of the account. If off, they are unmanaged until you use 'Convert unmanaged device to managed'.",
	true,
	{ name: 'automaticallyManageNewDevices' },
);

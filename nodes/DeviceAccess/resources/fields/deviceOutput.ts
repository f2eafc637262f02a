import type { OutputForms } from '../../operation/types';
import { readPath } from '../../wire/readPath';
import type { WireObject } from '../../wire/records';

const issueCodes = (issues: unknown) =>
	Array.isArray(issues) ? issues.map((issue: WireObject) => issue.error_code ?? issue.warning_code) : [];

/** Output forms of a managed device. */
export const deviceOutput: OutputForms = {
	idField: 'device_id',
	simplify: (device) => ({
		device_id: device.device_id,
		display_name: device.display_name,
		device_type: device.device_type,
		provider: readPath(device, 'device_provider.device_provider_name'),
		online: readPath(device, 'properties.online'),
		locked: readPath(device, 'properties.locked'),
		battery_level: readPath(device, 'properties.battery_level'),
		can_program_online_access_codes: device.can_program_online_access_codes,
		connected_account_id: device.connected_account_id,
		error_codes: issueCodes(device.errors),
	}),
	selectable: {
		battery_level: { label: 'Battery Level', path: 'properties.battery_level' },
		can_program_online_access_codes: { label: 'Can Program Online Access Codes', path: 'can_program_online_access_codes' },
		can_remotely_lock: { label: 'Can Remotely Lock', path: 'can_remotely_lock' },
		can_remotely_unlock: { label: 'Can Remotely Unlock', path: 'can_remotely_unlock' },
		connected_account_id: { label: 'Connected Account ID', path: 'connected_account_id' },
		created_at: { label: 'Created At', path: 'created_at' },
		custom_metadata: { label: 'Custom Metadata', path: 'custom_metadata' },
		device_type: { label: 'Device Type', path: 'device_type' },
		display_name: { label: 'Display Name', path: 'display_name' },
		errors: { label: 'Errors', path: 'errors' },
		location: { label: 'Location', path: 'location' },
		locked: { label: 'Locked', path: 'properties.locked' },
		manufacturer: { label: 'Manufacturer', path: 'device_manufacturer.manufacturer' },
		online: { label: 'Online', path: 'properties.online' },
		provider: { label: 'Provider', path: 'device_provider.device_provider_name' },
		serial_number: { label: 'Serial Number', path: 'properties.serial_number' },
		space_ids: { label: 'Space IDs', path: 'space_ids' },
		supported_code_lengths: { label: 'Supported Code Lengths', path: 'properties.supported_code_lengths' },
		warnings: { label: 'Warnings', path: 'warnings' },
	},
};

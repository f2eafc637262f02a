import type { Device } from '../../schemas/device';
import type { Rules } from './recordRoutes';

export const deviceFilters: Rules<'/devices/list', Device> = {
	manufacturer: (value) => (device) => device.device_manufacturer.manufacturer === value,
	space_id: (id, { access }) => {
		const ids = new Set(access.spaces.get(id)?.device_ids);
		return ({ device_id: deviceId }) => ids.has(deviceId);
	},
	search: (text) => (device) => isFoundBy(device, text.toLowerCase()),
	connect_webview_id: (id, { workspace }) => {
		const accountId = workspace.connectWebviews.get(id)?.connected_account_id;
		return (device) => device.connected_account_id === accountId;
	},
};

const MIN_ID_SEARCH_LENGTH = 4;

/**
 * Whether a search finds the device: by the start of the ID (4 characters or more), connected
 * account, name, metadata or name of the location (docs/service.md#lists-5).
 */
function isFoundBy(device: Device, search: string): boolean {
	const isIdSearch = search.length >= MIN_ID_SEARCH_LENGTH;
	return (
		(isIdSearch && device.device_id.startsWith(search)) ||
		device.connected_account_id === search ||
		device.display_name.toLowerCase().includes(search) ||
		device.location.location_name.toLowerCase().includes(search) ||
		Object.values(device.custom_metadata).some((value) =>
			String(value).toLowerCase().includes(search),
		)
	);
}

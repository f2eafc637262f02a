import { releaseCode } from '../accessCodes/remove';
import { resumeSteps } from '../accessCodes/steps';
import { newError } from '../issues';
import { accessCodesOf } from '../lookup';
import { publishEvent } from '../publishEvent';
import type { ConnectedAccount } from '../../schemas/connectedAccount';
import type { Device } from '../../schemas/device';
import { invalidInput } from '../serviceError';
import type { Service } from '../service';
import type { StoredDevice, WorkspaceState } from '../../state/state';
import { without } from '../without';

/** What a workspace may change of a device. */
export interface DeviceChanges {
	/** Null takes the nickname away; the provider's name shows again. */
	name?: string | null;
	custom_metadata?: Record<string, string | boolean | null>;
	backup_access_code_pool_enabled?: boolean;
}

const MAX_METADATA_ENTRIES = 50;

/** Changes what a workspace may change of its device, and says so when the name is another one. */
export function changeDevice(service: Service, workspace: WorkspaceState, device: StoredDevice, changes: DeviceChanges): void {
	const { record } = device;
	const { backup_access_code_pool_enabled: isPoolEnabled } = changes;
	service.state.setDevice(device, {
		...renamed(record, changes.name),
		custom_metadata: mergedMetadata(record.custom_metadata, changes.custom_metadata),
		properties: {
			...record.properties,
			...(isPoolEnabled === undefined ? {} : { backup_access_code_pool_enabled: isPoolEnabled }),
		},
	});
	const { device_id, display_name } = device.record;
	if (display_name === record.display_name) return;
	publishEvent(service, workspace, { event_type: 'device.name_changed', device_id, device_name: display_name });
}

function renamed(record: Device, name: string | null | undefined): Device {
	if (name === undefined) return record;
	if (name !== null) return { ...record, nickname: name, display_name: name };
	return { ...without(record, 'nickname'), display_name: record.properties.appearance.name };
}

function mergedMetadata(
	current: Device['custom_metadata'],
	changes: Record<string, string | boolean | null> = {},
): Device['custom_metadata'] {
	const merged = new Map<string, string | boolean>(Object.entries(current));
	for (const [key, value] of Object.entries(changes)) {
		if (value === null) merged.delete(key);
		else merged.set(key, value);
	}
	if (merged.size > MAX_METADATA_ENTRIES) throw invalidInput(`custom_metadata takes at most ${MAX_METADATA_ENTRIES} entries`);
	return Object.fromEntries(merged);
}

/** Gives the device up, and its managed codes with it (facts 5). */
export function unmanage(service: Service, workspace: WorkspaceState, device: StoredDevice): void {
	const { device_id } = device.record;
	for (const code of accessCodesOf(workspace, device_id, true)) releaseCode(service, workspace, code);
	publishEvent(service, workspace, { event_type: 'device.converted_to_unmanaged', device_id });
	service.state.setDeviceManaged(workspace, device, false);
}

/** Disconnects the device, or connects it again: then what waited for it goes on. */
export function setOnline(service: Service, workspace: WorkspaceState, device: StoredDevice, isOnline: boolean): void {
	const { record } = device;
	const { device_id } = record;
	const others = record.errors.filter(({ error_code }) => error_code !== 'device_disconnected');
	const offline = newError(service, 'device_disconnected', 'The device is offline.', { is_device_error: true });
	service.state.setDevice(device, {
		...record,
		errors: isOnline ? others : [...others, offline],
		properties: { ...record.properties, online: isOnline },
	});
	if (isOnline) {
		publishEvent(service, workspace, { event_type: 'device.connected', device_id });
		resumeSteps(service, workspace, device_id);
	} else {
		publishDisconnected(service, workspace, device, 'device_disconnected');
	}
}

/** With the issues that such an event carries (facts 2, A27). */
function publishDisconnected(service: Service, workspace: WorkspaceState, { record }: StoredDevice, error_code: string): void {
	const { device_id, connected_account_id, errors, warnings } = record;
	const account = workspace.connectedAccounts.find((one) => one.record.connected_account_id === connected_account_id)?.record;
	publishEvent(service, workspace, {
		event_type: 'device.disconnected',
		device_id,
		error_code,
		device_errors: errors,
		device_warnings: warnings,
		...accountIssues(account),
	});
}

const accountIssues = (account?: ConnectedAccount) => ({
	connected_account_errors: account?.errors ?? [],
	connected_account_warnings: account?.warnings ?? [],
});

/** Disconnects the account, for good: nothing is known any more of its devices and their codes (facts 5, status `unknown`). */
export function disconnectAccount(service: Service, workspace: WorkspaceState, account: { record: ConnectedAccount }): void {
	const { connected_account_id } = account.record;
	const issue = newError(service, 'account_disconnected', 'The account is disconnected.', {
		is_connected_account_error: true,
		is_device_error: false,
	});
	service.state.setConnectedAccount(account, { ...account.record, errors: [issue] });
	publishEvent(service, workspace, { event_type: 'connected_account.disconnected', connected_account_id, ...accountIssues(account.record) });
	for (const device of workspace.devices.filter(({ record }) => record.connected_account_id === connected_account_id)) {
		const { record } = device;
		service.state.setDevice(device, { ...record, errors: [...record.errors, issue], properties: { ...record.properties, online: false } });
		publishDisconnected(service, workspace, device, 'account_disconnected');
	}
}

import type { ConnectedAccount } from '../../schemas/connectedAccount';
import type { StoredDevice } from '../../state/state';
import { resumeSteps } from '../accessCodes/steps';
import { newError } from '../issues';
import { publishEvent } from '../publishEvent';
import type { Here } from '../service';

/** The errors that take a device offline, except `account_disconnected`. */
const OFFLINE_MESSAGES = {
	device_disconnected: 'The device is offline.',
	hub_disconnected: 'The hub of the device is offline.',
	device_removed: 'The device was removed from its account.',
} as const;

type OfflineError = keyof typeof OFFLINE_MESSAGES;

const OFFLINE_ERRORS: ReadonlySet<string> = new Set([
	...Object.keys(OFFLINE_MESSAGES),
	'account_disconnected',
]);

export function takeOffline(here: Here, device: StoredDevice, errorCode: OfflineError): void {
	const { record } = device;
	if (record.errors.some(({ error_code }) => error_code === errorCode)) return;
	const issue = newError(here, errorCode, OFFLINE_MESSAGES[errorCode], {
		is_device_error: true,
	});
	here.state.setDevice(device, {
		...record,
		errors: [...record.errors, issue],
		properties: { ...record.properties, online: false },
	});
	if (errorCode === 'device_removed')
		publishEvent(here, { event_type: 'device.removed', device_id: record.device_id });
	else if (record.properties.online) publishDisconnected(here, device, errorCode);
}

/** Removes these errors. If no other error keeps the device offline, it is online again, and the steps that waited for it continue. */
export function bringOnline(here: Here, device: StoredDevice, ...errorCodes: OfflineError[]): void {
	const { record } = device;
	const { device_id } = record;
	const ended: readonly string[] = errorCodes;
	const errors = record.errors.filter(({ error_code }) => !ended.includes(error_code));
	const online = !errors.some(({ error_code }) => OFFLINE_ERRORS.has(error_code));
	here.state.setDevice(device, {
		...record,
		errors,
		properties: { ...record.properties, online },
	});
	if (!online || record.properties.online) return;
	publishEvent(here, { event_type: 'device.connected', device_id });
	resumeSteps(here, device_id);
}

/** Simulates someone unplugging the device, or bringing it back online, even if its hub was offline or it was removed. */
export function setOnline(here: Here, device: StoredDevice, isOnline: boolean): void {
	if (isOnline)
		bringOnline(here, device, 'device_disconnected', 'hub_disconnected', 'device_removed');
	else takeOffline(here, device, 'device_disconnected');
}

const SUBSCRIPTION_ERROR = 'subscription_required';

/** Simulates that the lock maker's subscription expired or was paid. The service notices when it next asks the maker (OpenAPI). */
export function setSubscription(here: Here, device: StoredDevice, isExpired: boolean): void {
	const { device_id } = device.record;
	here.scheduler.afterAction(here, `subscription ${device_id}`, () => {
		const { record } = device;
		const others = record.errors.filter(({ error_code }) => error_code !== SUBSCRIPTION_ERROR);
		if (isExpired === others.length < record.errors.length) return;
		const issue = newError(here, SUBSCRIPTION_ERROR, "The maker's subscription has expired.", {
			is_device_error: true,
		});
		here.state.setDevice(device, { ...record, errors: isExpired ? [...others, issue] : others });
		if (isExpired)
			return void publishEvent(here, {
				event_type: 'device.error.subscription_required',
				device_id,
				...issuesOf(here, device),
			});
		publishEvent(here, {
			event_type: 'device.error.subscription_required.resolved',
			device_id,
		});
		resumeSteps(here, device_id);
	});
}

/**
 * Disconnects the account permanently: the state of its devices and codes is unknown
 * (docs/service.md#codes-5).
 */
export function disconnectAccount(here: Here, account: ConnectedAccount): void {
	const { workspace } = here;
	const { connected_account_id } = account;
	const issue = newError(here, 'account_disconnected', 'The account is disconnected.', {
		is_connected_account_error: true,
	});
	workspace.connectedAccounts.update(connected_account_id, { errors: [issue] });
	publishEvent(here, {
		event_type: 'connected_account.disconnected',
		connected_account_id,
		...accountIssues({ ...account, errors: [issue] }),
	});
	for (const device of workspace.devices.filter(
		({ record }) => record.connected_account_id === connected_account_id,
	)) {
		const { record } = device;
		here.state.setDevice(device, {
			...record,
			errors: [...record.errors, { ...issue, is_device_error: false }],
			properties: { ...record.properties, online: false },
		});
		publishDisconnected(here, device, 'account_disconnected');
	}
}

function publishDisconnected(here: Here, device: StoredDevice, error_code: string): void {
	const { device_id } = device.record;
	publishEvent(here, {
		event_type: 'device.disconnected',
		device_id,
		error_code,
		...issuesOf(here, device),
	});
}

function issuesOf(
	{ workspace }: Here,
	{ record: { connected_account_id, errors, warnings } }: StoredDevice,
) {
	const account = workspace.connectedAccounts.get(connected_account_id);
	return { device_errors: errors, device_warnings: warnings, ...accountIssues(account) };
}

const accountIssues = (account?: ConnectedAccount) => ({
	connected_account_errors: account?.errors ?? [],
	connected_account_warnings: account?.warnings ?? [],
});

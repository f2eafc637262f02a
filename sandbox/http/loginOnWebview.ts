import { randomUUID } from 'node:crypto';
import { nowIso } from '../domain/clock';
import { publishEvent } from '../domain/publishEvent';
import { seedAccount, seedDevice } from '../fixtures/seedDevice';
import type { ConnectWebview } from '../schemas/connectWebview';
import type { SandboxHere } from './sandboxService';
import { given } from '../domain/without';

/** Logs the owner in: creates an August account with one lock, as the vendor's fake does. */
export function loginOnWebview(
	here: SandboxHere,
	webview: ConnectWebview,
): ConnectWebview | undefined {
	const { workspace } = here;
	const {
		connect_webview_id,
		customer_key,
		custom_metadata,
		automatically_manage_new_devices,
		accepted_capabilities,
	} = webview;
	const connected_account_id = randomUUID();
	const device_id = randomUUID();
	const created_at = nowIso(here);
	const customer = given({ customer_key });
	workspace.connectedAccounts.add({
		...seedAccount(1, 'august'),
		connected_account_id,
		...customer,
		custom_metadata,
		automatically_manage_new_devices,
		accepted_capabilities,
		created_at,
	});
	const publish = (event_type: string, members: object = {}) =>
		publishEvent(here, { event_type, connected_account_id, ...customer, ...members });
	publish('connected_account.created', { connect_webview_id });
	publish('connected_account.connected', { connect_webview_id });
	const device = seedDevice({
		workspaceNumber: 1,
		number: 0,
		name: 'New Lock',
		provider: 'august',
		locationName: 'New House',
	});
	const added = here.state.addDevice(workspace, {
		...device,
		device_id,
		connected_account_id,
		workspace_id: workspace.record.workspace_id,
		created_at,
	});
	if (automatically_manage_new_devices)
		publishEvent(here, { event_type: 'device.added', device_id });
	else here.state.setDeviceManaged(workspace, added, false);
	publish('connected_account.completed_first_sync');
	publish('connect_webview.login_succeeded', { connect_webview_id });
	return workspace.connectWebviews.update(connect_webview_id, {
		status: 'authorized',
		login_successful: true,
		authorized_at: created_at,
		connected_account_id,
		selected_provider: 'august',
	});
}

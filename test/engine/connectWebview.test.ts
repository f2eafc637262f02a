import { byId, useHotelSandbox } from '../support/service/hotelSandbox';
import { logInOnWebview } from '../support/service/logInOnWebview';

const service = useHotelSandbox();

const create = async (additionalFields = {}) =>
	(await service.run('connectWebview.create', { additionalFields })).items[0]?.json ?? {};
const webviewOf = async (id: unknown, parameters = {}) =>
	(await service.run('connectWebview.get', { connectWebviewId: byId(String(id)), ...parameters }))
		.items[0]?.json;

it("Get says whether the owner has logged in and with which account, and the webview finds the account's devices", async () => {
	const { connect_webview_id: id } = await create({
		customerKey: 'owner-7',
		customMetadata: { entries: [{ key: 'owner', value: 'Owner 7' }] },
	});
	expect(await webviewOf(id)).toMatchObject({ status: 'pending', connected_account_id: null });
	const accountId = await logInOnWebview(service.sandbox, String(id));
	expect(await webviewOf(id)).toMatchObject({
		status: 'authorized',
		login_successful: true,
		connected_account_id: accountId,
		selected_provider: 'august',
	});
	const { items: accounts } = await service.run('connectedAccount.get', {
		connectedAccountId: byId(accountId),
		output: 'raw',
	});
	expect(accounts[0]?.json).toMatchObject({
		customer_key: 'owner-7',
		custom_metadata: { owner: 'Owner 7' },
	});
	const { items: devices } = await service.run('device.getAll', {
		filters: { connectWebviewId: byId(String(id)) },
	});
	expect(devices.map(({ json }) => json)).toEqual([
		expect.objectContaining({ display_name: 'New Lock', connected_account_id: accountId }),
	]);
});

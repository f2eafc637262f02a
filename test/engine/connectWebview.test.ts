import { byId, useHotelSandbox } from '../support/hotelSandbox';
import { logInOnWebview } from '../support/logInOnWebview';

const CREATE = '/connect_webviews/create';

const service = useHotelSandbox();

const create = async (additionalFields = {}) =>
	(await service.run('connectWebview.create', { additionalFields })).items[0]?.json ?? {};
const webviewOf = async (id: unknown, parameters = {}) =>
	(await service.run('connectWebview.get', { connectWebviewId: byId(String(id)), ...parameters }))
		.items[0]?.json;

it('Create returns the link for an owner, and sends the settings of the account', async () => {
	const { items } = await service.run('connectWebview.create', {
		additionalFields: {
			acceptedProviders: ['august', 'yale'],
			automaticallyManageNewDevices: false,
			customerKey: 'owner-7',
			customRedirectUrl: 'https://example.com/thanks',
			customMetadata: { entries: [{ key: 'owner', value: 'Owner 7' }] },
		},
	});
	expect(items).toEqual([
		{
			json: {
				connect_webview_id: expect.any(String),
				url: expect.stringMatching(/^https:/),
				status: 'pending',
				login_successful: false,
				connected_account_id: null,
				selected_provider: null,
				customer_key: 'owner-7',
				authorized_at: null,
				created_at: expect.any(String),
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(service.bodies(CREATE)).toEqual([
		{
			accepted_providers: ['august', 'yale'],
			automatically_manage_new_devices: false,
			customer_key: 'owner-7',
			custom_redirect_url: 'https://example.com/thanks',
			custom_metadata: { owner: 'Owner 7' },
		},
	]);
});

it('Create sends nothing if both providers and a category of them are chosen', async () => {
	const { error } = await service.run('connectWebview.create', {
		additionalFields: { acceptedProviders: ['august'], providerCategory: 'stable' },
	});
	expect([error?.message, service.paths()]).toEqual([
		expect.stringContaining("'Provider Category'"),
		[],
	]);
});

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

it('Create without Manage New Devices leaves the locks of the account unmanaged', async () => {
	const { connect_webview_id: id } = await create({ automaticallyManageNewDevices: false });
	const accountId = await logInOnWebview(service.sandbox, String(id));
	const { items } = await service.run('unmanagedDevice.getAll', {
		filters: { connectedAccountId: accountId },
	});
	expect(items.map(({ json }) => json.display_name)).toEqual(['New Lock']);
});

it('Get Many lists them all, or those of one customer', async () => {
	const [first, second] = [await create(), await create({ customerKey: 'owner-7' })];
	const listed = async (filters = {}) =>
		(await service.run('connectWebview.getAll', { filters })).items.map(({ json }) => json);
	expect(await listed()).toEqual([first, second]);
	expect(await listed({ customerKey: 'owner-7' })).toEqual([second]);
	expect(service.bodies('/connect_webviews/list')).toEqual([
		{ limit: 50 },
		{ customer_key: 'owner-7', limit: 50 },
	]);
});

it('Delete ends the link', async () => {
	const { connect_webview_id: id } = await create();
	const { items } = await service.run('connectWebview.delete', {
		connectWebviewId: byId(String(id)),
	});
	expect(items).toEqual([
		{ json: { connect_webview_id: id, deleted: true }, pairedItem: { item: 0 } },
	]);
	expect(
		(await service.run('connectWebview.get', { connectWebviewId: byId(String(id)) })).error,
	).toMatchObject({ httpCode: '404' });
});

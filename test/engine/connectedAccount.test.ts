import { byId, useHotelSandbox } from '../support/hotelSandbox';
import { logInOnWebview } from '../support/logInOnWebview';

const service = useHotelSandbox();

let accountId: string;
let account: { connectedAccountId: ReturnType<typeof byId> };
beforeEach(async () => {
	const { items } = await service.run('connectWebview.create');
	accountId = await logInOnWebview(service.sandbox, String(items[0]?.json.connect_webview_id));
	account = { connectedAccountId: byId(accountId) };
	service.sandbox.requests.clear();
});

const update = async (updateFields: object) =>
	await service.run('connectedAccount.update', { ...account, updateFields: { ...updateFields } });

it('Update changes only the given fields, and returns the changed account', async () => {
	const metadata = (key: string) => ({ customMetadata: { entries: [{ key, value: 'north' }] } });
	await update(metadata('area'));
	const { items } = await update({
		name: 'Owner 7',
		customerKey: 'owner-7',
		automaticallyManageNewDevices: false,
		...metadata('region'),
	});
	expect(items).toEqual([
		{
			json: expect.objectContaining({
				connected_account_id: accountId,
				display_name: 'Owner 7',
				customer_key: 'owner-7',
				automatically_manage_new_devices: false,
				custom_metadata: { region: 'north' },
			}),
			pairedItem: { item: 0 },
		},
	]);
	expect(service.bodies('/connected_accounts/update').at(-1)).toEqual({
		connected_account_id: accountId,
		display_name: 'Owner 7',
		customer_key: 'owner-7',
		automatically_manage_new_devices: false,
		custom_metadata: { region: 'north' },
	});
});

it('Update sends nothing if there is nothing to change', async () => {
	expect([(await update({})).error?.message, service.paths()]).toEqual([
		'There is nothing to change',
		[],
	]);
});

it('Update is refused for an account that belongs to another customer', async () => {
	await update({ customerKey: 'owner-7' });
	expect((await update({ customerKey: 'owner-8' })).error).toMatchObject({ httpCode: '400' });
});

it('Sync asks the service to read the account again', async () => {
	const { items } = await service.run('connectedAccount.sync', account);
	expect(items).toEqual([
		{
			json: { connected_account_id: accountId, outcome: 'requested', message: expect.any(String) },
			pairedItem: { item: 0 },
		},
	]);
	expect(service.bodies('/connected_accounts/sync')).toEqual([{ connected_account_id: accountId }]);
});

it('Delete removes the account with its devices', async () => {
	const devices = async () =>
		(await service.run('device.getAll', { filters: { connectedAccountId: accountId } })).items
			.length;
	expect(await devices()).toBe(1);
	const { items } = await service.run('connectedAccount.delete', account);
	expect(items).toEqual([
		{ json: { connected_account_id: accountId, deleted: true }, pairedItem: { item: 0 } },
	]);
	expect([await devices(), (await service.run('connectedAccount.get', account)).error]).toEqual([
		0,
		expect.objectContaining({ httpCode: '404' }),
	]);
});

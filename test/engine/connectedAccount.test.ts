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

import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

it('gives the workspace of the key, and whether it is a sandbox', async () => {
	const { items } = await service.run('workspace.get');
	expect(items).toEqual([{
		json: {
			workspace_id: workspaceIds.main, name: 'Hotel', company_name: 'Hotel', connect_partner_name: null, is_sandbox: true,
			is_suspended: false, connect_webview_customization: {}, is_publishable_key_auth_enabled: false, organization_id: expect.any(String),
		},
		pairedItem: { item: 0 },
	}]);
});

it('gives another workspace to another key', async () => {
	const { items } = await service.run('workspace.get', {}, {
		credentials: { deviceAccessApi: { baseUrl: service.sandbox.url, apiKey: service.sandbox.apiKeys.other } },
	});
	expect(items.map(({ json }) => [json.workspace_id, json.is_sandbox])).toEqual([[workspaceIds.other, false]]);
});

it('fails when the answer has no workspace', async () => {
	service.sandbox.faults.next('/workspaces/get', { kind: 'missingMember' });
	const { error } = await service.run('workspace.get');
	expect(error).toMatchObject({ name: 'NodeApiError', message: "The answer of the service has no 'workspace'" });
});

it('says what to do when a workflow names an operation that does not exist', async () => {
	const { error } = await service.run('workspace.delete');
	expect(error).toMatchObject({
		name: 'NodeOperationError',
		message: "There is no operation 'delete' for 'workspace'",
		description: "Choose 'Resource' and 'Operation' from the lists again.",
	});
	expect(service.sandbox.requests.count()).toBe(0);
});

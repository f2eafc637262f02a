import type { INodeParameters } from 'n8n-workflow';
import { apiKeys, workspaceIds } from '../../sandbox/fixtures/workspaces';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';

const RESET = '/workspaces/reset_sandbox';

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

const reset = async (workspaceName: string, parameters: INodeParameters = {}) =>
	await service.run('workspace.resetSandbox', { workspaceName, ...parameters, options: QUICK_CHECKS });

describe('resetting a sandbox workspace', () => {
	it('puts it back to its start once its name is typed in', async () => {
		await service.run('unmanagedAccessCode.delete', { accessCodeId: byId(hotel.unmanagedCodes.convertible), options: QUICK_CHECKS });
		const { items } = await reset(' Hotel ');
		expect(items).toEqual([{
			json: {
				workspace_id: workspaceIds.main, outcome: 'reset', message: 'The workspace is back at its start',
				action_attempt: { action_attempt_id: expect.any(String), action_type: 'RESET_SANDBOX_WORKSPACE', status: 'success', result: {}, error: null },
			},
			pairedItem: { item: 0 },
		}]);
		expect(service.bodies(RESET)).toEqual([{}]);
		expect(service.sandbox.state.accessCodes.has(hotel.unmanagedCodes.convertible)).toBe(true);
	});

	it('is done where the service answers without an action attempt', async () => {
		service.sandbox.faults.next(RESET, { kind: 'status', status: 200, body: { ok: true, message: 'Reset.' } });
		const { items } = await reset('Hotel');
		expect(items.map(({ json }) => json)).toEqual([{ workspace_id: workspaceIds.main, outcome: 'reset', message: 'The workspace is back at its start' }]);
	});

	it.each(['hotel', 'Hotel 2', 'Cleaning Company'])('resets nothing when another name is typed in: %s', async (name) => {
		const { error } = await reset(name);
		expect([error?.message, error?.description]).toEqual([
			"'Workspace Name' is not the name of this workspace, so nothing was reset",
			expect.stringContaining("The API key belongs to the workspace 'Hotel'"),
		]);
		expect(service.paths()).toEqual(['/workspaces/get']);
	});

	it('resets nothing without a name', async () => {
		expect((await reset('={{ "" }}')).error?.message).toBe("'Workspace Name' is empty");
		expect(service.paths()).toEqual([]);
	});

	it('never asks for it in a workspace with real locks, even with the right name', async () => {
		const { error } = await service.run(
			'workspace.resetSandbox',
			{ workspaceName: 'Cleaning Company' },
			{ credentials: { deviceAccessApi: { baseUrl: service.sandbox.url, apiKey: apiKeys.other } } },
		);
		expect(error?.message).toBe('Only a sandbox workspace can be reset');
		expect(service.paths()).toEqual(['/workspaces/get']);
	});
});

import type { INodeParameters } from 'n8n-workflow';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { useHotelSandbox } from '../support/hotelSandbox';
import { tokenCredentials } from '../support/tokenCredentials';

const service = useHotelSandbox();

describe('Workspace', () => {
	it('is listed', async () => {
		const { items } = await service.run('workspace.getAll', { returnAll: true });
		expect(items).toMatchObject([
			{ json: { name: 'Hotel', is_sandbox: true }, pairedItem: { item: 0 } },
		]);
		expect(service.bodies('/workspaces/list')).toEqual([{}]);
	});

	it('is changed, and returned as it is afterwards', async () => {
		const { items } = await service.run('workspace.update', {
			updateFields: {
				name: 'Grand Hotel',
				partnerName: 'Grand',
				logoShape: 'circle',
				buttonColor: '#112233',
				successMessage: 'Thank you',
			},
		});
		const changes = {
			name: 'Grand Hotel',
			connect_partner_name: 'Grand',
			connect_webview_customization: {
				logo_shape: 'circle',
				primary_button_color: '#112233',
				success_message: 'Thank you',
			},
		};
		expect(service.bodies('/workspaces/update')).toEqual([changes]);
		expect(items).toMatchObject([{ json: changes, pairedItem: { item: 0 } }]);
	});

	describe('is created', () => {
		const create = async (parameters: INodeParameters) =>
			await service.run('workspace.create', parameters, {
				credentials: tokenCredentials(service.sandbox),
			});

		it('as a sandbox, with a personal access token', async () => {
			const { items } = await create({
				name: 'Trial',
				additionalFields: {
					companyName: 'Grand',
					logoShape: 'circle',
					organizationId: workspaceIds.other,
					successMessage: 'Thank you',
				},
			});
			const body = {
				name: 'Trial',
				is_sandbox: true,
				company_name: 'Grand',
				organization_id: workspaceIds.other,
				connect_webview_customization: { logo_shape: 'circle', success_message: 'Thank you' },
			};
			expect(service.bodies('/workspaces/create')).toEqual([body]);
			expect(items).toEqual([
				{
					json: expect.objectContaining({ ...body, workspace_id: expect.any(String) }),
					pairedItem: { item: 0 },
				},
			]);
		});

		it('for real locks if Sandbox is off', async () => {
			const { items } = await create({ name: 'Grand', isSandbox: false });
			expect([service.bodies('/workspaces/create'), items[0]?.json.is_sandbox]).toEqual([
				[{ name: 'Grand', is_sandbox: false }],
				false,
			]);
		});

		it('never without a name', async () => {
			const { error } = await create({ name: ' ' });
			expect([error?.message, service.paths()]).toEqual(["'Name' is empty", []]);
		});

		it('never with an API key, and the error says what is needed', async () => {
			const { error } = await service.run('workspace.create', { name: 'Trial' });
			expect(error).toMatchObject({
				httpCode: '401',
				description: expect.stringContaining('Personal Access Token'),
			});
		});
	});

	it('is not changed without a field', async () => {
		const { error } = await service.run('workspace.update', {});
		expect([error?.message, service.paths()]).toEqual(['There is nothing to change', []]);
	});
});

import { useHotelSandbox } from '../support/hotelSandbox';

const service = useHotelSandbox();

describe('Workspace', () => {
	it('is listed', async () => {
		const { items } = await service.run('workspace.getAll', { returnAll: true });
		expect(items).toMatchObject([{ json: { name: 'Hotel', is_sandbox: true }, pairedItem: { item: 0 } }]);
		expect(service.bodies('/workspaces/list')).toEqual([{}]);
	});

	it('is changed, and comes back as it is then', async () => {
		const { items } = await service.run('workspace.update', {
			updateFields: { name: 'Grand Hotel', partnerName: 'Grand', logoShape: 'circle', buttonColor: '#112233', successMessage: 'Thank you' },
		});
		const changes = {
			name: 'Grand Hotel', connect_partner_name: 'Grand',
			connect_webview_customization: { logo_shape: 'circle', primary_button_color: '#112233', success_message: 'Thank you' },
		};
		expect(service.bodies('/workspaces/update')).toEqual([changes]);
		expect(items).toMatchObject([{ json: changes, pairedItem: { item: 0 } }]);
	});

	it('is not changed without a field', async () => {
		const { error } = await service.run('workspace.update', {});
		expect([error?.message, service.paths()]).toEqual(['There is nothing to change', []]);
	});
});

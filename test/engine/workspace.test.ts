import type { INodeParameters } from 'n8n-workflow';
import { useHotelSandbox } from '../support/hotelSandbox';
import { tokenCredentials } from '../support/tokenCredentials';

const service = useHotelSandbox();

describe('Workspace', () => {
	describe('is created', () => {
		const create = async (parameters: INodeParameters) =>
			await service.run('workspace.create', parameters, {
				credentials: tokenCredentials(service.sandbox),
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

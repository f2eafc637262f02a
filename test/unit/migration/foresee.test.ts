import { foreseeConversion } from '../../../nodes/DeviceAccess/migration/foresee';
import { answeringSend } from '../answeringSend';

it('shows no PIN in the name of the code that keeps a conversion from succeeding', async () => {
	const code = { access_code_id: 'a', device_id: 'd', code: '4821', is_managed: false };
	const other = { access_code_id: 'b', device_id: 'd', code: '4821', name: 'Anna4821' };
	const { send } = answeringSend(({ endpoint }) => {
		if (endpoint === '/access_codes/unmanaged/get') return { access_code: code };
		if (endpoint === '/access_codes/list') return { access_codes: [other] };
		if (endpoint === '/access_codes/unmanaged/list') return { access_codes: [code] };
		return { device: { device_id: 'd', properties: {} } };
	});
	const foreseen = await foreseeConversion?.(send)({ access_code_id: 'a' });
	expect(foreseen).toMatchObject({ outcome: 'failed', migration: { advice: 'keep' } });
	expect(JSON.stringify(foreseen)).not.toContain('4821');
});

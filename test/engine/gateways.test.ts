import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, useHotelSandbox } from '../support/service/hotelSandbox';

const service = useHotelSandbox();
const PAGE = '<html><body><h1>Access denied</h1><p>Your key is wrong</p></body></html>';

const get = async () => await service.run('device.get', { deviceId: byId(hotel.devices.room101) });
const create = async () =>
	await service.run('space.create', { name: 'Annex' }, { onError: 'continueRegularOutput' });

describe("what n8n's network says", () => {
	const protection = () => Container.get(SsrfProtectionConfig);
	afterEach(() => {
		protection().enabled = false;
	});

	it('names the protection that blocked the request, and what allows it', async () => {
		protection().enabled = true;
		const { error } = await get();
		expect([error?.message, error?.description]).toEqual([
			expect.stringContaining('n8n blocked the request'),
			expect.stringContaining('N8N_SSRF_ALLOWED_HOSTNAMES'),
		]);
		expect(service.paths()).toEqual([]);
	});

	it('knows that a blocked write changed nothing', async () => {
		protection().enabled = true;
		const { items } = await create();
		expect(items[0]?.json).toMatchObject({ outcome: 'failed', details: { type: 'SSRF_BLOCKED' } });
	});
});

describe('the page of a gateway', () => {
	it.each([401, 413])('with status %i blames neither the key nor the fields', async (status) => {
		service.sandbox.faults.always('*', {
			kind: 'status',
			status,
			body: PAGE,
			headers: { 'content-type': 'text/html' },
		});
		for (const { error } of [await get(), await service.run('space.create', { name: 'Annex' })]) {
			const said = `${error?.message} ${error?.description}`;
			expect(said).toMatch(/proxy|between n8n and the service/);
			expect(said).not.toMatch(/API Key|API key|personal access token|fields|Access denied/i);
		}
	});

	it('is told from a refusal of the service, which is about the key', async () => {
		service.sandbox.faults.always('*', {
			kind: 'status',
			status: 403,
			body: { ok: false, error: { type: 'unauthorized', message: 'No' } },
		});
		expect((await get()).error?.message).toMatch(/API key/);
	});

	it('in JSON counts as one, too', async () => {
		service.sandbox.faults.always('*', {
			kind: 'status',
			status: 403,
			body: { message: 'Forbidden' },
		});
		expect((await get()).error?.message).toBe(
			'Something between n8n and the service refused the request',
		);
	});
});

import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, useHotelSandbox } from '../support/service/hotelSandbox';

const { guest101 } = hotel.userIdentities;

const service = useHotelSandbox();

const generate = async (userIdentityId: string) => {
	const { items } = await service.run('userIdentity.generateInstantKey', {
		userIdentityId: byId(userIdentityId),
		additionalFields: { maxUseCount: 2 },
	});
	service.sandbox.requests.clear();
	return items[0]?.json ?? {};
};

it('Mask PINs hides the link of Person: Generate Instant Key', async () => {
	const run = async (options: object) =>
		await service.run('userIdentity.generateInstantKey', {
			userIdentityId: byId(guest101),
			additionalFields: { maxUseCount: 3 },
			options: { ...options },
		});
	const instantKey = {
		instant_key_id: expect.any(String),
		user_identity_id: guest101,
		workspace_id: expect.any(String),
		client_session_id: expect.any(String),
		instant_key_url: expect.stringMatching(/^https:/),
		created_at: expect.any(String),
		expires_at: expect.any(String),
	};
	expect((await run({ maskPinCodes: true })).items).toEqual([
		{ json: { ...instantKey, instant_key_url: '****' }, pairedItem: { item: 0 } },
	]);
});

it('Get never repeats the link when it fails', async () => {
	const key = await generate(guest101);
	const byLink = { findBy: 'link', instantKeyUrl: String(key.instant_key_url) };
	await service.run('instantKey.delete', { instantKeyId: byId(String(key.instant_key_id)) });
	const { error } = await service.run('instantKey.get', byLink);
	expect(error).toMatchObject({ httpCode: '404' });
	expect(`${error?.message} ${error?.description}`).not.toContain(String(key.instant_key_url));
});

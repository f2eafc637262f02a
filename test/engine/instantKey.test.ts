import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, useHotelSandbox } from '../support/hotelSandbox';

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

it('Person: Generate Instant Key returns the link, which Mask PINs hides', async () => {
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
	expect((await run({})).items).toEqual([{ json: instantKey, pairedItem: { item: 0 } }]);
	expect((await run({ maskPinCodes: true })).items).toEqual([
		{ json: { ...instantKey, instant_key_url: '****' }, pairedItem: { item: 0 } },
	]);
	expect(service.bodies('/user_identities/generate_instant_key')).toEqual(
		Array(2).fill({ user_identity_id: guest101, max_use_count: 3 }),
	);
});

it('Get finds one by its ID and by its link, and a failure never repeats the link', async () => {
	const key = await generate(guest101);
	const byLink = { findBy: 'link', instantKeyUrl: String(key.instant_key_url) };
	expect(
		(
			await service.run('instantKey.get', { instantKeyId: byId(String(key.instant_key_id)) })
		).items.map(({ json }) => json),
	).toEqual([key]);
	expect((await service.run('instantKey.get', byLink)).items.map(({ json }) => json)).toEqual([
		key,
	]);
	expect(service.bodies('/instant_keys/get')).toEqual([
		{ instant_key_id: key.instant_key_id },
		{ instant_key_url: key.instant_key_url },
	]);
	await service.run('instantKey.delete', { instantKeyId: byId(String(key.instant_key_id)) });
	const { error } = await service.run('instantKey.get', byLink);
	expect(error).toMatchObject({ httpCode: '404' });
	expect(`${error?.message} ${error?.description}`).not.toContain(String(key.instant_key_url));
});

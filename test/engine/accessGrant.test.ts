import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { alone } from '../support/assert/alone';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';
import { inRows } from '../support/service/inRows';

const service = useHotelSandbox();

const { guest101 } = hotel.userIdentities;
const ANY_ID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const CODE = { method: [{ mode: 'code', code: '4103' }] };

const create = (parameters: INodeParameters): INodeParameters => ({
	person: 'existing',
	userIdentityId: byId(guest101),
	requestedAccessMethods: CODE,
	spaceIds: inRows('space', hotel.spaces.room101),
	...parameters,
});

describe('creating a grant', () => {
	describe('with Wait Until Issued', () => {
		const wait = { waitUntilIssued: true, ...QUICK_CHECKS };
		const mobileKey = { method: [{ mode: 'mobile_key' }] };
		const { emptyWing, parking, room101, room102 } = hotel.spaces;

		it('names the doors that a mobile key does not open; Instant Key finds its link', async () => {
			const { items } = await service.run(
				'accessGrant.create',
				create({
					requestedAccessMethods: mobileKey,
					spaceIds: inRows('space', room101, room102),
					options: wait,
				}),
			);
			expect(items).toMatchObject([
				{ json: { outcome: 'issued', message: expect.stringMatching(/Room 101, Room 102$/) } },
			]);
			const link = String(items[0]?.json.instant_key_url);
			const found = await service.run('instantKey.get', { findBy: 'link', instantKeyUrl: link });
			expect(found.items).toMatchObject([{ json: { instant_key_url: link } }]);
		});

		it('names the method and the places that do not fit each other, and the grant that remains', async () => {
			const { items } = await service.run(
				'accessGrant.create',
				create({
					requestedAccessMethods: { method: [{ mode: 'code' }, { mode: 'mobile_key' }] },
					spaceIds: inRows('space', parking, emptyWing),
					options: wait,
				}),
				{ onError: 'continueRegularOutput' },
			);
			expect(items[0]?.json).toMatchObject({
				error: expect.stringMatching(/No mobile key fits .*Parking, Empty Wing/),
				details: { access_grant_id: ANY_ID },
			});
		});
	});

	it('fails only its item if the service refuses it, and never repeats the PIN', async () => {
		const { items } = await service.run(
			'accessGrant.create',
			create({ additionalFields: { accessGrantKey: '={{ $json.key }}' } }),
			{
				input: [{ key: 'stay-101' }, { key: 'stay-new' }],
				onError: 'continueRegularOutput',
			},
		);
		expect(items).toMatchObject([
			{
				json: { error: expect.any(String), details: { type: 'duplicate_access_grant_key' } },
				pairedItem: { item: 0 },
			},
			{ json: { access_grant_key: 'stay-new' }, pairedItem: { item: 1 } },
		]);
		expect(JSON.stringify(items[0])).not.toMatch(alone('4103'));
	});
});

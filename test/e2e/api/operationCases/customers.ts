import { waitFor } from '../../../../host/process/waitFor';
import { type OperationCase, paired, type WireRecord } from './operationCase';

/** The customer whose data one case pushes and another deletes. */
const CUSTOMER_KEY = 'owner-9';
const GUEST = { user_identity_key: 'guest-of-owner-9' };
const GET_PERSON = '/user_identities/get';
const ACCEPTED = { outcome: 'accepted', message: expect.any(String) };

export const customerCases: readonly OperationCase[] = [
	{
		operation: 'customer.pushData',
		title: 'tells the service of a guest and a stay, which becomes access',
		play: async ({ run, ask }) => {
			const items = await run({
				customerKey: CUSTOMER_KEY,
				records: {
					people: [
						{ recordType: 'guest_key', key: GUEST.user_identity_key, name: 'Guest of Owner 9' },
					],
					stays: [
						{
							recordType: 'reservation_key',
							key: 'stay-9',
							personType: 'guest_key',
							personKey: GUEST.user_identity_key,
							placeType: 'space_key',
							placeKeys: 'room-101',
							startsAt: '2031-01-31T15:00:00Z',
						},
					],
				},
			});

			expect(items).toEqual([
				paired({
					customer_key: CUSTOMER_KEY,
					...ACCEPTED,
					guest_keys: [GUEST.user_identity_key],
					reservation_keys: ['stay-9'],
				}),
			]);
			expect(await ask(GET_PERSON, 'user_identity', GUEST)).toMatchObject({
				full_name: 'Guest of Owner 9',
			});
			await waitFor('the grant of the stay', async () => {
				const grants = await ask<WireRecord[]>('/access_grants/list', 'access_grants', {
					customer_key: CUSTOMER_KEY,
				});
				return grants.length === 1 || undefined;
			});
		},
	},
	{
		operation: 'customer.createPortal',
		title: 'makes the link of a portal',
		play: async ({ run }) => {
			const items = await run({ customerKey: CUSTOMER_KEY });

			expect(items).toEqual([
				expect.objectContaining({
					json: expect.objectContaining({
						url: expect.stringMatching(/^https:/),
						customer_key: CUSTOMER_KEY,
					}),
				}),
			]);
		},
	},
	{
		operation: 'customer.deleteData',
		title: 'deletes the data of a customer, whose key is typed twice',
		play: async ({ run, isKnown }) => {
			expect(await run({ keys: CUSTOMER_KEY, confirmKeys: CUSTOMER_KEY })).toEqual([
				paired({ customer_keys: [CUSTOMER_KEY], ...ACCEPTED }),
			]);
			expect(await isKnown(GET_PERSON, GUEST)).toBe(false);
		},
	},
];

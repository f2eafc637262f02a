import { booking } from '../../../support/reservations';
import { type OperationCase, QUICKLY, type WireRecord } from './operationCase';

const GET = '/access_grants/get';
const KEY = 'e2e-1';
const OURS = { access_grant_key: `reservation:${KEY}` };
const RAW = { output: 'raw' };

const { arrival, departure } = booking();
const STAY = {
	reservationKey: KEY,
	status: 'confirmed',
	guestName: 'Guest E2E',
	guestContact: 'guest-e2e@example.com',
	rooms: { __rl: true, mode: 'key', value: 'room-101' },
	arrival,
	departure,
};

/** One reservation, from its first message to its end. */
export const reservationCases: readonly OperationCase[] = [
	{
		operation: 'reservation.upsert',
		title: 'gives a booking its access, and waits until it works',
		play: async ({ run, ask }) => {
			expect(await run({ ...STAY, options: { ...QUICKLY, waitUntilIssued: true } })).toMatchObject([
				{ json: { outcome: 'created', rooms: ['Room 101'] } },
			]);
			expect(await ask(GET, 'access_grant', OURS)).toMatchObject({
				starts_at: arrival,
				ends_at: departure,
			});
		},
	},
	{
		operation: 'reservation.syncMany',
		title: 'finds the booking as it should be, and changes nothing',
		play: async ({ run, ask }) => {
			const before = await ask(GET, 'access_grant', OURS);

			expect(await run(STAY)).toMatchObject([
				{ json: { reservation_key: KEY, outcome: 'unchanged' } },
			]);
			expect(await ask(GET, 'access_grant', OURS)).toEqual(before);
		},
	},
	{
		operation: 'reservation.get',
		title: 'gets the access of the booking with its PIN',
		play: async ({ run, ask }) => {
			const grant = await ask(GET, 'access_grant', OURS);
			const [method] = await ask<WireRecord[]>('/access_methods/list', 'access_methods', {
				access_grant_id: grant.access_grant_id,
			});

			expect(await run({ reservationKey: KEY, ...RAW })).toMatchObject([
				{
					json: { reservation_key: KEY, pin: method?.code, access_grant_id: grant.access_grant_id },
				},
			]);
		},
	},
	{
		operation: 'reservation.getAll',
		title: 'lists the bookings that have access',
		play: async ({ run }) => {
			expect(await run({ returnAll: true, ...RAW })).toMatchObject([
				{ json: { reservation_key: KEY } },
			]);
		},
	},
	{
		operation: 'reservation.changePin',
		title: 'gives the booking a new PIN',
		play: async ({ run }) => {
			expect(
				await run({ reservationKey: KEY, options: { ...QUICKLY, pin: '7391' } }),
			).toMatchObject([{ json: { outcome: 'updated', pin: '7391' } }]);
		},
	},
	{
		operation: 'reservation.delete',
		title: 'ends the access of the booking',
		play: async ({ run, untilUnknown }) => {
			expect(await run({ reservationKey: KEY })).toMatchObject([
				{ json: { reservation_key: KEY, outcome: 'ended' } },
			]);
			await untilUnknown(GET, OURS);
		},
	},
];

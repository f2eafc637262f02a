import type { Give, ReservationRun } from '../../../nodes/DeviceAccess/reservations/makeOrders';
import { reconcile } from '../../../nodes/DeviceAccess/reservations/reconcile';
import { answeringSend } from '../answeringSend';
import { waitUpTo } from '../waitUpTo';
import { grantFixture } from './grantFixture';

const HOUR_MS = 3_600_000;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

it.each([
	['has begun', -60_000, ['/access_grants/create']],
	['has not begun', HOUR_MS, ['/access_grants/delete']],
])(
	'the first request of a move behind the same front door, of a stay that %s while the run went on',
	async (_what, startsInMs, writes) => {
		const times = { startsAt: fromNow(startsInMs), endsAt: fromNow(48 * HOUR_MS) };
		// The rooms 'a' and 'b' share a door.
		const grant = grantFixture({ ...times, spaceIdsOfDoors: ['a', 'b'] });
		const run = {
			grants: {
				ofReservation: () => [grant],
				setOfReservation: () => undefined,
			},
			lastChanges: { note: () => undefined, isOutdated: () => false, wasAppliedSince: () => false },
			rooms: { canBelongToReservation: async () => await Promise.resolve(true) },
			roomStays: { problemsOf: () => [], madeByOthersToo: () => [] },
			settings: { wait: waitUpTo(1) },
			nowMs: Date.now() - 5 * 60_000,
		} as unknown as ReservationRun;
		const order = {
			is: 'give',
			stay: { ...grant.key, status: 'confirmed', guest: { unusable: [] }, keepOldRoomsMinutes: 30 },
			booked: {
				guest: { unusable: [] },
				name: 'Guest',
				...times,
				spaceIds: ['b'],
				placeNames: ['B'],
				modes: ['code'],
			},
			rooms: { spaces: [], names: ['B'], byName: [] },
		} as unknown as Give;
		const service = answeringSend(() => {
			throw new Error('no');
		});
		await expect(reconcile(run, service.send, order, { options: {} })).rejects.toThrow('no');
		expect(service.requests.map(({ endpoint }) => endpoint)).toEqual(writes);
	},
);

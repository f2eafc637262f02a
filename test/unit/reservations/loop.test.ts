import { diff } from '../../../nodes/DeviceAccess/reservations/plan/diff';
import {
	NOTHING_LEARNED,
	toSituation,
} from '../../../nodes/DeviceAccess/reservations/plan/situation';
import { loop } from '../../../nodes/DeviceAccess/reservations/reconcile';
import type { Progress } from '../../../nodes/DeviceAccess/reservations/steps/progress';
import { answeringSend } from '../answeringSend';
import { waitUpTo } from '../waitUpTo';
import { grantFixture } from './grantFixture';

const STAY = { prefix: 'reservation:', reservationKey: '4711' };

it('fails after 100 rounds in words where something else undoes each change', async () => {
	const endsAt = new Date(Date.now() + 86_400_000).toISOString();
	const grant = grantFixture({ startsAt: '2020-01-01T00:00:00.000Z', endsAt, name: 'Guest' });
	const situation = toSituation({
		booked: {
			...grant,
			guest: { unusable: [] },
			name: 'Guest',
			endsAt: new Date(Date.now() + 2 * 86_400_000).toISOString(),
			modes: ['code'],
			pin: undefined,
		},
		grants: [grant],
		ownKeys: [],
		keepOldRoomsMs: 1_800_000,
		nowMs: Date.now(),
	});
	const service = answeringSend(() => ({ ok: true }));
	const progress: Progress = { situation, memo: NOTHING_LEARNED, firstDiff: diff(situation) };
	const undone = {
		...progress,
		get situation() {
			return situation;
		},
		set situation(_: typeof situation) {
			// Somebody else puts it back.
		},
	};
	const looping = loop(
		{
			send: service.send,
			limits: waitUpTo(1),
			stay: STAY,
			acceptsReservationKey: async () => await Promise.resolve(false),
			doors: async () => await Promise.resolve([]),
		},
		undone,
	);
	await expect(looping).rejects.toMatchObject({
		message: 'The access is still not as wanted after 100 changes',
		details: { reservation_key: '4711' },
	});
	expect(service.requests).toHaveLength(100);
});

import {
	removeMissing,
	type Synchronization,
} from '../../../nodes/DeviceAccess/reservations/syncMany';
import { answeringSend } from '../answeringSend';
import { grantFixture } from './grantFixture';

const HOUR_MS = 3_600_000;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

it('removes no stay that has begun while the run went on', async () => {
	const grants = [
		grantFixture({ id: 'begun', startsAt: fromNow(-60_000), endsAt: fromNow(HOUR_MS) }),
		grantFixture({ id: 'coming', startsAt: fromNow(HOUR_MS), endsAt: fromNow(2 * HOUR_MS) }),
	];
	const beganMs = Date.now() - 5 * 60_000;
	const sync = {
		grants: { all: () => grants },
		isNamed: () => false,
		isInputWhole: true,
		closedByDates: [],
		nowMs: beganMs,
		beganMs,
		removal: {
			isWanted: true,
			isDryRun: false,
			rules: { atMost: { count: 5 }, includeRunningStays: false, newForMs: 0 },
		},
	} as unknown as Synchronization;
	const service = answeringSend(() => ({ ok: true }));
	await removeMissing(sync, service.send);
	expect(service.requests.map(({ body }) => body)).toEqual([{ access_grant_id: 'coming' }]);
});

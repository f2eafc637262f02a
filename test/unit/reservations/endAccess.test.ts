import { ServiceError } from '../../../nodes/DeviceAccess/errors/errors';
import type { ReservationRun } from '../../../nodes/DeviceAccess/reservations/makeOrders';
import { reconcile } from '../../../nodes/DeviceAccess/reservations/reconcile';
import type { End } from '../../../nodes/DeviceAccess/reservations/stays/stay';
import { answeringSend, refusal } from '../answeringSend';
import { grantFixture } from './grantFixture';

const HOUR_MS = 3_600_000;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

it.each([
	['has begun', -60_000, 'ignored', []],
	['has not begun', HOUR_MS, 'ended', [{ access_grant_id: 'missing' }]],
])(
	'a missing stay that %s while the run went on',
	async (_what, startsInMs, outcome, deletions) => {
		const grant = grantFixture({
			id: 'missing',
			startsAt: fromNow(startsInMs),
			endsAt: fromNow(2 * HOUR_MS),
		});
		const run = {
			grants: { ofReservation: () => [grant], setOfReservation: () => undefined },
			lastChanges: { note: () => undefined, noteApplied: () => undefined },
			nowMs: Date.now() - 5 * 60_000,
		} as unknown as ReservationRun;
		const order: End = {
			is: 'end',
			stay: { ...grant.key, status: 'cancelled' },
			sparesGuestInHouse: true,
			isMissing: true,
		};
		const service = answeringSend(() => ({ ok: true }));
		const { toRecord } = await reconcile(run, service.send, order, { options: {} });
		expect((await toRecord()).outcome).toBe(outcome);
		expect(service.requests.map(({ body }) => body)).toEqual(deletions);
	},
);

it('access that ended only in part says what was done, and what is left', async () => {
	const grants = ['first', 'second'].map((id) =>
		grantFixture({ id, startsAt: fromNow(HOUR_MS), endsAt: fromNow(2 * HOUR_MS) }),
	);
	const noted: string[][] = [];
	const run = {
		grants: {
			ofReservation: () => grants,
			setOfReservation: (_: unknown, left: Array<{ id: string }>) =>
				noted.push(left.map(({ id }) => id)),
		},
		lastChanges: { note: () => undefined, noteApplied: () => undefined },
		nowMs: Date.now(),
	} as unknown as ReservationRun;
	const [{ key }] = grants as [(typeof grants)[number]];
	const order: End = { is: 'end', stay: { ...key, status: 'cancelled' } };
	const service = answeringSend(({ body }) => {
		if (body?.access_grant_id === 'second') throw new Error('no');
		return { ok: true };
	});
	const ending = reconcile(run, service.send, order, { options: {} });
	await expect(ending).rejects.toMatchObject({
		message: expect.stringContaining('Only part of the change was made'),
		details: { access_grant_id: 'second' },
	});
	expect(noted).toEqual([['second']]);
});

it('access of a guest without a name ends without the name of the reservation for it', async () => {
	const grant = grantFixture({ name: '4711', person: undefined, endsAt: fromNow(HOUR_MS) });
	const run = {
		grants: { ofReservation: () => [grant], setOfReservation: () => undefined },
		lastChanges: { note: () => undefined, noteApplied: () => undefined },
	} as unknown as ReservationRun;
	const order: End = { is: 'end', stay: { ...grant.key, status: 'cancelled' } };
	const { send } = answeringSend(() => ({ ok: true }));
	const { toRecord } = await reconcile(run, send, order, { options: {} });
	expect((await toRecord()).guest_name).toBeNull();
});

it.each<[string, Record<string, number>, boolean]>([
	['ends the access', {}, true],
	['is refused before anything is changed', { first: 400 }, false],
	['ends a part of the access', { second: 400 }, true],
	['gets no clear answer', { first: 504 }, true],
])('whether a call counts as applied that %s', async (_what, statuses, isApplied) => {
	const grants = ['first', 'second'].map((id) => grantFixture({ id, endsAt: fromNow(HOUR_MS) }));
	const stay = { ...grantFixture().key, status: 'cancelled' as const };
	for (const onFailedAction of ['returnItem', 'throw']) {
		const applied: unknown[] = [];
		const run = {
			grants: {
				ofReservation: () => grants,
				setOfReservation: () => undefined,
				readAgainOf: () => ({ grant: grants[0] }),
			},
			lastChanges: { note: () => undefined, noteApplied: (one: unknown) => applied.push(one) },
		} as unknown as ReservationRun;
		const { send } = answeringSend(({ endpoint, body }) => {
			const status = statuses[String(body.access_grant_id)];
			if (status !== undefined)
				throw new ServiceError({ ...refusal(endpoint, status).answer, effect: 'write' });
			return { ok: true };
		});
		const order: End = { is: 'end', stay };
		await reconcile(run, send, order, { options: { onFailedAction } }).catch(() => undefined);
		expect(applied).toEqual(isApplied ? [stay] : []);
	}
});

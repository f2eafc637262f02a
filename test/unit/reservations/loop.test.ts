import { ServiceError } from '../../../nodes/DeviceAccess/errors/errors';
import type { Grant } from '../../../nodes/DeviceAccess/reservations/grants/grant';
import { diff } from '../../../nodes/DeviceAccess/reservations/plan/diff';
import {
	type Booked,
	NOTHING_LEARNED,
	toSituation,
} from '../../../nodes/DeviceAccess/reservations/plan/situation';
import { loop } from '../../../nodes/DeviceAccess/reservations/reconcile';
import type { Progress } from '../../../nodes/DeviceAccess/reservations/steps/progress';
import type { SendRequest } from '../../../nodes/DeviceAccess/transport/request';
import { type Asked, answeringSend, refusal } from '../answeringSend';
import { waitUpTo } from '../waitUpTo';
import { grantFixture } from './grantFixture';

const STAY = { prefix: 'reservation:', reservationKey: '4711' };

const startWith = (grants: Grant[], changes: Partial<Booked> = {}): Progress => {
	const situation = toSituation({
		booked: {
			guest: { name: 'Guest', unusable: [] },
			name: 'Guest',
			startsAt: '2020-01-01T00:00:00.000Z',
			endsAt: '2030-06-22T11:00:00.000Z',
			spaceIds: ['a'],
			placeNames: ['A'],
			modes: ['code'],
			...changes,
		},
		grants,
		ownKeys: [],
		keepOldRoomsMs: 1_800_000,
		nowMs: Date.now(),
	});
	return { situation, memo: NOTHING_LEARNED, firstDiff: diff(situation) };
};

const play = async (progress: Progress, send: SendRequest) =>
	await loop(
		{
			send,
			limits: waitUpTo(1),
			stay: STAY,
			acceptsReservationKey: async () => await Promise.resolve(false),
			doors: async () => await Promise.resolve([]),
		},
		progress,
	);

it('fails after 100 rounds in words where something else undoes each change', async () => {
	const endsAt = new Date(Date.now() + 86_400_000).toISOString();
	const progress = startWith([grantFixture({ startsAt: '2020-01-01T00:00:00.000Z', endsAt })]);
	const { situation } = progress;
	const undone = {
		...progress,
		get situation() {
			return situation;
		},
		set situation(_: typeof situation) {
			// Somebody else puts it back.
		},
	};
	const service = answeringSend(() => ({ ok: true }));
	await expect(play(undone, service.send)).rejects.toMatchObject({
		message: 'The access is still not as wanted after 100 changes',
		details: { reservation_key: '4711' },
	});
	expect(service.requests).toHaveLength(100);
});

const recordOf = ({ body }: Asked) => ({
	...body,
	access_grant_id: 'new',
	user_identity_id: 'one',
});

it('gives access once, although the service gives it another name', async () => {
	const service = answeringSend((asked) => ({
		access_grant: { ...recordOf(asked), name: 'G. 4711' },
		ok: true,
	}));
	await play(startWith([]), service.send);
	expect(service.requests.map(({ endpoint }) => endpoint)).toEqual([
		'/access_grants/create',
		'/access_grants/update',
	]);
});

it('says what changes of access that no list had, and not that it was created', async () => {
	const existing = {
		access_grant_id: 'old',
		access_grant_key: 'reservation:4711',
		name: 'Guest',
		starts_at: '2020-01-01T00:00:00.000Z',
		ends_at: '2030-06-21T11:00:00.000Z',
		space_ids: ['a'],
		access_method_ids: ['method-1'],
	};
	const service = answeringSend(({ endpoint }) => {
		if (endpoint === '/access_grants/create') throw refusal(endpoint, 409, 'conflict');
		if (endpoint === '/user_identities/get')
			throw refusal(endpoint, 404, 'user_identity_not_found');
		const batch = { access_methods: grantFixture().methods };
		return { access_grant: existing, batch, ok: true };
	});
	const progress = startWith([]);
	await play(progress, service.send);
	expect(progress.firstDiff).toMatchObject({
		outcome: 'updated',
		changes: [{ what: 'ends_at', before: existing.ends_at }],
	});
});

const SINCE_2020 = { startsAt: '2020-01-01T00:00:00.000Z' };
/** A room that the stay left long ago, which the service still lists. */
const OVER = grantFixture({
	...SINCE_2020,
	id: 'over',
	key: { ...STAY, part: 2 },
	endsAt: '2020-01-02T00:00:00.000Z',
});
const ONE_ACCESS = [409, 'conflict', 'The reservation can have only one access'] as const;
const codesOf = ({ memo }: Progress) => memo.problems.map(({ code }) => code);

it.each([
	['longer', SINCE_2020, '2030-06-25T11:00:00.000Z', 1],
	['shorter', SINCE_2020, '2030-06-20T11:00:00.000Z', 1],
	['as long as before', SINCE_2020, grantFixture().endsAt ?? '', 0],
	[
		'longer and has not begun',
		{ startsAt: '2029-01-01T00:00:00.000Z' },
		'2030-06-25T11:00:00.000Z',
		0,
	],
])(
	'of a stay that is %s, a refusal of the new room is thrown once the old one ends with the stay',
	async (_what, starts, endsAt, updates) => {
		for (const status of [200, 400]) {
			const booked = { ...starts, spaceIds: ['b'], endsAt };
			const service = answeringSend(({ endpoint }) => {
				if (endpoint === '/access_grants/create') throw refusal(endpoint, 403);
				if (status === 400) throw refusal(endpoint, status);
				return { ok: true };
			});
			const playing = play(startWith([grantFixture(starts)], booked), service.send);
			await expect(playing).rejects.toMatchObject({ answer: { status: 403 } });
			const writes = [{ access_grant_id: 'grant-1', ends_at: endsAt }].slice(0, updates);
			expect(service.requests.slice(1).map(({ body }) => body)).toEqual(writes);
		}
	},
);

it('says that there is no access if the old one, which had to end first, is refused as the new one was', async () => {
	const startsAt = '2029-01-01T00:00:00.000Z';
	const old = grantFixture({ startsAt, spaceIdsOfDoors: ['a', 'b'] });
	const progress = startWith([old, OVER], { startsAt, spaceIds: ['b'] });
	const refusals = [refusal('/access_grants/create', 500, 'broken')];
	const service = answeringSend(({ endpoint }) => {
		if (endpoint === '/access_grants/create')
			throw refusals.pop() ?? refusal(endpoint, ...ONE_ACCESS);
		return { access_grants: [], ok: true };
	});
	await expect(play(progress, service.send)).rejects.toMatchObject({ answer: { status: 500 } });
	expect(codesOf(progress)).toEqual(['no_access']);
});

it('gives the new rooms although both ends of the old access, which had to come first, got no clear answer', async () => {
	const progress = startWith([grantFixture(SINCE_2020)], { spaceIds: ['b'] });
	const refusals = [refusal('/access_grants/create', ...ONE_ACCESS)];
	const service = answeringSend((asked) => {
		const { endpoint } = asked;
		if (endpoint === '/access_grants/delete')
			throw new ServiceError({ ...refusal(endpoint, 504).answer, effect: 'write' });
		if (endpoint === '/access_grants/get') throw refusal(endpoint, 404, 'access_grant_not_found');
		if (endpoint === '/access_grants/list') return { access_grants: [], ok: true };
		const [refused] = refusals.splice(0);
		if (refused) throw refused;
		return { access_grant: recordOf(asked), ok: true };
	});
	await play(progress, service.send);
	expect(progress.situation.current).toMatchObject({ id: 'new', spaceIds: ['b'] });
	expect(codesOf(progress)).toEqual(['access_interrupted']);
});

it('ends access that is over before the room in use where a reservation can have one access', async () => {
	const used = grantFixture({ ...SINCE_2020, createdAtMs: 1 });
	const progress = startWith([used, OVER], { spaceIds: ['b'] });
	const service = answeringSend(({ endpoint, body }) => {
		if (endpoint === '/access_grants/create') throw refusal(endpoint, ...ONE_ACCESS);
		if (body.access_grant_id === 'over') throw refusal(endpoint, 500, 'broken');
		return { access_grants: [], ok: true };
	});
	await expect(play(progress, service.send)).rejects.toMatchObject({ answer: { status: 500 } });
	expect(progress.situation.grants).toContain(used);
});

it('closes the old room at once if the stay is over when the new access is ready', async () => {
	const endsAt = new Date(Date.now() - 300_000).toISOString();
	const room = grantFixture({ ...SINCE_2020, endsAt, createdAtMs: 1 });
	const old = { ...OVER, endsAt: null, spaceIds: ['b'] };
	const progress = startWith([room, old], { endsAt });
	const beganAtMs = Date.now() - 600_000;
	progress.situation = toSituation({ ...progress.situation, nowMs: beganAtMs });
	progress.memo = { ...NOTHING_LEARNED, came: { ready: true } };
	const { send, requests } = answeringSend(() => ({ ok: true }));
	await play(progress, send);
	expect(requests.map(({ endpoint, body }) => [endpoint, body.access_grant_id])).toEqual([
		['/access_grants/delete', 'over'],
	]);
});

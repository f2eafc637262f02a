import type { Grant } from '../../../../nodes/DeviceAccess/reservations/grants/grant';
import {
	chooseCurrent,
	isSameSpaces,
	isSameStart,
	toSituation,
	type Booked,
} from '../../../../nodes/DeviceAccess/reservations/plan/situation';
import { holderOfPin } from '../../../../nodes/DeviceAccess/reservations/plan/next';
import { grantFixture } from '../grantFixture';

const NOW_MS = Date.parse('2030-06-15T12:00:00Z');
const PAST = '2030-06-14T15:00:00Z';
const EARLIER = '2030-06-13T15:00:00Z';
const FUTURE = '2030-06-20T15:00:00Z';
const LATER = '2030-06-21T15:00:00Z';
const wanted: Booked = {
	guest: { name: 'Guest', unusable: [] },
	name: 'Guest',
	startsAt: FUTURE,
	endsAt: '2030-06-22T11:00:00Z',
	spaceIds: ['a'],
	placeNames: ['A'],
	modes: ['code'],
};

it.each<[string, Array<Partial<Grant>>, string | undefined]>([
	['none', [], undefined],
	[
		'the newest in the rooms',
		[
			{ id: 'old', createdAtMs: 1 },
			{ id: 'new', createdAtMs: 2 },
		],
		'new',
	],
	[
		'the one in the rooms, although another is newer',
		[
			{ id: 'here', createdAtMs: 1 },
			{ id: 'elsewhere', createdAtMs: 2, spaceIds: ['b'] },
		],
		'here',
	],
	[
		'the one with a PIN, although another in the rooms is newer',
		[
			{ id: 'with', createdAtMs: 1 },
			{ id: 'without', createdAtMs: 2, methods: [] },
		],
		'with',
	],
	[
		'the newest, if none is in the rooms',
		[
			{ id: 'old', createdAtMs: 1, spaceIds: ['b'] },
			{ id: 'new', createdAtMs: 2, spaceIds: ['c'] },
		],
		'new',
	],
])('of several, the access of a stay is %s', (_what, grants, id) => {
	for (const some of [grants, [...grants].reverse()])
		expect(chooseCurrent(wanted, some.map(grantFixture), Date.parse(PAST))?.id).toBe(id);
});

it.each<[string, string, boolean]>([
	[FUTURE, FUTURE, true],
	[FUTURE, LATER, false],
	[PAST, EARLIER, true],
	[PAST, FUTURE, false],
	[FUTURE, PAST, false],
])('a start at %s and access from %s: the same is %s', (startsAt, from, isSame) => {
	expect(isSameStart({ ...wanted, startsAt }, { startsAt: from }, NOW_MS)).toBe(isSame);
});

it.each<[string[], string[], boolean]>([
	[['a', 'b'], ['b', 'a'], true],
	[['a', 'a'], ['a'], true],
	[['a', 'b'], ['a', 'c'], false],
	[['a'], ['a', 'b'], false],
])('the rooms %j and %j: the same is %s', (one, other, isSame) => {
	expect(isSameSpaces({ spaceIds: one }, { spaceIds: other })).toBe(isSame);
});

it.each<[string, Partial<Booked>, string | undefined, boolean]>([
	['the same PIN at a front door of both', { spaceIds: ['b'] }, '4821', true],
	['the same PIN at other doors', { spaceIds: ['c'] }, '4821', false],
	['another PIN', { spaceIds: ['a'] }, '1111', false],
	['no PIN', { spaceIds: ['a'] }, undefined, false],
	['a key and no PIN', { spaceIds: ['a'], modes: ['mobile_key'] }, '4821', false],
])('new access has a PIN at a door of the old one: %s', (_what, changes, pin, has) => {
	const old = grantFixture({ spaceIdsOfDoors: ['a', 'b'] });
	expect(holderOfPin({ ...wanted, ...changes }, [old], pin)).toBe(has ? old : undefined);
});

it('a booking without a name keeps the name that is known', () => {
	const grant = grantFixture({ name: 'Ada' });
	const situation = toSituation({
		booked: { ...wanted, name: '4711', guest: { unusable: [] } },
		grants: [grant],
		ownKeys: ['reservation:4711'],
		keepOldRoomsMs: 1_800_000,
		nowMs: NOW_MS,
	});
	expect([situation.wanted.name, situation.current?.id, situation.isOfAnother]).toEqual([
		'Ada',
		grant.id,
		false,
	]);
});

import type { Grant } from '../../../../nodes/DeviceAccess/reservations/grants/grant';
import {
	diff,
	planEnd,
	planUnconfirmed,
} from '../../../../nodes/DeviceAccess/reservations/plan/diff';
import {
	toSituation,
	type Booked,
} from '../../../../nodes/DeviceAccess/reservations/plan/situation';
import { grantFixture } from '../grantFixture';

const NOW_MS = Date.parse('2030-06-15T12:00:00Z');
const RUNNING = { startsAt: '2030-06-14T15:00:00.000Z' };
const wanted: Booked = {
	guest: { name: 'Guest', unusable: [] },
	name: 'Guest',
	startsAt: '2030-06-20T15:00:00.000Z',
	endsAt: '2030-06-22T11:00:00.000Z',
	spaceIds: ['a'],
	placeNames: ['A'],
	modes: ['code'],
};
const diffOf = (changes: Partial<Booked>, grants: Grant[]) =>
	diff(
		toSituation({
			booked: { ...wanted, ...changes },
			grants,
			ownKeys: ['reservation:4711'],
			keepOldRoomsMs: 1_800_000,
			nowMs: NOW_MS,
		}),
	);

it('a new stay lists what the guest gets', () => {
	expect(diffOf({}, [])).toEqual({
		outcome: 'created',
		changes: [
			{ what: 'rooms', before: null, after: ['A'] },
			{ what: 'starts_at', before: null, after: wanted.startsAt },
			{ what: 'ends_at', before: null, after: wanted.endsAt },
		],
		problems: [],
	});
});

it.each<[string, Partial<Booked>, string, object[]]>([
	['nothing', {}, 'unchanged', []],
	[
		'the rooms',
		{ spaceIds: ['b'], placeNames: ['B'] },
		'moved',
		[{ what: 'rooms', before: ['A'], after: ['B'] }],
	],
	[
		'the arrival',
		{ startsAt: '2030-06-19T15:00:00.000Z' },
		'updated',
		[{ what: 'starts_at', before: wanted.startsAt, after: '2030-06-19T15:00:00.000Z' }],
	],
	[
		'the departure',
		{ endsAt: '2030-06-23T11:00:00.000Z' },
		'updated',
		[{ what: 'ends_at', before: wanted.endsAt, after: '2030-06-23T11:00:00.000Z' }],
	],
	[
		'the name',
		{ name: 'Guest Example', guest: { name: 'Guest Example', unusable: [] } },
		'updated',
		[{ what: 'name', before: 'Guest', after: 'Guest Example' }],
	],
	[
		'the access methods',
		{ modes: ['mobile_key', 'code'] },
		'updated',
		[{ what: 'access_methods', before: ['code'], after: ['code', 'mobile_key'] }],
	],
])('a stay that exists lists what changes: %s', (_what, changes, outcome, expected) => {
	const found = diffOf(changes, [grantFixture()]);
	expect([found.outcome, found.changes]).toEqual([outcome, expected]);
});

it('a second access of the stay ends, and the item says where it was', () => {
	const second = grantFixture({ id: 'grant-2', spaceIds: ['b'], placeNames: ['B'], pin: '1111' });
	const { changes } = diffOf({}, [grantFixture(), second]);
	expect(changes).toContainEqual({ what: 'access', before: ['B'], after: null });
});

it('a PIN that is still being made is another one than that of the access that ends', () => {
	const createdAt = new Date(NOW_MS).toISOString();
	const requested = [{ mode: 'code', created_at: createdAt, created_access_method_ids: [] }];
	const making = { pin: undefined, methods: [], createdAtMs: NOW_MS };
	const madeWith = (code?: string) =>
		grantFixture({
			...making,
			record: { requested_access_methods: requested.map((one) => ({ ...one, code })) },
			requestedCodes: code === undefined ? [] : [code],
		});
	const former = grantFixture({ id: 'grant-2', spaceIds: ['b'], placeNames: ['B'] });
	const saysPin = (code?: string) =>
		diffOf({}, [madeWith(code), former]).changes.some(({ what }) => what === 'pin');
	expect([saysPin(), saysPin('4821')]).toEqual([true, false]);
});

it('the end of a reservation ends all its access', () => {
	const { outcome, changes } = planEnd([grantFixture(), grantFixture({ id: 'grant-2' })]);
	expect([outcome, changes]).toMatchObject(['ended', [{ what: 'access' }, { what: 'access' }]]);
	expect(planEnd([]).outcome).toBe('nothing_to_end');
});

it('a booking that is no longer confirmed takes nothing from a guest in the house', () => {
	const { outcome, problems } = planUnconfirmed([grantFixture(), grantFixture(RUNNING)], NOW_MS);
	expect([outcome, problems.map(({ code }) => code)]).toEqual(['ignored', ['guest_in_house']]);
	expect(planUnconfirmed([grantFixture()], NOW_MS).outcome).toBe('ended');
});

it('access that is open after an earlier departure ends, and what is over stays', () => {
	const over = { startsAt: '2030-06-10T15:00:00.000Z', endsAt: '2030-06-12T11:00:00.000Z' };
	expect(diffOf(over, [grantFixture(RUNNING)]).outcome).toBe('ended');
	expect(diffOf(over, [grantFixture(over)]).outcome).toBe('unchanged');
	expect(diffOf(over, []).outcome).toBe('ignored');
});

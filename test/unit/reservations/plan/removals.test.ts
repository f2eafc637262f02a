import type { CurrentAccess } from '../../../../nodes/DeviceAccess/reservations/plan/plan';
import {
	findRemovals,
	type RemovalRules,
} from '../../../../nodes/DeviceAccess/reservations/plan/removals';

const NOW_MS = Date.parse('2030-06-15T12:00:00Z');
const DAY_MS = 86_400_000;

/** A stay that begins `from` and ends `to` days from now. */
const stay = (
	reservationKey: string,
	from: number,
	to: number | null,
	guestNumber = 1,
): CurrentAccess => ({
	grantId: `grant-${reservationKey}-${guestNumber}`,
	key: { reservationKey, guestNumber, part: 1 },
	name: null,
	startsAt: new Date(NOW_MS + from * DAY_MS).toISOString(),
	endsAt: to === null ? null : new Date(NOW_MS + to * DAY_MS).toISOString(),
	places: { spaceIds: ['room'], deviceIds: [], entranceIds: [] },
	roomNames: ['Room'],
	methods: [],
	requestedCodes: [],
	createdAtMs: 0,
	hasErrors: false,
	pinCount: 1,
});

const COMING = Array.from({ length: 20 }, (_, index) =>
	stay(`coming-${index}`, 1 + index, 3 + index),
);
const keysOf = (stays: readonly CurrentAccess[]) =>
	new Set(stays.map(({ key }) => key.reservationKey));
const remove = (
	found: CurrentAccess[],
	named: ReadonlySet<string>,
	rules: Partial<RemovalRules> = {},
	isInputWhole = true,
) => {
	const { remove: removed, refusal } = findRemovals(
		found,
		({ reservationKey }) => named.has(reservationKey),
		isInputWhole,
		{ atMost: { percent: 10 }, includeRunningStays: false, ...rules },
		NOW_MS,
	);
	return { keys: removed.map(({ key }) => key.reservationKey), isRefused: refusal !== undefined };
};

it('removes what no item names, up to a tenth', () => {
	expect(remove(COMING, keysOf(COMING.slice(2)))).toEqual({
		keys: ['coming-0', 'coming-1'],
		isRefused: false,
	});
	expect(remove(COMING, keysOf(COMING.slice(3)))).toEqual({ keys: [], isRefused: true });
	expect(remove(COMING, keysOf(COMING.slice(3)), { atMost: { count: 3 } }).keys).toHaveLength(3);
});

it.each([
	[1, 1],
	[9, 1],
	[11, 2],
])('rounds a percentage up: a tenth of %d stays is %d', (count, most) => {
	const found = COMING.slice(0, count);
	expect(remove(found, keysOf(found.slice(most))).keys).toHaveLength(most);
	expect(
		remove([...found, stay('running', -1, 2)], keysOf(found.slice(most)), {
			atMost: { percent: 0 },
		}),
	).toEqual({ keys: [], isRefused: true });
});

it('counts the guests of one reservation once', () => {
	const found = [...COMING, stay('coming-0', 1, 3, 2), stay('coming-0', 1, 3, 3)];
	expect(remove(found, keysOf(COMING.slice(1)), { atMost: { count: 1 } }).keys).toEqual([
		'coming-0',
		'coming-0',
		'coming-0',
	]);
});

it('removes nothing for an input that is empty or was not read completely', () => {
	expect(remove(COMING, new Set(), { atMost: { count: 100 } }, false)).toEqual({
		keys: [],
		isRefused: true,
	});
	expect(remove(COMING, keysOf(COMING.slice(1)), {}, false)).toEqual({ keys: [], isRefused: true });
});

it('keeps stays that are over, and those that are running unless they are included', () => {
	const found = [
		...COMING,
		stay('over', -5, -1),
		stay('running', -1, 2),
		stay('forever', -1, null),
	];
	expect(remove(found, keysOf(COMING))).toEqual({ keys: [], isRefused: false });
	expect(remove(found, keysOf(COMING), { includeRunningStays: true }).keys).toEqual([
		'running',
		'forever',
	]);
});

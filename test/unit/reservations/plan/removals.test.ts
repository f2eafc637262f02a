import type { Grant } from '../../../../nodes/DeviceAccess/reservations/grants/grant';
import {
	findListOfOthers,
	findRemovals,
	findTooManyEnded,
	type InputList,
	type RemovalRules,
} from '../../../../nodes/DeviceAccess/reservations/plan/removals';
import { grantFixture } from '../grantFixture';

const NOW_MS = Date.parse('2030-06-15T12:00:00Z');
const DAY_MS = 86_400_000;

/** A stay that begins `from` and ends `to` days from now. */
const stay = (reservationKey: string, from: number, to: number | null, guestNumber = 1): Grant =>
	grantFixture({
		id: `grant-${reservationKey}-${guestNumber}`,
		key: { prefix: 'reservation:', reservationKey, guestNumber, part: 1 },
		startsAt: new Date(NOW_MS + from * DAY_MS).toISOString(),
		endsAt: to === null ? null : new Date(NOW_MS + to * DAY_MS).toISOString(),
	});

const COMING = Array.from({ length: 20 }, (_, index) =>
	stay(`coming-${index}`, 1 + index, 3 + index),
);
const keysOf = (stays: readonly Grant[]) => new Set(stays.map(({ key }) => key.reservationKey));
const remove = (
	found: Grant[],
	named: ReadonlySet<string>,
	rules: Partial<RemovalRules> = {},
	isInputWhole = true,
	closedByDates: readonly Grant[] = [],
) => {
	const { remove: removed, refusal } = findRemovals(
		found,
		{
			isNamed: ({ reservationKey, guestNumber }) =>
				named.has(reservationKey) || named.has(`${reservationKey}:${guestNumber}`),
			isInputWhole,
			closedByDates,
			beganMs: NOW_MS,
		},
		{ atMost: { percent: 10 }, includeRunningStays: false, newForMs: 0, ...rules },
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

it('counts what ends or closes now by dates like what is missing', () => {
	const closed = COMING.slice(2, 4);
	const named = keysOf(COMING.slice(1));
	expect(remove(COMING, named, {}, true, closed.slice(1)).keys).toEqual(['coming-0']);
	expect(remove(COMING, named, {}, true, closed)).toEqual({ keys: [], isRefused: true });
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

it('keeps all access of a guest of whom one grant is running or new, as during a change of rooms', () => {
	const moving = (id: string, from: number, createdAtMs = 0): Grant => ({
		...stay('moving', from, 5),
		id,
		createdAtMs,
	});
	const others = keysOf(COMING);
	expect(remove([...COMING, moving('old', -1), moving('new', 1)], others).keys).toEqual([]);
	expect(
		remove([...COMING, moving('old', 1), moving('new', 2, NOW_MS)], others, { newForMs: DAY_MS })
			.keys,
	).toEqual([]);
});

it('keeps access that may be newer than the list, and names it', () => {
	const found = [
		...COMING.slice(0, 10),
		{ ...stay('made-just-now', 1, 2), createdAtMs: NOW_MS - 59 * 60_000 },
		{ ...stay('made-before', 1, 2), createdAtMs: NOW_MS - 61 * 60_000 },
	];
	const rules = { atMost: { count: 5 }, includeRunningStays: false, newForMs: 60 * 60_000 };
	const list: InputList = {
		isNamed: ({ reservationKey }) => reservationKey.startsWith('coming'),
		isInputWhole: true,
		closedByDates: [],
		beganMs: NOW_MS,
	};
	// The list is as old as the run, however long the run takes.
	const { remove: removed, tooNew } = findRemovals(found, list, rules, NOW_MS + 30 * 60_000);
	expect([keysOf(removed), keysOf(tooNew)]).toEqual([
		new Set(['made-before']),
		new Set(['made-just-now']),
	]);
});

describe('a list that is probably of another account', () => {
	it.each<[string, number, (key: string) => boolean, boolean]>([
		['names none of five', 5, () => false, true],
		['names one of them', 5, (key) => key === 'coming-3', false],
		['names none of four', 4, () => false, false],
	])('if it %s', (_what, count, isNamed, expected) => {
		const found = COMING.slice(0, count);
		expect(findListOfOthers(found, isNamed, NOW_MS)).toEqual(expected ? found : undefined);
	});

	it('is not judged by stays that are over', () => {
		const over = stay('over', -5, -1);
		expect([
			findListOfOthers([...COMING.slice(0, 4), over], () => false, NOW_MS),
			findListOfOthers([...COMING.slice(0, 5), over], () => false, NOW_MS),
		]).toEqual([undefined, COMING.slice(0, 5)]);
	});
});

it.each([
	[6, 3, false],
	[6, 4, true],
	[4, 4, false],
])('of %d stays, %d that end by their status are too many: %s', (count, ended, expected) => {
	const ending = COMING.slice(0, ended);
	expect(findTooManyEnded(COMING.slice(0, count), new Set(ending), NOW_MS)).toEqual(
		expected ? ending : undefined,
	);
});

it.each<[number, boolean, RegExp]>([
	[1, false, /^1 reservation is missing, but the input is empty .*, so nothing was removed$/],
	[
		3,
		true,
		/^3 reservations are missing, and at most 2 may be removed .*, so nothing was removed$/,
	],
])(
	'says why nothing was removed, what is missing, and what to do (%d)',
	(count, isInputWhole, reason) => {
		const named = keysOf(COMING.slice(count));
		const { refusal } = findRemovals(
			COMING,
			{
				isNamed: ({ reservationKey }) => named.has(reservationKey),
				isInputWhole,
				closedByDates: [],
				beganMs: NOW_MS,
			},
			{ atMost: { percent: 10 }, includeRunningStays: false, newForMs: 0 },
			NOW_MS,
		);
		expect(refusal).toEqual({
			reason: expect.stringMatching(reason),
			remedy: expect.stringMatching(/input|'Remove at Most'/),
			missing: COMING.slice(0, count),
		});
	},
);

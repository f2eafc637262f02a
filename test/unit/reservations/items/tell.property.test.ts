import { constantFrom, integer, property, record, subarray } from 'fast-check';
import { hostMessageOf, tellOf } from '../../../../nodes/DeviceAccess/reservations/items/tell';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { assertProperty } from '../../../support/assert/assertProperty';

/*
 * Plain sentences about who is told, for items of any kind. They share no rule with the product: each says something that
 * must be true of every item, and each counts how often it was about one.
 */
const NOW = Date.parse('2031-01-10T12:00:00Z');
const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString();

const PROBLEMS = [
	['device_disconnected', true],
	['device_disconnected', false],
	['delay_in_issuing', true],
	['door_not_opened', true],
	['made_up', true],
	['guest_changed', false],
	['overlapping_stay', false],
	['contact_left_out', false],
	['unknown_status', false],
] as const;

const items = record({
	outcome: constantFrom(
		'created',
		'unchanged',
		'updated',
		'moved',
		'ended',
		'nothing_to_end',
		'ignored',
		'failed',
		'pending',
		undefined,
	),
	startsIn: integer({ min: -100, max: 100 }),
	hours: integer({ min: 1, max: 100 }),
	message_key: constantFrom('abc', null),
	dry_run: constantFrom(true, undefined, undefined),
	problems: subarray([...PROBLEMS]),
}).map(({ startsIn, hours, problems, ...item }): WireObject => ({
	reservation_key: '4711',
	rooms: ['Room 101'],
	time_zone: 'Europe/Berlin',
	pins: [],
	pin: item.message_key === null ? null : '4821',
	...item,
	starts_at: at(startsIn),
	ends_at: at(startsIn + hours),
	problems: problems.map(([code, isKept]) => ({
		code,
		reason: 'It is so',
		remedy: 'Do it.',
		keeps_door_closed: isKept,
	})),
}));

const hoursUntil = (instant: unknown) => (Date.parse(String(instant)) - NOW) / HOUR_MS;
const isOver = (item: WireObject) => hoursUntil(item.ends_at) <= 0;
const isNear = (item: WireObject) => hoursUntil(item.starts_at) < 24;
const isClosed = (item: WireObject) =>
	(item.problems as WireObject[]).some(({ keeps_door_closed: isKept }) => isKept === true);
const has = (item: WireObject, wanted: string) =>
	(item.problems as WireObject[]).some(({ code }) => code === wanted);
const gives = ({ outcome }: WireObject) =>
	[undefined, 'created', 'unchanged', 'updated', 'moved'].includes(outcome as string | undefined);
const isReal = ({ dry_run: isRehearsed }: WireObject) => isRehearsed !== true;

const SENTENCES: Array<[string, (item: WireObject) => boolean, (told: string) => boolean]> = [
	[
		'a guest with a PIN that opens, whom nothing speaks against, is told',
		(item) =>
			isReal(item) &&
			gives(item) &&
			!isOver(item) &&
			item.message_key !== null &&
			!isClosed(item) &&
			!has(item, 'guest_changed'),
		(told) => told === 'guest',
	],
	['nobody is told without a PIN', (item) => item.message_key === null, (told) => told !== 'guest'],
	[
		'nobody is told in the last day if the door stays closed',
		(item) => isNear(item) && isClosed(item),
		(told) => told !== 'guest',
	],
	['nobody is told of a stay that is over', isOver, (told) => told !== 'guest'],
	['a rehearsal tells nobody', (item) => !isReal(item), (told) => told === 'nobody'],
	[
		'a guest who may be in the house is not told the PIN of another',
		(item) => has(item, 'guest_changed'),
		(told) => told !== 'guest',
	],
	[
		'the host hears of a guest who arrives within a day and cannot enter',
		(item) =>
			isReal(item) &&
			gives(item) &&
			!isOver(item) &&
			isNear(item) &&
			(isClosed(item) || item.message_key === null),
		(told) => told === 'host',
	],
	[
		'the host hears of what failed',
		(item) => isReal(item) && item.outcome === 'failed',
		(told) => told === 'host',
	],
];

it.each(SENTENCES)('%s', (_sentence, isAbout, isTrue) => {
	let count = 0;
	assertProperty(
		property(items, (item) => {
			if (!isAbout(item)) return true;
			count++;
			return isTrue(tellOf(item, NOW));
		}),
		2_000,
	);
	expect(count).toBeGreaterThan(20);
});

it('says something to the host whenever it is for the host, with the booking first', () => {
	assertProperty(
		property(items, (item) => {
			const told = tellOf(item, NOW);
			const message = hostMessageOf(item, told);
			return told !== 'host' || message?.startsWith('Booking 4711, Room 101, ') === true;
		}),
		2_000,
	);
});

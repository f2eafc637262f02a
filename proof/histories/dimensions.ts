import { FAULTS, FLAWS, HANDS } from './generate';
import type { Booking, Event, History } from './history';
import { locksOf } from './house';

/** One thing that can differ between histories, and the values that must occur. */
interface Dimension {
	name: string;
	values: readonly string[];
	of: (history: Told) => readonly string[];
	/** Every pair of its values with those of the other paired dimensions must occur. */
	isPaired?: true;
}

/** A history, and what can be read from it. */
interface Told {
	history: History;
	/** All versions of each booking. */
	bookings: ReadonlyMap<string, readonly Booking[]>;
	/** Also those that happen during another one. */
	events: readonly Event[];
}

const when = (is: boolean, value: string): string[] => (is ? [value] : []);

/** What the service does, by the name of its rule: its usual way counts as `usual`. */
const ofService = (name: keyof History['service'], others: readonly string[]): Dimension => ({
	name: `service: ${name}`,
	values: ['usual', ...others],
	of: ({ history }) => [String(history.service[name] ?? 'usual')],
	...(['deletedGrantKeys', 'inlineIdentityTaken', 'onePinOnly'].includes(name) && {
		isPaired: true,
	}),
});

const DIMENSIONS: readonly Dimension[] = [
	{
		name: 'who',
		values: [
			'same name, other contact',
			'same contact, other name',
			'a name with a title',
			'one name',
			'no name',
			'no contact',
			'one key for several people',
			'several keys for one person',
			'two guests in a room',
			'two people of one name',
		],
		of: whoOf,
	},
	{
		name: 'change',
		values: [
			'dates into now',
			'dates out of now',
			'longer',
			'shorter',
			'rooms with a shared door',
			'rooms without a shared door',
			'another guest',
			'contact',
			'canceled',
			'reinstated',
			'no room',
			'checked out',
			'unconfirmed',
			'unknown word',
			'access methods',
			'entered PIN',
			'guest key',
		],
		of: changesOf,
	},
	{
		name: 'in the house when it changes',
		values: ['yes', 'no'],
		of: ({ events, bookings }) =>
			events.flatMap((event) => {
				if (event.do !== 'change') return [];
				const from = bookings.get(event.key)?.[0]?.from ?? 0;
				return [from <= 0 ? 'yes' : 'no'];
			}),
		isPaired: true,
	},
	{
		name: 'list',
		values: ['right', 'dry run', ...FLAWS],
		of: ({ events }) =>
			events.flatMap((event) =>
				event.do === 'list' ? [event.dryRun ? 'dry run' : (event.flaw ?? 'right')] : [],
			),
	},
	{
		name: 'fault',
		values: FAULTS,
		of: ({ events }) =>
			events.flatMap((event) => ('fault' in event && event.fault ? [event.fault.kind] : [])),
		isPaired: true,
	},
	{
		name: 'fault hits',
		values: ['a change', 'a read'],
		of: ({ events }) =>
			events.flatMap((event) => {
				if (!('fault' in event) || !event.fault) return [];
				const { ofWrites, path = '' } = event.fault;
				if (!ofWrites && path === '') return [];
				return [ofWrites || !/(list|get|related)$/.test(path) ? 'a change' : 'a read'];
			}),
	},
	{
		name: 'at the same time',
		values: ['a call', 'an end', 'a new PIN', 'a list', 'a hand'],
		of: ({ history }) =>
			history.events.flatMap((event) => {
				const inner = 'during' in event ? event.during?.event : undefined;
				return inner ? [INNER[inner.do] ?? ''] : [];
			}),
	},
	{
		name: 'hand',
		values: HANDS,
		of: ({ events }) => events.flatMap((event) => (event.do === 'hand' ? [event.what] : [])),
	},
	{
		name: 'over days',
		values: ['eight moves', 'a move, then a PIN deleted', 'a lock offline for days'],
		of: overDays,
	},
	{
		name: 'event',
		values: ['book', 'change', 'call', 'list', 'end', 'pin', 'messages', 'wait', 'lock', 'hand'],
		of: ({ events }) => events.map((event) => event.do),
	},
	{
		name: 'an older version comes late',
		values: ['yes'],
		of: ({ events }) =>
			events.flatMap((event) => when(event.do === 'call' && event.back !== undefined, 'yes')),
	},
	{
		name: 'two versions in one execution',
		values: ['call', 'list'],
		of: ({ events }) =>
			events.flatMap((event) => [
				...when(event.do === 'call' && event.both === true, 'call'),
				...when(event.do === 'list' && event.flaw === 'twoVersions', 'list'),
			]),
	},
	{
		name: 'lock',
		values: ['offline', 'online again'],
		of: ({ events }) =>
			events.flatMap((event) =>
				event.do === 'lock' ? [event.online ? 'online again' : 'offline'] : [],
			),
	},
	{
		name: 'maker',
		values: ['ttlock', 'august', 'nuki'],
		of: ({ history }) => [history.house.maker],
		isPaired: true,
	},
	{
		name: 'zone from',
		values: ['room', 'lock', 'lockAndAccount'],
		of: ({ history }) => [history.house.zoneFrom],
	},
	{
		name: 'house',
		values: ['full', 'some other stays', 'few places for PINs'],
		of: ({ history: { house } }) => [
			...when((house.otherStays ?? 0) >= 40, 'full'),
			...when(house.otherStays === 6, 'some other stays'),
			...when(house.places !== undefined, 'few places for PINs'),
		],
	},
	{
		name: 'times',
		values: ['instants', 'days', 'utcMidnight'],
		of: ({ history }) => [history.workflow.times],
		isPaired: true,
	},
	{
		name: 'language',
		values: ['en', 'de', 'fr'],
		of: ({ history }) => [history.workflow.language ?? 'en'],
	},
	{
		name: 'waits',
		values: ['true', 'false'],
		of: ({ history }) => [String(history.workflow.waits)],
		isPaired: true,
	},
	{
		name: 'workflow',
		values: [
			'changedAt',
			'pinFrom',
			'calendar',
			'findsByName',
			'waitTimeout',
			'onlyStaysWithin',
			'includeRunningStays',
			'keepNewFor',
			'callsBySyncMany',
		],
		of: ({ history }) => Object.keys(history.workflow),
	},
	{
		name: "n8n's clock is ahead, in ms",
		values: ['-60000', '-2000', '0', '2000', '60000'],
		of: ({ history }) => [String(history.workflow.clockAheadMs ?? 0)],
	},
	ofService('accessMethodsMade', ['afterwards']),
	ofService('grantCodeUnavailable', ['missingDevice']),
	ofService('grantUpdatePlaces', ['refused', 'replaced']),
	ofService('takenIdentityAnswer', ['invalidInput']),
	ofService('takenKeyAnswer', ['invalidInput', 'noReason']),
	ofService('inlineIdentityTaken', ['reused']),
	ofService('deletedGrantKeys', ['freeAtOnce', 'neverFree']),
	ofService('listLagMs', ['60000', '600000']),
	ofService('hidesPeople', ['true']),
	ofService('quotesContacts', ['true']),
	ofService('onePinOnly', ['true']),
];

/** A further event of the same stay, after a move. */
const isDeletedAfter = (events: readonly Event[], moved: Event, from: number): boolean =>
	events
		.slice(from)
		.some(
			(event) =>
				event.do === 'hand' &&
				event.what === 'deletes the PIN' &&
				moved.do === 'change' &&
				event.key === moved.key,
		);

function overDays({ events }: Told): string[] {
	const moves = events.flatMap((event, index) =>
		event.do === 'change' && event.to.rooms ? [{ event, index }] : [],
	);
	const movesOf = (key: string) =>
		moves.filter(({ event }) => event.do === 'change' && event.key === key).length;
	const isLong = (room: string, from: number) => {
		const hours = events
			.slice(from)
			.slice(0, indexOfOnline(events.slice(from), room))
			.map((event) => (event.do === 'wait' ? event.hours : 0));
		return hours.reduce((sum, some) => sum + some, 0) >= 48;
	};
	return [
		...when(
			moves.some(({ event }) => event.do === 'change' && movesOf(event.key) >= 8),
			'eight moves',
		),
		...when(
			moves.some(({ event, index }) => isDeletedAfter(events, event, index)),
			'a move, then a PIN deleted',
		),
		...when(
			events.some(
				(event, index) => event.do === 'lock' && !event.online && isLong(event.room, index),
			),
			'a lock offline for days',
		),
	];
}

function indexOfOnline(events: readonly Event[], room: string): number {
	const found = events.findIndex(
		(event) => event.do === 'lock' && event.online && event.room === room,
	);
	return found < 0 ? events.length : found;
}

const INNER: Readonly<Partial<Record<Event['do'], string>>> = {
	call: 'a call',
	change: 'a call',
	end: 'an end',
	pin: 'a new PIN',
	list: 'a list',
	hand: 'a hand',
};

/** Adds the values and pairs that occur in a history. */
export function countDimensions(history: History, counts: Record<string, number>): void {
	const told = tell(history);
	const add = (name: string) => (counts[name] = (counts[name] ?? 0) + 1);
	const paired: Array<{ name: string; value: string }> = [];
	for (const { name, of, isPaired } of DIMENSIONS)
		for (const value of new Set(of(told))) {
			add(`${name}: ${value}`);
			if (isPaired) paired.push({ name, value });
		}
	for (const [index, one] of paired.entries())
		for (const other of paired.slice(index + 1))
			if (one.name !== other.name) add(pairOf(one, other));
}

const pairOf = (one: { name: string; value: string }, other: { name: string; value: string }) =>
	`${one.name}: ${one.value} × ${other.name}: ${other.value}`;

/** Every pair of values of two paired dimensions. */
const ALL_PAIRS: readonly string[] = pairsOf(DIMENSIONS.filter(({ isPaired }) => isPaired));

function pairsOf([first, ...others]: readonly Dimension[]): string[] {
	if (!first) return [];
	const named = ({ name, values }: Dimension) => values.map((value) => ({ name, value }));
	const ofFirst = named(first).flatMap((one) =>
		others.flatMap(named).map((other) => pairOf(one, other)),
	);
	return [...ofFirst, ...pairsOf(others)];
}

/** How often each pair occurred, the rarest first. */
export const pairsIn = (counts: Readonly<Record<string, number>>): Array<[string, number]> =>
	ALL_PAIRS.map((name): [string, number] => [name, counts[name] ?? 0]).sort(
		([, a], [, b]) => a - b,
	);

/** What the table has and no history had. */
export function missingDimensions(
	counts: Readonly<Record<string, number>>,
	withPairs: boolean,
): string[] {
	const names = DIMENSIONS.flatMap(({ name, values }) =>
		values.map((value) => `${name}: ${value}`),
	);
	const pairs = withPairs ? ALL_PAIRS : [];
	return [...names, ...pairs].filter((name) => !counts[name]);
}

function tell(history: History): Told {
	const events = history.events.flatMap((event) => {
		const inner = 'during' in event ? event.during?.event : undefined;
		return inner ? [event, inner] : [event];
	});
	const bookings = new Map<string, Booking[]>();
	for (const event of events) {
		if (event.do === 'book') bookings.set(event.key, [event.booking]);
		const last = event.do === 'change' ? bookings.get(event.key)?.at(-1) : undefined;
		if (event.do === 'change' && last) bookings.get(event.key)?.push({ ...last, ...event.to });
	}
	return { history, bookings, events };
}

function whoOf({ bookings }: Told): string[] {
	const all = [...bookings].flatMap(([key, versions]) =>
		versions.map((booking) => ({ key, ...booking })),
	);
	const pairs = all.flatMap((one, index) =>
		all.slice(index + 1).map((other) => [one, other] as const),
	);
	return [
		...all.flatMap(({ name, email, phone }) => [
			...when(/^(Mr|Mrs|Miss|Dr)\b/.test(name ?? ''), 'a name with a title'),
			...when(name === 'Cher', 'one name'),
			...when(name === undefined, 'no name'),
			...when(email === undefined && phone === undefined, 'no contact'),
		]),
		...pairs.flatMap(([a, b]) => {
			const isSameContact =
				(a.email !== undefined && a.email === b.email) ||
				(a.phone !== undefined && a.phone === b.phone);
			const isOtherKey =
				a.guestKey !== undefined && b.guestKey !== undefined && a.guestKey !== b.guestKey;
			return [
				...when(
					a.key !== b.key && a.who === b.who && a.name === b.name && a.email !== b.email,
					'same name, other contact',
				),
				...when(a.who !== b.who && isSameContact, 'same contact, other name'),
				...when(
					a.who !== b.who && a.guestKey !== undefined && a.guestKey === b.guestKey,
					'one key for several people',
				),
				...when(a.who === b.who && isOtherKey, 'several keys for one person'),
				...when(
					a.who !== b.who && a.name !== undefined && a.name === b.name,
					'two people of one name',
				),
				...when(
					a.key !== b.key && a.rooms.join() === b.rooms.join() && a.from < b.to && b.from < a.to,
					'two guests in a room',
				),
			];
		}),
	];
}

function changesOf({ bookings }: Told): string[] {
	return [...bookings.values()].flatMap((versions) =>
		versions.slice(1).flatMap((after, index) => {
			const before = versions[index] as Booking;
			const isNow = ({ from, to }: Booking) => from <= 0 && 0 < to;
			const isMoved = before.rooms.join() !== after.rooms.join() && after.rooms.length > 0;
			const isShared = locksOf(after.rooms).some((lock) => locksOf(before.rooms).includes(lock));
			return [
				...when(!isNow(before) && isNow(after), 'dates into now'),
				...when(isNow(before) && !isNow(after), 'dates out of now'),
				...when(after.to > before.to, 'longer'),
				...when(after.to < before.to, 'shorter'),
				...when(isMoved && isShared, 'rooms with a shared door'),
				...when(isMoved && !isShared, 'rooms without a shared door'),
				...when(before.who !== after.who, 'another guest'),
				...when(before.who === after.who && before.email !== after.email, 'contact'),
				...when(before.status === 'confirmed' && after.status === 'cancelled', 'canceled'),
				...when(before.status !== 'confirmed' && after.status === 'confirmed', 'reinstated'),
				...when(before.rooms.length > 0 && after.rooms.length === 0, 'no room'),
				...when(after.status === 'checked_out', 'checked out'),
				...when(after.status === 'unconfirmed', 'unconfirmed'),
				...when(after.status === 'a new word', 'unknown word'),
				...when(String(before.methods) !== String(after.methods), 'access methods'),
				...when(after.pin !== undefined && before.pin !== after.pin, 'entered PIN'),
				...when(before.who === after.who && before.guestKey !== after.guestKey, 'guest key'),
			];
		}),
	);
}

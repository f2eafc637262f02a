import type {
	Booking,
	Event,
	Fault,
	FaultKind,
	Hand,
	History,
	ListFlaw,
	WorkflowRules,
} from './history';
import { Random } from './random';

interface Person {
	who: string;
	/** The second is a corrected spelling, the third has a title. */
	names: readonly string[];
	/** A channel gives each booking another address. */
	emails: readonly string[];
	phone: string;
	key: string;
}

const person = (who: string, names: readonly string[], digits: string): Person => ({
	who,
	names,
	emails: [1, 2, 3].map((alias) => `${who}-${alias}@guests.example.com`),
	phone: `+49151${digits}`,
	key: `key-of-${who}`,
});

const PEOPLE = [
	person('ann', ['Ann Lee', 'Anne Lee', 'Mrs Ann Lee'], '2345671'),
	person('bob', ['Bob Stone', 'Bob Stones', 'Dr. Bob Stone'], '2345672'),
	person('smith', ['Mr Smith', 'Mr Smyth', 'Mr John Smith'], '2345673'),
	person('jones', ['Mr Jones', 'Mr Jonas', 'Mr Tom Jones'], '2345674'),
	person('cher', ['Cher', 'Chér', 'Cher'], '2345675'),
	// Another person who has the same name.
	person('namesake', ['Ann Lee', 'Ann Leigh', 'Miss Ann Lee'], '2345676'),
] as const;

/** Two guests book through it, so both have its address and its key. */
const AGENCY = { email: 'reservations@agency.example.com', key: 'key-of-agency' };

const ROOM_SETS: ReadonlyArray<readonly string[]> = [
	['north-1'],
	['north-2'],
	['north-3'],
	['south-1'],
	['south-2'],
	['tower'],
	['lodge'],
	['north-1', 'north-2'],
	['north-1', 'north-3'],
];

export const FAULTS: readonly FaultKind[] = [
	'refused 400',
	'forbidden 403',
	'conflict 409',
	'error 500',
	'error 502 after it acted',
	'cut before it acted',
	'cut after it acted',
	'late by ten minutes',
	'outdated answer',
	'killed before it acted',
	'killed after it acted',
];

export const FLAWS: readonly ListFlaw[] = [
	'half',
	'empty',
	'wrongYears',
	'wrongWords',
	'older',
	'twoVersions',
	'otherOrder',
	'shiftedPages',
];

export const HANDS: readonly Hand[] = [
	'deletes the PIN',
	'deletes the access',
	'ends the access early',
	'renames the access',
	'adds a mobile key',
	'corrects the contact',
	'changes the time zone of the room',
	'gives staff access',
	'gives access with our prefix',
	'gives access of another system',
	'gives access with the same reservation key',
];

const WRITE_PATHS = [
	'/access_grants/create',
	'/access_grants/update',
	'/access_grants/delete',
	'/access_grants/request_access_methods',
	'/access_methods/delete',
	'/user_identities/create',
	'/user_identities/update',
];
const READ_PATHS = [
	'/access_grants/list',
	'/access_grants/get',
	'/access_grants/get_related',
	'/access_codes/list',
	'/spaces/list',
	'/devices/list',
	'/user_identities/list',
];

/** The history of a seed. */
export function generate(seed: number): History {
	return new Generator(new Random(seed)).history();
}

class Generator {
	private readonly known = new Map<string, Booking>();
	private number = 0;
	private workflow: WorkflowRules = { times: 'instants', waits: true };

	constructor(private readonly random: Random) {}

	history(): History {
		const { random } = this;
		this.workflow = this.drawWorkflow();
		const fullHouse = random.chance(0.02) ? 40 : undefined;
		const events: Event[] = [];
		const motifs = random.whole(0, 2);
		for (let count = 0; count < motifs; count++) events.push(...this.motif());
		const length = random.whole(12, 26);
		while (events.length < length || this.known.size === 0) events.push(...this.any());
		const service = this.drawService();
		const house = this.drawHouse(fullHouse);
		if (random.chance(0.4)) this.workflow = { ...this.workflow, callsBySyncMany: true };
		if (random.chance(0.3))
			this.workflow.clockAheadMs = random.pick([-60_000, -2_000, 2_000, 60_000]);
		return { service, house, workflow: this.workflow, events };
	}

	private drawHouse(fullHouse: number | undefined): History['house'] {
		const { random } = this;
		const house = {
			maker: random.weighted([
				[6, 'ttlock'],
				[2, 'august'],
				[2, 'nuki'],
			] as const),
			zoneFrom: random.weighted([
				[5, 'room'],
				[3, 'lock'],
				[2, 'lockAndAccount'],
			] as const),
			...(random.chance(0.05) ? { places: random.whole(2, 4) } : {}),
		};
		const others = fullHouse ?? (random.chance(0.12) ? 6 : undefined);
		return others === undefined ? house : { ...house, otherStays: others };
	}

	private drawService(): History['service'] {
		const { random } = this;
		const some = <Name extends string, Value>(
			name: Name,
			probability: number,
			values: readonly Value[],
		) => (random.chance(probability) ? { [name]: random.pick(values) } : {});
		return {
			...some('accessMethodsMade', 0.3, ['afterwards'] as const),
			...some('grantCodeUnavailable', 0.3, ['missingDevice'] as const),
			...some('grantUpdatePlaces', 0.3, ['refused', 'replaced'] as const),
			...some('takenIdentityAnswer', 0.3, ['invalidInput'] as const),
			...some('takenKeyAnswer', 0.3, ['invalidInput', 'noReason'] as const),
			...some('inlineIdentityTaken', 0.3, ['reused'] as const),
			...some('deletedGrantKeys', 0.4, ['freeAtOnce', 'neverFree'] as const),
			...some('listLagMs', 0.2, [60_000, 600_000]),
			...some('hidesPeople', 0.08, [true] as const),
			...some('quotesContacts', 0.2, [true] as const),
			...some('onePinOnly', 0.15, [true] as const),
		};
	}

	private drawWorkflow(): WorkflowRules {
		const { random } = this;
		return {
			times: random.weighted([
				[7, 'instants'],
				[3, 'days'],
				[1, 'utcMidnight'],
			] as const),
			waits: random.chance(0.6),
			...(random.chance(0.5) ? { changedAt: true as const } : {}),
			...(random.chance(0.15) ? { pinFrom: random.pick(['phone', 'given'] as const) } : {}),
			...(random.chance(0.1) ? { calendar: true as const } : {}),
			...(random.chance(0.08) ? { findsByName: true as const } : {}),
			...(random.chance(0.1) ? { waitTimeout: 20 } : {}),
			...(random.chance(0.05) ? { onlyStaysWithin: 3 } : {}),
			...(random.chance(0.1) ? { includeRunningStays: true as const } : {}),
			...(random.chance(0.3) ? { keepNewFor: 0 } : {}),
			...(random.chance(0.3) ? { language: random.pick(['de', 'fr'] as const) } : {}),
		};
	}

	private any(): Event[] {
		const { random } = this;
		if (this.known.size === 0) return [this.book()];
		return random.weighted<() => Event[]>([
			[12, () => (this.known.size < 5 ? [this.book()] : [this.change()])],
			[30, () => [this.change()]],
			[10, () => [this.call()]],
			[16, () => [this.list()]],
			[2, () => [{ do: 'end', key: this.key(), ...this.around() }]],
			[6, () => [this.pin()]],
			[14, () => [{ do: 'messages', ...this.fault(0.1) }]],
			[10, () => [{ do: 'wait', hours: random.pick([0.2, 1, 3, 12, 24, 30]) }]],
			[4, () => [{ do: 'lock', room: random.pick(this.rooms()), online: random.chance(0.5) }]],
			[5, () => [this.hand()]],
			[6, () => this.motif()],
		])();
	}

	/** What readers found that no chance would: each is one dimension, with the rest drawn. */
	private motif(): Event[] {
		const { random } = this;
		return random.pick([
			() => this.returns(),
			() => this.oneKeyForTwo(),
			() => this.oneAddressForTwo(),
			() => this.movesInTheHouse(),
			() => this.pinRunsOutOfTime(),
			() => this.calledDuringAList(),
			() => this.twoVersions(),
			() => this.nextInTheCalendar(),
			() => this.leavesNow(),
			() => this.withoutRoomTonight(),
			() => this.otherMethods(),
			() => this.mergedProfile(),
			() => this.samePersonTwice(),
			() => this.endedAndExtended(),
			() => this.toAnotherEntrance(),
			() => this.rehearses(),
			() => this.titles(),
			() => this.keyByHand(),
			() => this.endsHalf(),
			() => this.entersPin(),
			() => this.movesAgainAndAgain(),
			() => this.losesPinAfterAMove(),
			() => this.brokenForDays(),
		])();
	}

	private book(given: Partial<Booking> = {}, more: { call?: false } = {}): Event {
		const key = `R-${++this.number}`;
		const booking = { ...this.booking(), ...given };
		this.known.set(key, booking);
		const isCalled = more.call ?? this.random.chance(0.85);
		return {
			do: 'book',
			key,
			booking,
			...(isCalled ? { call: true as const, ...this.around() } : {}),
		};
	}

	private booking(guest = this.random.pick(PEOPLE)): Booking {
		const { random } = this;
		const [from, to] = this.hours();
		return {
			...this.guest(guest),
			status: 'confirmed',
			rooms: this.roomsOfStay(),
			from,
			to,
			...(random.chance(0.1) ? { pin: String(random.whole(4000, 4999)) } : {}),
			...(random.chance(0.05) ? { methods: ['code', 'mobile_key'], rooms: ['tower'] } : {}),
		};
	}

	private roomsOfStay(): readonly string[] {
		if (this.workflow.findsByName && this.random.chance(0.3)) return ['studio'];
		return this.random.pick(ROOM_SETS);
	}

	private guest({
		who,
		names,
		emails,
		phone,
		key,
	}: Person): Pick<Booking, 'who' | 'name' | 'email' | 'phone' | 'guestKey'> {
		const { random } = this;
		const isNamed = !this.workflow.calendar || random.chance(0.3);
		const isAgency = who !== 'cher' && random.chance(0.08);
		return {
			who,
			name: isNamed
				? random.weighted([
						[8, names[0]],
						[1, names[1]],
						[1, names[2]],
					])
				: undefined,
			email: random.chance(0.85) ? (isAgency ? AGENCY.email : random.pick(emails)) : undefined,
			phone: random.chance(0.6) ? phone : undefined,
			guestKey: random.chance(0.25) ? (isAgency ? AGENCY.key : key) : undefined,
		};
	}

	private hours(): [from: number, to: number] {
		const { random } = this;
		const from = random.weighted<() => number>([
			[4, () => random.whole(-30, -1)],
			[4, () => random.whole(1, 30)],
			[3, () => random.whole(30, 90)],
			[1, () => random.whole(150, 400)],
		])();
		const to = Math.max(from, 0) + random.pick([6, 20, 44, 68]);
		return this.workflow.times === 'instants' ? [from, to] : [from, Math.max(to, from + 30)];
	}

	private key(): string {
		return this.random.pick([...this.known.keys()]);
	}

	private rooms(): readonly string[] {
		return [...this.known.values()].flatMap(({ rooms }) => rooms).concat('north-1');
	}

	private change(
		key = this.key(),
		to: Partial<Booking> = this.changeOf(key),
		silent = this.random.chance(0.2),
	): Event {
		this.known.set(key, { ...(this.known.get(key) as Booking), ...to });
		return {
			do: 'change',
			key,
			to,
			...(silent ? {} : { call: true as const, ...this.around() }),
		};
	}

	private changeOf(key: string): Partial<Booking> {
		const { random } = this;
		const booking = this.known.get(key) as Booking;
		const owner = PEOPLE.find(({ who }) => who === booking.who) ?? PEOPLE[0];
		return random.weighted<() => Partial<Booking>>([
			[6, () => ({ rooms: this.roomsOfStay() })],
			[
				2,
				() => {
					const [from, to] = this.hours();
					return { from, to };
				},
			],
			[3, () => ({ to: booking.to + random.pick([-20, -3, 5, 24, 48]) })],
			[2, () => ({ from: booking.from + random.pick([-24, -3, 3, 24]) })],
			[1, () => ({ from: booking.from + 170, to: booking.to + 170 })],
			// Without names, nothing says that it is somebody else.
			[
				booking.name === undefined || this.workflow.calendar ? 0 : 4,
				() => this.guest(random.pick(PEOPLE)),
			],
			[2, () => ({ email: random.pick(owner.emails) })],
			[1, () => ({ email: undefined, phone: undefined })],
			[1, () => ({ name: booking.name === undefined ? undefined : owner.names[1] })],
			[3, () => ({ status: 'cancelled' as const })],
			[3, () => ({ status: 'confirmed' as const })],
			[1, () => ({ status: random.pick(['checked_out', 'unconfirmed', 'a new word'] as const) })],
			[1, () => ({ rooms: [] })],
			[1, () => ({ guestKey: random.pick([`${owner.key}-merged`, owner.key, undefined]) })],
			[
				1,
				() => ({
					methods: random.pick([['code'], ['mobile_key'], ['code', 'mobile_key']]),
					rooms: ['tower'],
				}),
			],
			[1, () => ({ pin: String(random.whole(4000, 4999)) })],
		])();
	}

	private call(): Event {
		const { random } = this;
		const keys = random.chance(0.3) ? [...this.known.keys()].slice(0, 3) : [this.key()];
		return {
			do: 'call',
			keys,
			...(this.workflow.changedAt && random.chance(0.2) ? { back: 1 } : {}),
			...(this.workflow.changedAt && random.chance(0.1) ? { both: true as const } : {}),
			...this.around(),
		};
	}

	private list(): Event {
		const { random } = this;
		const dryRun = random.chance(0.12);
		return {
			do: 'list',
			...(random.chance(0.35) ? { flaw: random.pick(FLAWS) } : {}),
			...(dryRun ? { dryRun: true as const } : this.around()),
		};
	}

	private pin(): Event {
		const { random } = this;
		return {
			do: 'pin',
			key: this.key(),
			...(random.chance(0.3) ? { pin: String(random.whole(6000, 6999)) } : {}),
			...this.around(),
		};
	}

	private hand(): Event {
		const what = this.random.pick(HANDS);
		// Days would then mean other hours.
		if (what.includes('time zone') && this.workflow.times !== 'instants')
			return { do: 'wait', hours: 1 };
		return { do: 'hand', what, key: this.key() };
	}

	/** What goes wrong with an execution, or happens at the same time. */
	private around(): { fault?: Fault; during?: { at: number; event: Event } } {
		const { random } = this;
		return {
			...this.fault(0.22),
			...(random.chance(0.05) ? { during: { at: random.whole(0, 12), event: this.inner() } } : {}),
		};
	}

	private inner(): Event {
		const key = this.known.size > 0 ? this.key() : 'R-1';
		return this.random.pick<Event>([
			{ do: 'call', keys: [key] },
			{ do: 'end', key },
			{ do: 'pin', key },
			{ do: 'list' },
			{ do: 'hand', what: 'deletes the PIN', key },
			{ do: 'hand', what: 'deletes the access', key },
		]);
	}

	private fault(probability: number): { fault?: Fault } {
		const { random } = this;
		if (!random.chance(probability)) return {};
		const kind = random.pick(FAULTS);
		const where = random.weighted<() => Omit<Fault, 'kind'>>([
			[4, () => ({ at: random.whole(0, 5), ofWrites: true })],
			[3, () => ({ at: random.whole(0, 1), path: random.pick(WRITE_PATHS) })],
			[2, () => ({ at: random.whole(0, 3), path: random.pick(READ_PATHS) })],
			[2, () => ({ at: random.whole(0, 25) })],
		])();
		return { fault: { kind, ...where } };
	}

	// The motifs.

	private returns(): Event[] {
		const guest = this.random.pick(PEOPLE);
		const base = { ...this.booking(guest), name: guest.names[0], guestKey: undefined };
		const shares = this.random.chance(0.5);
		return [
			this.book({
				...base,
				from: -30,
				to: 30,
				email: guest.emails[0],
				phone: shares ? guest.phone : `${guest.phone}9`,
			}),
			{ do: 'wait', hours: this.random.pick([2, 50]) },
			this.book({
				...base,
				from: 60,
				to: 100,
				email: shares ? guest.emails[1] : guest.emails[0],
				phone: guest.phone,
			}),
			{ do: 'messages' },
		];
	}

	private oneKeyForTwo(): Event[] {
		return [
			this.book({ ...this.booking(PEOPLE[0]), guestKey: AGENCY.key }),
			...(this.random.chance(0.5) ? [{ do: 'messages' } as const] : []),
			this.book({ ...this.booking(PEOPLE[1]), guestKey: AGENCY.key }),
			{ do: 'messages' },
		];
	}

	private oneAddressForTwo(): Event[] {
		const more = { email: AGENCY.email, guestKey: undefined };
		const first = this.book({ ...this.booking(PEOPLE[0]), ...more });
		const second = this.book({ ...this.booking(PEOPLE[1]), ...more });
		const key = `R-${this.number}`;
		return [
			first,
			second,
			{ do: 'messages' },
			this.change(key, { to: (this.known.get(key)?.to ?? 0) + 24 }, false),
		];
	}

	private movesInTheHouse(): Event[] {
		const { random } = this;
		const pairs = [
			['north-1', 'north-2'],
			['north-2', 'north-1'],
			['south-1', 'south-2'],
			['north-1', 'north-3'],
			['north-3', 'south-1'],
		];
		const [from = '', to = ''] = random.pick(pairs);
		const book = this.book({
			...this.booking(),
			status: 'confirmed',
			rooms: [from],
			from: -10,
			to: 60,
		});
		const key = `R-${this.number}`;
		const moves = random.chance(0.4) ? random.whole(2, 5) : 1;
		const events: Event[] = [book, { do: 'messages' }];
		for (let move = 0; move < moves; move++)
			events.push(this.change(key, { rooms: [move % 2 === 0 ? to : from] }, false));
		return events;
	}

	private pinRunsOutOfTime(): Event[] {
		const { random } = this;
		const book = this.book({
			...this.booking(),
			status: 'confirmed',
			// One lock of the guest, or all.
			rooms: random.pick([['north-3'], ['north-1', 'north-3']]),
			from: random.pick([-10, 5]),
			to: 60,
		});
		const key = `R-${this.number}`;
		const pin: Event = { do: 'pin', key, ...(random.chance(0.3) ? { pin: '6789' } : {}) };
		return [
			book,
			{ do: 'messages' },
			{ do: 'lock', room: 'north-3', online: false },
			pin,
			{ do: 'lock', room: 'north-3', online: true },
			{ do: 'wait', hours: random.pick([0.1, 1]) },
			random.chance(0.5) ? { do: 'list', dryRun: true } : { do: 'call', keys: [key] },
		];
	}

	private calledDuringAList(): Event[] {
		const { random } = this;
		const book = this.book({ ...this.booking(), status: 'confirmed', from: 20, to: 70 });
		const key = `R-${this.number}`;
		const other = this.book({ ...this.booking(), status: 'confirmed', from: 30, to: 80 });
		const cancels = this.change(key, { status: 'cancelled' }, true);
		const confirms = { do: 'change', key, to: { status: 'confirmed' }, call: true } as const;
		this.known.set(key, { ...(this.known.get(key) as Booking), status: 'confirmed' });
		return [
			book,
			other,
			{ do: 'wait', hours: 2 },
			cancels,
			{ do: 'list', during: { at: random.whole(0, 10), event: confirms } },
		];
	}

	private twoVersions(): Event[] {
		this.workflow = { ...this.workflow, changedAt: true };
		const book = this.book({ ...this.booking(), status: 'confirmed' });
		const key = `R-${this.number}`;
		const change = this.change(key, { rooms: this.random.pick(ROOM_SETS) }, true);
		const both: Event = this.random.chance(0.5)
			? { do: 'list', flaw: 'twoVersions' }
			: { do: 'call', keys: [key], both: true };
		return [book, change, both];
	}

	private nextInTheCalendar(): Event[] {
		this.workflow = { ...this.workflow, calendar: true, keepNewFor: 0 };
		const base = {
			status: 'confirmed' as const,
			rooms: ['north-3'],
			from: 10,
			guestKey: undefined,
		};
		const first = this.book({
			...this.booking(PEOPLE[0]),
			...base,
			to: 40,
			name: undefined,
		});
		const key = `R-${this.number}`;
		const gone = this.change(key, { status: 'cancelled' }, true);
		const second = this.book(
			{ ...this.booking(PEOPLE[1]), ...base, to: 60, name: undefined },
			{ call: false },
		);
		return [first, { do: 'messages' }, gone, second, { do: 'list' }, { do: 'messages' }];
	}

	private leavesNow(): Event[] {
		const { random } = this;
		const book = this.book({ ...this.booking(PEOPLE[0]), status: 'confirmed', from: -20, to: 30 });
		const key = `R-${this.number}`;
		const to = random.pick<Partial<Booking>>([
			{ from: 150, to: 190 },
			// Without names, nothing says that it is somebody else.
			{ ...(this.workflow.calendar ? {} : this.guest(PEOPLE[1])), from: 20, to: 60 },
			{ from: -60, to: -5 },
			{ status: 'cancelled' },
			{ status: 'checked_out' },
			{ status: 'unconfirmed' },
		]);
		const change = this.change(key, to, random.chance(0.4));
		return [book, { do: 'messages' }, { do: 'wait', hours: 3 }, change, { do: 'list' }];
	}

	private withoutRoomTonight(): Event[] {
		const { random } = this;
		const book = this.book({
			...this.booking(),
			status: 'confirmed',
			rooms: ['north-3'],
			from: 60,
			to: 90,
		});
		const others = [1, 2].map(() =>
			this.book({ ...this.booking(), status: 'confirmed', from: 50, to: 90 }),
		);
		const key = `R-${this.number - 2}`;
		const unassigned = this.change(key, { rooms: [] }, true);
		const back = this.change(key, { rooms: ['north-3'] }, true);
		return [
			book,
			...others,
			{ do: 'messages' },
			{ do: 'wait', hours: random.pick([2, 24]) },
			unassigned,
			{ do: 'list' },
			{ do: 'wait', hours: 12 },
			back,
			{ do: 'list' },
		];
	}

	private otherMethods(): Event[] {
		const book = this.book({
			...this.booking(),
			status: 'confirmed',
			rooms: ['tower'],
			methods: ['code'],
			from: 20,
			to: 60,
		});
		const key = `R-${this.number}`;
		const without = this.change(key, { methods: ['mobile_key'] }, false);
		const again = this.change(key, { methods: ['code', 'mobile_key'] }, false);
		return [
			book,
			{ do: 'messages' },
			without,
			again,
			...(this.random.chance(0.5) ? [this.change(key, { rooms: ['lodge'] }, false)] : []),
		];
	}

	private mergedProfile(): Event[] {
		const guest = this.random.pick(PEOPLE);
		const book = this.book({
			...this.booking(guest),
			name: guest.names[0],
			email: guest.emails[0],
			guestKey: guest.key,
			from: 20,
			to: 60,
		});
		return [
			book,
			{ do: 'messages' },
			this.change(`R-${this.number}`, { guestKey: `${guest.key}-merged` }, false),
		];
	}

	/** Two guests with PINs of their own in one room. */
	private samePersonTwice(): Event[] {
		const stay = { status: 'confirmed' as const, rooms: ['north-2'], from: -5, to: 50 };
		return [
			this.book({ ...this.booking(PEOPLE[0]), ...stay }),
			this.book({ ...this.booking(this.random.pick([PEOPLE[0], PEOPLE[1]])), ...stay }),
			{ do: 'messages' },
		];
	}

	private endedAndExtended(): Event[] {
		const book = this.book({ ...this.booking(), status: 'confirmed', from: -5, to: 20 });
		const key = `R-${this.number}`;
		const booking = this.known.get(key) as Booking;
		this.known.set(key, { ...booking, to: 40 });
		return [
			book,
			{
				do: 'change',
				key,
				to: { to: 40 },
				call: true,
				during: { at: this.random.whole(0, 8), event: { do: 'end', key } },
			},
		];
	}

	/** The service lets a reservation have only one set of doors, so the old access ends first. */
	private toAnotherEntrance(): Event[] {
		const { random } = this;
		const book = this.book({
			...this.booking(),
			status: 'confirmed',
			rooms: ['tower'],
			from: random.pick([-10, 20]),
			to: 60,
		});
		const key = `R-${this.number}`;
		const hand: Event[] = random.chance(0.3)
			? [{ do: 'hand', what: 'gives access with the same reservation key', key }]
			: [];
		return [
			book,
			...hand,
			{ do: 'messages' },
			this.change(key, { rooms: ['lodge'] }, false),
			{ do: 'call', keys: [key] },
		];
	}

	private rehearses(): Event[] {
		if (this.random.chance(0.5)) return this.rehearsesAMove();
		const first = { status: 'confirmed' as const, rooms: ['north-3'] };
		return [
			...[20, 60, 100].map((from) =>
				this.book({ ...this.booking(), ...first, from, to: from + 30 }),
			),
			this.change(this.key(), undefined, true),
			{ do: 'list', dryRun: true },
		];
	}

	/** A door that stays cannot have the PIN twice, so the guest gets another one. */
	private rehearsesAMove(): Event[] {
		const stay = { status: 'confirmed' as const, rooms: ['north-1'], from: -10, to: 60 };
		const book = this.book({ ...this.booking(), ...stay });
		return [
			book,
			{ do: 'messages' },
			this.change(`R-${this.number}`, { rooms: ['north-2'] }, true),
			{ do: 'list', dryRun: true },
		];
	}

	private titles(): Event[] {
		const book = this.book({
			...this.booking(PEOPLE[2]),
			name: 'Mr Smith',
			email: undefined,
			phone: undefined,
			guestKey: undefined,
			from: 20,
			to: 60,
		});
		const key = `R-${this.number}`;
		const next = {
			who: 'jones',
			name: 'Mr Jones',
			email: this.random.chance(0.5) ? PEOPLE[3].emails[0] : undefined,
		};
		return [book, { do: 'messages' }, this.change(key, next, false)];
	}

	private keyByHand(): Event[] {
		const book = this.book({
			...this.booking(),
			status: 'confirmed',
			rooms: ['tower'],
			methods: ['code'],
			from: 20,
			to: 60,
		});
		const key = `R-${this.number}`;
		return [
			book,
			{ do: 'hand', what: 'adds a mobile key', key },
			{ do: 'wait', hours: 1 },
			{ do: 'call', keys: [key] },
		];
	}

	/** The host enters the PIN with the booking, which passes to somebody else. */
	private entersPin(): Event[] {
		const { random } = this;
		if (this.workflow.calendar) return [this.book()];
		this.workflow = { ...this.workflow, pinFrom: 'given' };
		const entered = { status: 'confirmed' as const, from: 60, to: 100, pin: '4321' };
		const [first, second] = random.pick([
			[PEOPLE[0], PEOPLE[1]],
			[PEOPLE[1], PEOPLE[3]],
			[PEOPLE[2], PEOPLE[0]],
		] as const);
		const book = this.book({ ...this.booking(first), name: first.names[0], ...entered });
		const key = `R-${this.number}`;
		const other = {
			...this.guest(second),
			name: second.names[0],
			...(random.chance(0.5) ? { rooms: random.pick(ROOM_SETS) } : {}),
		};
		return [book, { do: 'messages' }, this.change(key, other, random.chance(0.3))];
	}

	/** Two accesses, because a lock of the new room does not answer; then one of them cannot be ended. */
	private endsHalf(): Event[] {
		const book = this.book({
			...this.booking(),
			status: 'confirmed',
			rooms: ['north-3'],
			from: -10,
			to: 60,
		});
		const key = `R-${this.number}`;
		return [
			book,
			{ do: 'lock', room: 'south-1', online: false },
			this.change(key, { rooms: ['south-1'] }, false),
			{
				do: 'end',
				key,
				fault: {
					kind: 'forbidden 403',
					at: this.random.whole(0, 1),
					path: '/access_grants/delete',
				},
			},
			{ do: 'lock', room: 'south-1', online: true },
		];
	}

	/** As often as a part of a key can be used. */
	private movesAgainAndAgain(): Event[] {
		const { random } = this;
		const from = random.pick([-10, 40]);
		const book = this.book({ ...this.booking(), status: 'confirmed', from, to: from + 80 });
		const key = `R-${this.number}`;
		const moves = Array.from({ length: random.whole(8, 11) }, () => [
			this.change(key, { rooms: random.pick(ROOM_SETS) }, false),
			...(random.chance(0.3) ? [{ do: 'wait', hours: random.pick([0.2, 1, 3]) } as const] : []),
			...(random.chance(0.2) ? [{ do: 'messages' } as const] : []),
		]);
		return [book, { do: 'messages' }, ...moves.flat()];
	}

	private losesPinAfterAMove(): Event[] {
		const { random } = this;
		const book = this.book({
			...this.booking(),
			status: 'confirmed',
			rooms: ['north-1'],
			from: random.pick([-10, 20]),
			to: 60,
		});
		const key = `R-${this.number}`;
		return [
			book,
			{ do: 'messages' },
			this.change(key, { rooms: random.pick([['north-2'], ['south-1']]) }, false),
			{ do: 'wait', hours: random.pick([0, 0.3, 2]) },
			{ do: 'hand', what: random.pick(['deletes the PIN', 'ends the access early']), key },
			{ do: 'wait', hours: random.pick([0.1, 1]) },
			random.chance(0.5) ? { do: 'call', keys: [key] } : { do: 'list' },
			{ do: 'messages' },
		];
	}

	/** Its lock does not answer while the booking changes, and answers again long afterwards. */
	private brokenForDays(): Event[] {
		const { random } = this;
		const from = random.pick([-10, 30]);
		// That of the guest, or that of the room to which they move.
		const room = random.pick(['north-3', 'south-1']);
		const stay = { status: 'confirmed' as const, rooms: ['north-3'], from, to: from + 160 };
		const book = this.book({ ...this.booking(), ...stay });
		const key = `R-${this.number}`;
		const change = () =>
			random.pick<() => Event>([
				() => this.change(key, { to: from + 160 + random.pick([-24, 5, 48]) }, false),
				() => this.change(key, { rooms: random.pick([['north-3'], ['south-1']]) }, false),
				() => ({ do: 'pin', key }),
				() => ({ do: 'list' }),
			])();
		return [
			{ do: 'lock', room, online: random.chance(0.3) },
			book,
			{ do: 'lock', room, online: false },
			change(),
			{ do: 'wait', hours: 30 },
			change(),
			{ do: 'messages' },
			{ do: 'wait', hours: 24 },
			{ do: 'lock', room, online: true },
			change(),
			{ do: 'wait', hours: 1 },
			{ do: 'messages' },
		];
	}
}

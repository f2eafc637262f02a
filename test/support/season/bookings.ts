import { type Random } from './random';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const CHECK_IN_HOUR = 15;
const CHECK_OUT_HOUR = 11;

export interface Guest {
	person: string;
	/** The number that stays the same as long as the guest is in the booking. */
	number: number;
	name: string;
	email: string;
	phone: string;
	key: string;
}

/** A booking after one change, as the property management system has it from `atMs` on. */
export interface Version {
	atMs: number;
	what: string;
	status: 'confirmed' | 'modified' | 'cancelled' | 'checked_out';
	guests: readonly Guest[];
	rooms: readonly string[];
	arrivalMs: number;
	departureMs: number;
}

export interface Booking {
	id: string;
	versions: Version[];
}

export interface BookingsOptions {
	random: Random;
	rooms: readonly string[];
	startMs: number;
	days: number;
	stays: number;
	/** Which changes happen, each as often as it is named. */
	changes: readonly ChangeName[];
}

/** Makes bookings in which no room is ever taken twice for one night, not even by versions that were replaced. */
export function makeBookings(options: BookingsOptions): Booking[] {
	const desk = new Desk(options);
	const bookings: Booking[] = [];
	// A full house refuses some.
	for (let tries = 0; bookings.length < options.stays && tries < 2 * options.stays; tries++)
		bookings.push(...desk.book(bookings.length + 1));
	return bookings;
}

/** What a change makes of a booking; undefined if it cannot change like that. */
type Change = (last: Version, desk: Desk, atMs: number) => Partial<Version> | undefined;

const changeFirst = ({ guests }: Version, toOther: (guest: Guest) => Guest): Partial<Version> => ({
	guests: guests.map((guest, index) => (index === 0 ? toOther(guest) : guest)),
});

/** A name that shares no word with any other: another name is another guest. */
const nameOf = (person: number): string =>
	`Guest${[...String(person)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')}`;

const CHANGES_BEFORE = {
	nothing: () => undefined,
	cancel: () => ({ status: 'cancelled' }),
	reinstate: ({ status }) => (status === 'cancelled' ? { status: 'confirmed' } : undefined),
	correctName: (last) =>
		changeFirst(last, (guest) => ({ ...guest, name: `${guest.name} Corrected` })),
	changeContact: (last) =>
		changeFirst(last, (guest) => ({ ...guest, email: `new-${guest.person}@example.com` })),
	passOn: (last, desk) => changeFirst(last, ({ number }) => desk.newGuest(number, last.guests)),
	addGuest: ({ guests }, desk) => {
		const number = 1 + Math.max(...guests.map((guest) => guest.number));
		return { guests: [...guests, desk.newGuest(number, guests)] };
	},
	firstGuestLeaves: ({ guests }) => (guests.length > 1 ? { guests: guests.slice(1) } : undefined),
	lastGuestLeaves: ({ guests }) =>
		guests.length > 1 ? { guests: guests.slice(0, -1) } : undefined,
	stayLonger: (last, desk) => desk.oneNightMore(last),
	arriveLater: ({ arrivalMs, departureMs }) =>
		departureMs - arrivalMs > DAY_MS ? { arrivalMs: arrivalMs + DAY_MS } : undefined,
	moveBefore: (last, desk) => desk.otherRoom(last, last.arrivalMs),
	addRoom: (last, desk) => {
		const added = desk.otherRoom(last, last.arrivalMs);
		return added && { rooms: [...last.rooms, ...added.rooms] };
	},
} satisfies Record<string, Change>;

const CHANGES_DURING = {
	moveDuring: (last, desk, atMs) => desk.otherRoom(last, atMs),
	extend: (last, desk) => desk.oneNightMore(last),
	leaveEarly: (_last, _desk, atMs) => ({ status: 'checked_out', departureMs: atMs }),
} satisfies Record<string, Change>;

const CHANGES: Record<ChangeName, Change> = { ...CHANGES_BEFORE, ...CHANGES_DURING };

/** What can happen to a booking, before and during the stay. */
export type ChangeName = keyof typeof CHANGES_BEFORE | keyof typeof CHANGES_DURING;
export const ALL_CHANGES = Object.keys(CHANGES) as ChangeName[];

class Desk {
	private readonly taken = new Map<string, Set<number>>();
	private readonly regulars: Guest[] = [];
	private people = 0;

	constructor(private readonly options: BookingsOptions) {}

	/** A booking with all its versions; none if the house is full on the chosen nights. */
	book(number: number): Booking[] {
		const { random, startMs, days } = this.options;
		const arrivalDay = random.whole(0, days - 1);
		const nights = random.pick([1, 1, 2, 2, 2, 3, 4, 6]);
		const arrivalMs = startMs + arrivalDay * DAY_MS + CHECK_IN_HOUR * HOUR_MS;
		const room = this.takeAnyRoom(arrivalMs, nights);
		if (room === undefined) return [];
		const leadMs = random.chance(0.1)
			? random.whole(1, 6) * HOUR_MS
			: random.whole(1, 30 * 24) * HOUR_MS;
		const first = this.newGuest(1);
		const guests = random.chance(0.25) ? [first, this.newGuest(2, [first])] : [first];
		const versions: Version[] = [
			{
				atMs: Math.max(startMs + random.whole(1, 8 * 60) * MINUTE_MS, arrivalMs - leadMs),
				what: 'book',
				status: 'confirmed',
				guests,
				rooms: [room],
				arrivalMs,
				departureMs: arrivalMs + nights * DAY_MS - (CHECK_IN_HOUR - CHECK_OUT_HOUR) * HOUR_MS,
			},
		];
		this.change(versions);
		const id = `R-${String(number).padStart(4, '0')}`;
		return [{ id, versions }];
	}

	newGuest(number: number, others: readonly Guest[] = []): Guest {
		const { random } = this.options;
		const regular = random.chance(0.12) ? random.pick(this.regulars) : undefined;
		if (regular && !others.some(({ person }) => person === regular.person))
			return {
				...regular,
				number,
				email: random.chance(0.2) ? regular.email.toUpperCase() : regular.email,
			};
		const person = `guest-${++this.people}`;
		const agency = random.chance(0.2) ? random.whole(1, 3) : undefined;
		const ownPhone = `+1555${String(1_000_000 + this.people)}`;
		const guest = {
			person,
			number,
			name: nameOf(this.people),
			email:
				agency === 1
					? 'desk@agency.example.com'
					: random.chance(0.15)
						? ''
						: `${person}@example.com`,
			phone: agency === 2 ? '+15550000002' : random.chance(0.5) ? '' : ownPhone,
			key: random.chance(0.3) ? `key-${person}` : '',
		};
		this.regulars.push(guest);
		return guest;
	}

	oneNightMore({ rooms, departureMs }: Version): Partial<Version> | undefined {
		return this.takeNights(rooms, departureMs, 1)
			? { departureMs: departureMs + DAY_MS }
			: undefined;
	}

	/** Another room from `fromMs` to the departure. */
	otherRoom({ departureMs }: Version, fromMs: number): { rooms: string[] } | undefined {
		const nights = Math.max(1, this.dayOf(departureMs) - this.dayOf(fromMs));
		const room = this.takeAnyRoom(fromMs, nights);
		return room === undefined ? undefined : { rooms: [room] };
	}

	private takeAnyRoom(fromMs: number, nights: number): string | undefined {
		const { random, rooms } = this.options;
		const inAnyOrder = [...rooms].sort(() => random.next() - 0.5);
		return inAnyOrder.find((room) => this.takeNights([room], fromMs, nights));
	}

	/** Takes the rooms for so many nights, the first one beginning on the day of `fromMs`; false if one is not free. */
	private takeNights(rooms: readonly string[], fromMs: number, nights: number): boolean {
		const first = this.dayOf(fromMs);
		const days = Array.from({ length: nights }, (_, index) => first + index);
		if (rooms.some((room) => days.some((day) => this.nightsOf(room).has(day)))) return false;
		for (const room of rooms) for (const day of days) this.nightsOf(room).add(day);
		return true;
	}

	private change(versions: Version[]): void {
		const { random, changes } = this.options;
		for (let count = random.whole(0, 3); count > 0; count--) {
			const last = versions.at(-1) as Version;
			const what = random.pick(changes);
			const isBefore = what in CHANGES_BEFORE;
			const [fromMs, toMs] = isBefore
				? [last.atMs, last.arrivalMs]
				: [Math.max(last.atMs, last.arrivalMs), last.departureMs];
			// Messages about changes that follow each other closely can arrive in the wrong order.
			const latestMs = random.chance(0.2) ? Math.min(toMs, fromMs + HOUR_MS) : toMs;
			const atMs = random.whole(fromMs + MINUTE_MS, Math.max(fromMs, latestMs) - MINUTE_MS);
			const isChangeable = what === 'reinstate' || givesAccess(last);
			if (!isChangeable || atMs <= fromMs || atMs >= toMs) continue;
			const changed = CHANGES[what](last, this, atMs);
			if (changed) versions.push({ ...last, status: 'modified', ...changed, atMs, what });
		}
	}

	private dayOf(atMs: number): number {
		return Math.floor((atMs - this.options.startMs) / DAY_MS);
	}

	private nightsOf(room: string): Set<number> {
		const nights = this.taken.get(room) ?? new Set<number>();
		this.taken.set(room, nights);
		return nights;
	}
}

/** The number of the version that a booking has at a time; -1 before it was made. */
export const indexAt = ({ versions }: Booking, atMs: number): number =>
	versions.filter((version) => version.atMs <= atMs).length - 1;

/** The version that a booking has at a time; undefined before it was made. */
export const versionAt = (booking: Booking, atMs: number): Version | undefined =>
	booking.versions[indexAt(booking, atMs)];

export const givesAccess = ({ status }: Version): boolean =>
	status === 'confirmed' || status === 'modified';

import { type Random } from './random';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const CHECK_IN_HOUR = 15;
const CHECK_OUT_HOUR = 11;

/** A guest of a booking. `person` is who it really is, which neither n8n nor the service ever sees. */
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
	/** Whether the nightly list numbers the guests by their place in it. */
	isRenumbered: boolean;
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
	const bookings = Array.from({ length: options.stays }, (_, index) => desk.book(index + 1));
	return bookings.filter((booking) => booking !== undefined);
}

/** What can happen to a booking, before and during the stay. */
const CHANGES = {
	nothing: () => undefined,
	cancel: ({ last, random }) => ({
		atMs: beforeStay(last, random),
		changes: { status: 'cancelled' },
	}),
	reinstate: ({ last, random }) =>
		last.status === 'cancelled'
			? { atMs: beforeStay(last, random), changes: { status: 'confirmed' } }
			: undefined,
	correctName: ({ last, random }) => ({
		atMs: beforeStay(last, random),
		changes: {
			guests: last.guests.map((guest, index) =>
				index === 0 ? { ...guest, name: `${guest.name} Corrected` } : guest,
			),
		},
	}),
	changeContact: ({ last, random }) => ({
		atMs: beforeStay(last, random),
		changes: {
			guests: last.guests.map((guest, index) =>
				index === 0 ? { ...guest, email: `new-${guest.person}@example.com` } : guest,
			),
		},
	}),
	passOn: ({ last, random, desk }) => ({
		atMs: beforeStay(last, random),
		changes: {
			guests: last.guests.map((guest, index) =>
				index === 0 ? desk.newGuest(guest.number, last.guests) : guest,
			),
		},
	}),
	addGuest: ({ last, random, desk }) => ({
		atMs: beforeStay(last, random),
		changes: {
			guests: [
				...last.guests,
				desk.newGuest(Math.max(...last.guests.map(({ number }) => number)) + 1, last.guests),
			],
		},
	}),
	firstGuestLeaves: ({ last, random }) =>
		last.guests.length > 1
			? { atMs: beforeStay(last, random), changes: { guests: last.guests.slice(1) } }
			: undefined,
	lastGuestLeaves: ({ last, random }) =>
		last.guests.length > 1
			? { atMs: beforeStay(last, random), changes: { guests: last.guests.slice(0, -1) } }
			: undefined,
	stayLonger: ({ last, random, desk }) =>
		desk.takeNights(last.rooms, last.departureMs, 1)
			? { atMs: beforeStay(last, random), changes: { departureMs: last.departureMs + DAY_MS } }
			: undefined,
	arriveLater: ({ last, random }) =>
		last.departureMs - last.arrivalMs > DAY_MS
			? { atMs: beforeStay(last, random), changes: { arrivalMs: last.arrivalMs + DAY_MS } }
			: undefined,
	moveBefore: ({ last, random, desk }) => {
		const rooms = desk.takeOtherRooms(last, last.arrivalMs);
		return rooms && { atMs: beforeStay(last, random), changes: { rooms } };
	},
	addRoom: ({ last, random, desk }) => {
		const rooms = desk.takeOtherRooms(last, last.arrivalMs);
		return (
			rooms && { atMs: beforeStay(last, random), changes: { rooms: [...last.rooms, ...rooms] } }
		);
	},
	moveDuring: ({ last, random, desk }) => {
		const atMs = duringStay(last, random);
		const rooms = desk.takeOtherRooms(last, atMs);
		return rooms && { atMs, changes: { rooms } };
	},
	extend: ({ last, random, desk }) =>
		desk.takeNights(last.rooms, last.departureMs, 1)
			? { atMs: duringStay(last, random), changes: { departureMs: last.departureMs + DAY_MS } }
			: undefined,
	leaveEarly: ({ last, random }) => {
		const atMs = duringStay(last, random);
		return { atMs, changes: { status: 'checked_out', departureMs: atMs } };
	},
} satisfies Record<string, (now: Moment) => Change | undefined>;

export type ChangeName = keyof typeof CHANGES;
export const ALL_CHANGES = Object.keys(CHANGES) as ChangeName[];

interface Moment {
	last: Version;
	random: Random;
	desk: Desk;
}

interface Change {
	atMs: number;
	changes: Partial<Version>;
}

const beforeStay = ({ atMs, arrivalMs }: Version, random: Random) =>
	between(atMs, arrivalMs, random);

const duringStay = ({ atMs, arrivalMs, departureMs }: Version, random: Random) =>
	between(Math.max(atMs, arrivalMs), departureMs, random);

/** Soon after the earlier change now and then, because messages that follow each other closely can arrive in the wrong order. */
function between(fromMs: number, toMs: number, random: Random): number {
	const latestMs = random.chance(0.2) ? Math.min(toMs, fromMs + HOUR_MS) : toMs;
	return random.whole(fromMs + MINUTE_MS, Math.max(fromMs + MINUTE_MS, latestMs - MINUTE_MS));
}

class Desk {
	private readonly taken = new Map<string, Set<number>>();
	private readonly regulars: Guest[] = [];
	private people = 0;

	constructor(private readonly options: BookingsOptions) {}

	/** A booking with all its versions; undefined if the house is full on the chosen nights. */
	book(number: number): Booking | undefined {
		const { random, rooms, startMs, days } = this.options;
		const arrivalDay = random.whole(0, days - 1);
		const nights = random.pick([1, 1, 2, 2, 2, 3, 4, 6]);
		const arrivalMs = startMs + arrivalDay * DAY_MS + CHECK_IN_HOUR * HOUR_MS;
		const room = [...rooms]
			.sort(() => random.next() - 0.5)
			.find((candidate) => this.takeNights([candidate], arrivalMs, nights));
		if (room === undefined) return undefined;
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
		return {
			id: `R-${String(number).padStart(4, '0')}`,
			versions,
			isRenumbered: random.chance(0.5),
		};
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
			name: `Guest ${this.people}`,
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

	/** Takes the rooms for so many nights, the first one beginning on the day of `fromMs`; false if one is not free. */
	takeNights(rooms: readonly string[], fromMs: number, nights: number): boolean {
		const first = this.dayOf(fromMs);
		const days = Array.from({ length: nights }, (_, index) => first + index);
		if (rooms.some((room) => days.some((day) => this.nightsOf(room).has(day)))) return false;
		for (const room of rooms) for (const day of days) this.nightsOf(room).add(day);
		return true;
	}

	/** Takes another room from `fromMs` to the departure. */
	takeOtherRooms({ departureMs }: Version, fromMs: number): string[] | undefined {
		const nights = Math.max(1, this.dayOf(departureMs) - this.dayOf(fromMs));
		const { random, rooms } = this.options;
		const room = [...rooms]
			.sort(() => random.next() - 0.5)
			.find((candidate) => this.takeNights([candidate], fromMs, nights));
		return room === undefined ? undefined : [room];
	}

	private change(versions: Version[]): void {
		const { random, changes } = this.options;
		for (let count = random.whole(0, 3); count > 0; count--) {
			const last = versions.at(-1) as Version;
			const what = random.pick(changes);
			const change = CHANGES[what]({ last, random, desk: this }) as Change | undefined;
			const isPossible =
				change !== undefined &&
				change.atMs < last.departureMs &&
				(last.status === 'cancelled' ? what === 'reinstate' : last.status !== 'checked_out') &&
				(what === 'moveDuring' || what === 'extend' || what === 'leaveEarly'
					? true
					: change.atMs < last.arrivalMs);
			if (isPossible)
				versions.push({ ...last, status: 'modified', ...change.changes, atMs: change.atMs, what });
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

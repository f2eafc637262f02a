import got from 'got';
import { createPmsAccount, type PmsAccount } from '../../pms/pmsServer';
import { pmsBooking, type PmsBooking } from '../../pms/pmsBooking';
import { callOf, type TestedSystem } from '../../pms/systems';
import { proofOf } from './sender';
import { WEBHOOK_LOGIN } from '../demo/saveDemoCredential';

/** What a person can do to a booking. */
export type BookingChange = (typeof CHANGES)[number];

const CHANGES = ['dates', 'room', 'confirm', 'cancel'] as const;

export const isBookingChange = (change: unknown): change is BookingChange =>
	CHANGES.some((one) => one === change);

/** The workflow of a system in n8n, as a host has it now. */
export interface BookingWorkflow {
	/** Its page in n8n's editor. */
	readonly editorUrl: string;
	readonly isPublished: boolean;
	/** False for one that was imported before, and asks the real system. */
	readonly isConnected: boolean;
	/** The address for the calls of the system. */
	readonly callUrl: string;
}

/** What a person chooses for a booking; what is left out gets a value that makes sense. */
export interface ChosenBooking {
	readonly kind: 'confirmed' | 'inquiry';
	readonly guest?: string;
	readonly email?: string;
	/** The ID of one of the system's rooms. */
	readonly room?: string;
	/** Days such as `2030-01-31`. */
	readonly arrival?: string;
	readonly departure?: string;
}

const DAY_MS = 86_400_000;
const GUESTS = ['Ada', 'Ben', 'Cora', 'Dan', 'Eve', 'Finn'];

/** The time zone of the rooms, which systems write their times in. */
const ZONE = 'Europe/Lisbon';

/** A booking system in which a person makes bookings. It has them in its own form, and calls n8n about them. */
export class BookingSystem {
	readonly account: PmsAccount;
	readonly bookings: PmsBooking[] = [];
	private made = 0;
	/** Digits. The table of stays outlives the demo, so no number is used twice. */
	private readonly firstNumber: number;

	/** `place`: among all systems, so that no two have the same numbers. */
	constructor(
		readonly system: TestedSystem,
		place = 0,
	) {
		this.firstNumber = (Math.floor(Date.now() / 1000) + place * 1_000_000) % 100_000_000;
		this.account = createPmsAccount(system.api);
		this.account.rooms = system.rooms;
	}

	/** The guest that the page suggests: each time another one. */
	get nextGuest(): string {
		return `${GUESTS[this.made % GUESTS.length]} Example`;
	}

	/** Today, in the time zone of the rooms. */
	get today(): string {
		return dayIn(0);
	}

	get inTwoDays(): string {
		return dayIn(2);
	}

	/** Forgets all bookings. */
	clear(): void {
		this.bookings.length = 0;
		this.account.change([]);
	}

	/** Unless chosen otherwise, from today on, for two nights. */
	book({ kind, guest = this.nextGuest, email, ...chosen }: ChosenBooking): PmsBooking {
		const [first = '', ...last] = guest.trim().split(/\s+/);
		const rooms = this.system.rooms;
		const room =
			rooms.find(({ id }) => id === chosen.room) ?? rooms[this.made % rooms.length] ?? rooms[0];
		const arrival = chosen.arrival ?? dayIn(0);
		this.made += 1;
		const number = String(this.made).padStart(2, '0');
		return this.save({
			...pmsBooking(),
			id: String(this.firstNumber + this.made),
			kind,
			guest: {
				first,
				last: last.join(' '),
				email: email ?? `${first.toLowerCase()}@example.com`,
				phone: `+155501001${number}`,
				language: 'en',
				key: `902${number}`,
			},
			rooms: [room],
			arrival,
			departure: chosen.departure ?? dayIn(2, arrival),
		});
	}

	/** Undefined if there is no such booking. */
	change(id: string, change: BookingChange): PmsBooking | undefined {
		const booking = this.bookings.find((one) => one.id === id);
		if (booking === undefined) return undefined;
		const [first, second] = this.system.rooms;
		return this.save({
			...booking,
			...{
				dates: { departure: dayIn(1, booking.departure) },
				room: { rooms: [booking.rooms[0].id === first.id ? second : first] as PmsBooking['rooms'] },
				confirm: { kind: 'confirmed' as const },
				cancel: { kind: 'cancelled' as const },
			}[change],
		});
	}

	private save(changed: PmsBooking): PmsBooking {
		const booking = {
			...changed,
			offset: offsetOn(changed.arrival),
			changedAt: `${new Date().toISOString().slice(0, 19)}Z`,
		};
		const index = this.bookings.findIndex(({ id }) => id === booking.id);
		this.bookings.splice(index === -1 ? this.bookings.length : index, 1, booking);
		this.account.change(this.bookings.map(this.system.form.listed));
		return booking;
	}

	/** Calls an address about a booking, and returns the status of the answer. */
	async call(url: string, booking: PmsBooking): Promise<number> {
		const body = JSON.stringify(callOf(this.system, booking, this.listed(booking)));
		const { statusCode } = await got.post(url, {
			body,
			headers: {
				'content-type': 'application/json',
				...proofOf({ login: WEBHOOK_LOGIN }),
			},
			throwHttpErrors: false,
		});
		return statusCode;
	}

	/** The PIN that the system has for the booking; undefined if it takes none. */
	pinOf(booking: PmsBooking): unknown {
		return this.system.api.pinBack?.pinOf(this.listed(booking));
	}

	private listed({ id }: PmsBooking): object {
		return this.account.bookings[this.bookings.findIndex((one) => one.id === id)] ?? {};
	}
}

function dayIn(days: number, from?: string): string {
	const start = from === undefined ? Date.now() : Date.parse(`${from}T12:00:00Z`);
	return new Date(start + days * DAY_MS).toLocaleDateString('sv-SE', { timeZone: ZONE });
}

/** Such as `+01:00`. */
function offsetOn(day: string): string {
	const parts = new Intl.DateTimeFormat('en', { timeZone: ZONE, timeZoneName: 'longOffset' });
	const name = parts.formatToParts(new Date(`${day}T12:00:00Z`)).at(-1)?.value ?? '';
	return name.replace('GMT', '') || '+00:00';
}

/** What a booking is, in words of no system. A hold, a request and a missing payment count as `inquiry`. */
export type BookingKind = 'confirmed' | 'ownerStay' | 'inquiry' | 'cancelled' | 'block';

export interface PmsRoom {
	id: string;
	name: string;
}

/**
 * A booking before a property management system writes it down. The files of this folder write it in the form of each system, and
 * know nothing of the code that reads it. A form leaves out what its system does not send.
 */
export interface PmsBooking {
	/** Digits. Systems with numbers send them as a number. */
	id: string;
	kind: BookingKind;
	/** The system's own word for the status. Without it, the form uses the usual one for `kind`. */
	word?: string;
	guest: {
		first: string;
		last: string;
		email: string;
		phone: string;
		language: string;
		/** The system's ID of the guest: digits. */
		key: string;
	};
	/** One or more units. `id` is digits. */
	rooms: [PmsRoom, ...PmsRoom[]];
	/** Days at the property, such as `2030-01-31`. */
	arrival: string;
	departure: string;
	/** Local times that the booking carries, such as `15:00`. */
	arrivalTime?: string;
	departureTime?: string;
	/** Of the property's time zone on both days, such as `+01:00`. */
	offset: string;
	/** An instant in UTC, such as `2030-01-01T10:00:00Z`. */
	changedAt: string;
	/** Whether all is paid. Without it, a form has no price. */
	isPaid?: boolean;
}

export interface PmsForm {
	webhookBody: (booking: PmsBooking) => object;
	/** One record of its list, or of the request that brings one booking. */
	listed: (booking: PmsBooking) => object;
}

/** What a word of a system means for the doors; `asked`: nothing changes, and the host is asked. */
export type Meaning = 'confirmed' | 'unconfirmed' | 'cancelled' | 'not_a_stay' | 'asked';

/** How a system writes its bookings, and what must be read from it. The tests of formats and of workflows use the same. */
export interface PmsDossier {
	form: PmsForm;
	/** Its words for the status. */
	words: Partial<Record<Meaning, readonly string[]>>;
	/** What is read from a booking of its list, where that is not what every booking of the tests says. */
	whole: object;
	/** What of that its call says otherwise. Left out for calls that do not have the booking. */
	inCall?: object;
	/** Bodies about no booking. */
	noStay?: Readonly<Record<string, object>>;
	/** Other bodies about a booking. */
	others?: Readonly<Record<string, object>>;
}

/** A confirmed booking of one room for two nights, without times of its own. */
export const pmsBooking = (changes: Partial<PmsBooking> = {}): PmsBooking => ({
	id: '40771',
	kind: 'confirmed',
	guest: {
		first: 'Ada',
		last: 'Example',
		email: 'ada@example.com',
		phone: '+15550100123',
		language: 'en',
		key: '90210',
	},
	rooms: [{ id: '512', name: 'Harbor Loft' }],
	arrival: '2030-01-29',
	departure: '2030-01-31',
	offset: '+01:00',
	changedAt: '2030-01-02T09:30:00Z',
	...changes,
});

export const fullName = ({ guest }: PmsBooking) => `${guest.first} ${guest.last}`;

/** What is left to pay of a price of 240.50, or what is in place of both if the booking has no price. */
export const due = <Without>({ isPaid }: PmsBooking, without: Without): number | Without =>
	isPaid === undefined ? without : isPaid ? 0 : 120.25;

/** A local time as an instant with the property's offset, such as `2030-01-29T15:00:00+01:00`. */
export const withOffset = ({ offset }: PmsBooking, day: string, time: string) =>
	`${day}T${time}:00${offset}`;

/** A local time as an instant in UTC, such as `2030-01-29T14:00:00Z`. */
export const inUtc = (booking: PmsBooking, day: string, time: string) =>
	new Date(withOffset(booking, day, time)).toISOString().replace('.000Z', 'Z');

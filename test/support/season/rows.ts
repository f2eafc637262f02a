import type { IDataObject } from 'n8n-workflow';
import { DAY_MS, indexAt, type Booking, type Guest, type Version } from './bookings';

/** One guest of a booking, as an item of n8n. */
export interface Row extends IDataObject {
	id: string;
	guestKey: string;
	status: string;
	name: string;
	email: string;
	phone: string;
	rooms: string;
	arrival: string;
	departure: string;
	changedAt: string;
}

/** An item, and what n8n cannot see of it. */
export interface PersonRow {
	booking: Booking;
	version: number;
	person: string;
	row: Row;
}

/** A webhook has all guests of the booking, and those who have left it as canceled. */
export function webhookRows(booking: Booking, index: number): PersonRow[] {
	const { guests, ...version } = booking.versions[index] as Version;
	const gone = new Map(
		booking.versions
			.slice(0, index)
			.flatMap((earlier) => earlier.guests)
			.filter(({ number }) => !guests.some((guest) => guest.number === number))
			.map((guest) => [guest.number, guest]),
	);
	return [
		...guests.map((guest) => rowOf(booking, index, guest)),
		...[...gone.values()].map((guest) =>
			rowOf(booking, index, guest, { ...version, status: 'cancelled' }),
		),
	];
}

/** The nightly list has what is current and upcoming, without canceled bookings. */
export function listRows(booking: Booking, listAtMs: number): PersonRow[] {
	const index = indexAt(booking, listAtMs);
	const version = booking.versions[index];
	if (!version || version.status === 'cancelled' || version.departureMs < listAtMs - DAY_MS)
		return [];
	return version.guests.map((guest) => rowOf(booking, index, guest));
}

/** Each guest of a booking has a reservation key of their own. */
export const reservationKeyOf = (bookingId: string, number: number): string =>
	number > 1 ? `${bookingId}-${number}` : bookingId;

export function rowOf(
	booking: Booking,
	index: number,
	{ person, number, name, email, phone, key }: Guest,
	version: Omit<Version, 'guests'> = booking.versions[index] as Version,
): PersonRow {
	const { status, rooms, arrivalMs, departureMs, atMs } = version;
	const toText = (ms: number) => new Date(ms).toISOString();
	return {
		booking,
		version: index,
		person,
		row: {
			id: reservationKeyOf(booking.id, number),
			guestKey: key,
			status,
			name,
			email,
			phone,
			rooms: rooms.join(', '),
			arrival: toText(arrivalMs),
			departure: toText(departureMs),
			changedAt: toText(atMs),
		},
	};
}

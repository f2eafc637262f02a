import { calendarForm, entryOf, feedOf } from './iCal';
import type { PmsBooking } from './pmsBooking';

const entry = (booking: PmsBooking) => {
	const uid = `1418fb94e984-${booking.id}@airbnb.com`;
	if (booking.kind === 'block')
		return entryOf(booking, uid, `SUMMARY:${booking.word ?? 'Airbnb (Not available)'}`);
	const url = `https://www.airbnb.com/hosting/reservations/details/HM${booking.id}`;
	const digits = booking.guest.phone.slice(-4);
	return entryOf(
		booking,
		uid,
		`SUMMARY:${booking.word ?? 'Reserved'}`,
		`DESCRIPTION:Reservation URL: ${url}\\nPhone Number (Last 4 Digits): ${digits}`,
	);
};

/** Airbnb names no guest, no room and no time. */
export const airbnbCalendar = calendarForm((...bookings) =>
	feedOf('-//Airbnb Inc//Hosting Calendar 1.0//EN', ...bookings.map(entry)),
);

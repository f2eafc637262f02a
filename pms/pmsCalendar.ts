import { calendarForm, entryOf, feedOf } from './iCal';
import { fullName, type PmsBooking } from './pmsBooking';

const entry = (booking: PmsBooking) => {
	const uid = `${booking.id}@booking-system.example`;
	if (booking.kind === 'block')
		return entryOf(booking, uid, `SUMMARY:${booking.word ?? 'Blocked by the owner'}`);
	const { email, phone } = booking.guest;
	return entryOf(
		booking,
		uid,
		`SUMMARY:${booking.word ?? fullName(booking)}`,
		`DESCRIPTION:Booking ID: ${booking.id}\\nEmail: ${email}\\nPhone: ${phone}\\nChannel: airbnb`,
		...(booking.kind === 'inquiry' ? ['STATUS:TENTATIVE'] : []),
	);
};

/** What a booking system exports for other calendars. */
export const pmsCalendar = calendarForm((...bookings) =>
	feedOf('-//Booking System//EN', ...bookings.map(entry)),
);

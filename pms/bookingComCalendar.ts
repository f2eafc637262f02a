import { calendarForm, entryOf, feedOf } from './iCal';

/** A stay and a block look the same. */
export const bookingComCalendar = calendarForm((...bookings) =>
	feedOf(
		'-//admin.booking.com//EN',
		...bookings.map((booking) =>
			entryOf(
				booking,
				`${booking.id}@booking.com`,
				`SUMMARY:${booking.word ?? 'CLOSED - Not available'}`,
			),
		),
	),
);

import { airbnbCalendar } from '../../../pms/airbnbCalendar';
import { bookingComCalendar } from '../../../pms/bookingComCalendar';
import { DOSSIERS } from '../../../pms/dossiers';
import { type BookingKind, pmsBooking, type PmsForm } from '../../../pms/pmsBooking';
import { pmsCalendar } from '../../../pms/pmsCalendar';
import { vrboCalendar } from '../../../pms/vrboCalendar';

const BOOKING = pmsBooking();
const KINDS: BookingKind[] = ['confirmed', 'ownerStay', 'inquiry', 'cancelled', 'block'];

/** A booking of each kind as the webhook sends it and as the list has it, and bodies that are written in another way. */
const bodiesOf = (form: PmsForm, others: Record<string, object> = {}) => ({
	...Object.fromEntries(
		KINDS.flatMap((kind) => [
			[`${kind}, from the webhook`, form.webhookBody(pmsBooking({ kind }))],
			[`${kind}, from the list`, form.listed(pmsBooking({ kind }))],
		]),
	),
	...others,
});

export const SAMPLES: Record<string, Record<string, object>> = {
	...Object.fromEntries(
		Object.entries(DOSSIERS).map(([from, { form, noStay, others }]) => [
			from,
			bodiesOf(form, { ...noStay, ...others }),
		]),
	),
	airbnbCalendar: bodiesOf(airbnbCalendar),
	bookingComCalendar: bodiesOf(bookingComCalendar),
	pmsCalendar: bodiesOf(pmsCalendar, {
		withContact: { ...pmsCalendar.listed(BOOKING), description: 'Phone: +15550100123' },
		withNameOnly: { ...pmsCalendar.listed(BOOKING), description: undefined },
	}),
	vrboCalendar: bodiesOf(vrboCalendar),
};

import * as airbnbCalendar from '../../../host/bookings/systems/airbnbCalendar';
import * as apaleo from '../../../host/bookings/systems/apaleo';
import * as avantio from '../../../host/bookings/systems/avantio';
import * as beds24 from '../../../host/bookings/systems/beds24';
import * as bookingComCalendar from '../../../host/bookings/systems/bookingComCalendar';
import * as cloudbeds from '../../../host/bookings/systems/cloudbeds';
import * as guesty from '../../../host/bookings/systems/guesty';
import * as hospitable from '../../../host/bookings/systems/hospitable';
import * as hostaway from '../../../host/bookings/systems/hostaway';
import * as hostex from '../../../host/bookings/systems/hostex';
import * as hostfully from '../../../host/bookings/systems/hostfully';
import * as hostify from '../../../host/bookings/systems/hostify';
import * as lodgify from '../../../host/bookings/systems/lodgify';
import * as mews from '../../../host/bookings/systems/mews';
import * as ownerRez from '../../../host/bookings/systems/ownerRez';
import {
	type BookingKind,
	pmsBooking,
	type PmsForm,
} from '../../../host/bookings/systems/pmsBooking';
import * as pmsCalendar from '../../../host/bookings/systems/pmsCalendar';
import * as smoobu from '../../../host/bookings/systems/smoobu';
import * as uplisting from '../../../host/bookings/systems/uplisting';
import * as vrboCalendar from '../../../host/bookings/systems/vrboCalendar';
import * as wuBookZak from '../../../host/bookings/systems/wuBookZak';

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
	airbnbCalendar: bodiesOf(airbnbCalendar.airbnbCalendar),
	apaleo: bodiesOf(apaleo.apaleo, {
		...apaleo.apaleoOthers(BOOKING),
		withoutBooking: { ...apaleo.apaleo.listed(BOOKING), bookingId: undefined },
	}),
	avantio: bodiesOf(avantio.avantio, { minimal: avantio.minimal(BOOKING) }),
	beds24: bodiesOf(beds24.beds24, { inventory: beds24.inventory }),
	bookingComCalendar: bodiesOf(bookingComCalendar.bookingComCalendar),
	cloudbeds: bodiesOf(cloudbeds.cloudbeds, cloudbeds.cloudbedsOthers(BOOKING)),
	guesty: bodiesOf(guesty.guesty, {
		version3: guesty.version3(BOOKING),
		found: guesty.found(BOOKING),
		withGuest: { reservation: guesty.found(BOOKING), guest: guesty.guestOf(BOOKING) },
		message: guesty.message,
		nested: { event: 'reservation.updated', data: { reservation: { _id: '40771' } } },
	}),
	hospitable: bodiesOf(hospitable.hospitable, {
		testDelivery: hospitable.testDelivery(BOOKING),
		message: hospitable.message,
	}),
	hostaway: bodiesOf(hostaway.hostaway, {
		testDelivery: hostaway.testDelivery,
		message: hostaway.message,
		newEvent: { event: 'calendar.updated', data: { id: 9 } },
	}),
	hostex: bodiesOf(hostex.hostex, { answer: hostex.answer(BOOKING), message: hostex.message }),
	hostfully: bodiesOf(hostfully.hostfully, hostfully.hostfullyOthers(BOOKING)),
	hostify: bodiesOf(hostify.hostify, { withoutGuest: hostify.record(BOOKING) }),
	lodgify: bodiesOf(lodgify.lodgify, {
		message: lodgify.message,
		rates: lodgify.rates,
		withoutRooms: { ...lodgify.lodgify.listed(BOOKING), rooms: undefined },
	}),
	mews: bodiesOf(mews.mews, mews.mewsOthers(BOOKING)),
	ownerRez: bodiesOf(ownerRez.ownerRez, {
		testDelivery: ownerRez.testDelivery,
		deleted: ownerRez.event('entity_delete', 'booking', 40_771),
		property: ownerRez.event('entity_update', 'property', 512),
	}),
	pmsCalendar: bodiesOf(pmsCalendar.pmsCalendar, {
		withContact: { ...pmsCalendar.pmsCalendar.listed(BOOKING), description: 'Phone: +15550100123' },
		withNameOnly: { ...pmsCalendar.pmsCalendar.listed(BOOKING), description: undefined },
	}),
	smoobu: bodiesOf(smoobu.smoobu, { message: smoobu.message, rates: smoobu.rates }),
	uplisting: bodiesOf(uplisting.uplisting, {
		withUnit: uplisting.withUnit(BOOKING),
		removed: uplisting.removed(BOOKING),
		removedId: { id: 40_771, reason: 'destroyed' },
	}),
	vrboCalendar: bodiesOf(vrboCalendar.vrboCalendar),
	wuBookZak: bodiesOf(wuBookZak.wuBookZak, {
		withoutGuest: wuBookZak.record(BOOKING),
		answer: { data: wuBookZak.record(BOOKING) },
	}),
};

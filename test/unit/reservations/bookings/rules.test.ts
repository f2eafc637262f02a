import type { Booking } from '../../../../nodes/DeviceAccess/reservations/bookings/booking';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { airbnbCalendar } from '../../../../pms/airbnbCalendar';
import { apaleo } from '../../../../pms/apaleo';
import { beds24 } from '../../../../pms/beds24';
import { cloudbeds } from '../../../../pms/cloudbeds';
import { guesty, version2 } from '../../../../pms/guesty';
import { hospitable } from '../../../../pms/hospitable';
import { hostaway } from '../../../../pms/hostaway';
import { hostfully } from '../../../../pms/hostfully';
import { lodgify } from '../../../../pms/lodgify';
import { mews } from '../../../../pms/mews';
import { event, ownerRez } from '../../../../pms/ownerRez';
import { pmsBooking, type PmsBooking, type PmsForm } from '../../../../pms/pmsBooking';
import { smoobu } from '../../../../pms/smoobu';
import { uplisting } from '../../../../pms/uplisting';
import { readOne } from './formats/readOne';

const BOOKING = pmsBooking();
const listed = (form: PmsForm, changes: object = {}, booking: Partial<PmsBooking> = {}) => ({
	...form.listed(pmsBooking(booking)),
	...changes,
});
const sent = (
	form: PmsForm,
	name: string,
	changes: object,
	others: object = {},
	booking: Partial<PmsBooking> = {},
) => {
	const body = form.webhookBody(pmsBooking(booking)) as WireObject;
	return { ...body, ...others, [name]: { ...(body[name] as object), ...changes } };
};
const lodgifyEvent = (action: string, word: string) =>
	sent(lodgify, 'booking', {}, { action }, { word });
const hospitableStatus = (category: string, subCategory: string | null) => ({
	reservation_status: { current: { category, sub_category: subCategory } },
});
const v2 = (data: object) => ({
	...version2(BOOKING),
	data: { ...version2(BOOKING).data, ...data },
});
const apaleoEvent = (type: string, others: object = {}) => ({
	...others,
	...(apaleo.webhookBody(pmsBooking({ word: type })) as object),
});
const cloudbedsEvent = (name: string, others: object) => ({
	...cloudbeds.webhookBody(BOOKING),
	event: `reservation/${name}`,
	...others,
});

/** By what each body says for the doors. */
const SAYS_TWO_THINGS: Partial<Record<Booking['status'], Record<string, object>>> = {
	cancelled: {
		'lodgify: declined, Open': lodgifyEvent('booking_status_change_declined', 'Open'),
		'lodgify: booked, Declined': lodgifyEvent('booking_status_change_booked', 'Declined'),
		'hospitable: accepted, cancelled': listed(
			hospitable,
			hospitableStatus('accepted', 'cancelled'),
		),
		'hospitable: accepted, and the older status': listed(hospitable, { status: 'cancelled' }),
		'hostaway: modified, cancellationDate': listed(
			hostaway,
			{ cancellationDate: '2030-01-02' },
			{ word: 'modified' },
		),
		'hostaway: new, no-show': listed(hostaway, { bookingcomNoShowReportedAt: '2030-01-30' }),
		'mews: Confirmed, CancelledUtc': listed(mews, { CancelledUtc: '2030-01-02T09:30:00Z' }),
		'beds24: confirmed, cancelTime': sent(beds24, 'booking', {
			cancelTime: '2030-01-02T09:30:00Z',
		}),
		'guesty: data canceled, reservation confirmed': v2({
			status: 'canceled',
			reservation: { status: 'confirmed' },
		}),
		'cloudbeds: deleted, confirmed': cloudbedsEvent('deleted', { status: 'confirmed' }),
		'apaleo: canceled, Confirmed': apaleoEvent('canceled', { status: 'Confirmed' }),
		'apaleo: deleted, with the record': apaleoEvent('deleted', listed(apaleo)),
		'apaleo: Confirmed, canceled': listed(apaleo, { cancellationTime: '2030-01-02T09:30:00Z' }),
		'apaleo: Confirmed, no-show': listed(apaleo, { noShowTime: '2030-01-30T09:30:00Z' }),
		'guesty: confirmed, canceledAt': listed(guesty, { canceledAt: '2030-01-02T09:30:00Z' }),
		'apaleo: changed, Canceled': apaleoEvent('changed', { status: 'Canceled' }),
		'ownerRez: deleted, active': event('entity_delete', 'booking', 40_771, listed(ownerRez)),
		'ownerRez: canceled, without the stay': event('entity_update', 'booking', 40_771, {
			status: 'canceled',
		}),
		'ownerRez: active, canceled_utc': listed(ownerRez, { canceled_utc: '2030-01-02T09:30:00Z' }),
		'ownerRez: a canceled block': listed(ownerRez, { is_block: true }, { word: 'canceled' }),
		'uplisting: confirmed, destroyed': { ...uplisting.listed(BOOKING), reason: 'destroyed' },
		'smoobu: an update that is a cancellation': sent(smoobu, 'data', { type: 'cancellation' }),
		'smoobu: a cancellation of a booking': sent(
			smoobu,
			'data',
			{},
			{ action: 'cancelReservation' },
		),
		'hostfully: CANCELLED, an inquiry': listed(hostfully, { type: 'INQUIRY', status: 'CANCELLED' }),
	},
	unconfirmed: {
		'lodgify: tentative, Booked': lodgifyEvent('booking_status_change_tentative', 'Booked'),
		'airbnbCalendar: Reserved, TENTATIVE': listed(airbnbCalendar, { status: 'TENTATIVE' }),
	},
	not_a_stay: {
		'beds24: black, nonPayment': listed(beds24, { subStatus: 'nonPayment' }, { word: 'black' }),
		'guesty: data confirmed, reservation reserved': v2({ reservation: { status: 'reserved' } }),
		'ownerRez: a pending block': listed(ownerRez, { is_block: true }, { word: 'pending' }),
		'smoobu: a block': sent(smoobu, 'data', { 'is-blocked-booking': true }),
		'hostfully: BOOKED, a block': listed(hostfully, { type: 'BLOCK' }),
	},
	confirmed: {
		'hospitable: accepted, a word about something else': listed(
			hospitable,
			hospitableStatus('accepted', 'x'),
		),
		'hostaway: new, a date of zeros': listed(hostaway, { cancellationDate: '0000-00-00' }),
		'apaleo: changed, with the record': apaleoEvent('changed', listed(apaleo)),
	},
};

describe('where a body says two things, the one that closes the door counts', () => {
	it.each(
		Object.entries(SAYS_TWO_THINGS).flatMap(([status, bodies]) =>
			Object.entries(bodies).map(([what, body]) => ({ what, body, status })),
		),
	)('$what', ({ what, body, status }) => {
		const [from = ''] = what.split(':');
		expect(readOne(from, body)).toMatchObject({ status });
	});
});

describe('a word that a system is not known to use', () => {
	it('is said, and changes nothing', () => {
		expect(readOne('hostaway', listed(hostaway, {}, { word: 'Frozen' }))).toMatchObject({
			status: 'not_a_stay',
			pms_status: 'Frozen',
			unknown_status: true,
		});
	});

	it.each([
		['of a block', 'ownerRez', listed(ownerRez, { is_block: true }, { word: 'Frozen' })],
		[
			'of a booking that was canceled',
			'guesty',
			listed(guesty, { canceledAt: '2030-01-02T09:30:00Z' }, { word: 'Frozen' }),
		],
	])('matters to nobody if it is that %s', (_what, from, body) => {
		expect(readOne(from, body)).not.toHaveProperty('unknown_status');
	});
});

describe('a flag that is set counts, however it is written', () => {
	const FLAGS: Array<[unknown, boolean]> = [
		[true, true],
		[1, true],
		['1', true],
		['true', true],
		['TRUE', true],
		[false, false],
		[0, false],
		['0', false],
		['false', false],
		[null, false],
	];

	it.each(FLAGS)('%j', (flag, isSet) => {
		const status = isSet ? 'not_a_stay' : 'confirmed';
		expect(readOne('smoobu', listed(smoobu, { 'is-blocked-booking': flag }))).toMatchObject({
			status,
		});
		expect(readOne('ownerRez', listed(ownerRez, { is_block: flag }))).toMatchObject({ status });
		expect(readOne('lodgify', listed(lodgify, { is_deleted: flag }))).toMatchObject({
			status: isSet ? 'cancelled' : 'confirmed',
		});
		expect(readOne('hostaway', listed(hostaway, { isDatesUnspecified: flag }))).toMatchObject({
			arrival: isSet ? null : BOOKING.arrival,
		});
	});
});

it.each<[string, (time: string) => object]>([
	['smoobu', (time) => sent(smoobu, 'data', { modifiedAt: time })],
	['smoobu', (time) => listed(smoobu, { 'modified-at': time })],
	['hostaway', (time) => listed(hostaway, { latestActivityOn: time })],
	['cloudbeds', (time) => listed(cloudbeds, { dateModified: time })],
])('%s: the time of a change counts if it has an offset', (from, body) => {
	for (const time of ['2030-01-02T09:30:00Z', '2030-01-02 10:30:00+01:00', '2030-01-02T10:30+01'])
		expect(readOne(from, body(time)).changed_at).toBe(time);
	expect(readOne(from, body('2030-01-02 10:30:00')).changed_at).toBeNull();
});

it.each<[string, object]>([
	['hospitable', { id: 'e', action: 'reservation.created', triggers: ['test'], data: null }],
	['hostaway', { event: 'reservation created', data: null }],
	['lodgify', { action: 'booking_change', booking: null, guest: null }],
	['beds24', { timeStamp: '2030-01-02T09:30:00Z', booking: {} }],
	['guesty', { event: 'reservation.updated.v2', data: {}, meta: { eventId: 'e' } }],
])('%s: an event without anything in it is a test delivery', (from, body) => {
	expect(readOne(from, body)).toMatchObject({
		status: 'not_a_stay',
		reason: 'It is a test delivery',
		reservation_key: null,
	});
});

import { readBooking } from '../../../../nodes/DeviceAccess/reservations/bookings/readBooking';
import { cloudbeds, withRates } from '../../../../pms/cloudbeds';
import { hostaway } from '../../../../pms/hostaway';
import { hostfully } from '../../../../pms/hostfully';
import { lodgify } from '../../../../pms/lodgify';
import { pmsBooking, type PmsBooking } from '../../../../pms/pmsBooking';

const isPaid = (from: string, body: object) =>
	readBooking(from, { headers: {}, body }).map(({ is_paid: paid }) => paid);

describe.each<[string, string, (booking: PmsBooking) => object]>([
	['hostaway', 'a call', hostaway.webhookBody],
	['hostaway', 'the list', hostaway.listed],
	['cloudbeds', 'the booking of a call', withRates],
	['cloudbeds', 'the list', cloudbeds.listed],
	['lodgify', 'a call', lodgify.webhookBody],
	['lodgify', 'the list', lodgify.listed],
])('%s, %s', (from, _what, form) => {
	it.each([true, false])('says whether a booking is paid: %s', (paid) => {
		expect(isPaid(from, form(pmsBooking({ isPaid: paid })))).toEqual([paid]);
	});

	it('says nothing of a booking without a price', () => {
		expect(isPaid(from, form(pmsBooking()))).toEqual([null]);
	});
});

it.each<[string, string, object, boolean | null]>([
	['hostaway', 'a flag that is a number', { isPaid: 1 }, true],
	['hostaway', 'a flag that is a zero', { isPaid: 0 }, false],
	['hostaway', 'another word', { isPaid: 'partly' }, null],
	['cloudbeds', 'more paid than the price', { balance: -12.5 }, true],
	['cloudbeds', 'a number in text', { balance: '0.01' }, false],
	['cloudbeds', 'no number', { balance: '' }, null],
])('%s: %s', (from, _what, changes, paid) => {
	const form = from === 'hostaway' ? hostaway : cloudbeds;
	expect(isPaid(from, { ...form.listed(pmsBooking()), ...changes })).toEqual([paid]);
});

it('hostfully: only the word that says it, because the others say nothing of the payment', () => {
	const ofWord = (word: string) => isPaid('hostfully', hostfully.listed(pmsBooking({ word })));
	expect([ofWord('PAID_IN_FULL'), ofWord('BOOKED'), ofWord('STAY')]).toEqual([
		[true],
		[null],
		[null],
	]);
});

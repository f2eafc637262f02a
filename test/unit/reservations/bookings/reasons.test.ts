import { readBooking } from '../../../../nodes/DeviceAccess/reservations/bookings/readBooking';
import { apaleo } from '../../../../host/bookings/systems/apaleo';
import { avantio } from '../../../../host/bookings/systems/avantio';
import { beds24 } from '../../../../host/bookings/systems/beds24';
import { cloudbeds } from '../../../../host/bookings/systems/cloudbeds';
import { guesty } from '../../../../host/bookings/systems/guesty';
import { hostaway } from '../../../../host/bookings/systems/hostaway';
import { hostfully } from '../../../../host/bookings/systems/hostfully';
import { hostify } from '../../../../host/bookings/systems/hostify';
import { lodgify } from '../../../../host/bookings/systems/lodgify';
import { mews } from '../../../../host/bookings/systems/mews';
import { pmsBooking } from '../../../../host/bookings/systems/pmsBooking';
import { uplisting } from '../../../../host/bookings/systems/uplisting';

const FORMS = {
	apaleo,
	avantio,
	beds24,
	cloudbeds,
	guesty,
	hostaway,
	hostfully,
	hostify,
	lodgify,
	mews,
	uplisting,
};

const REASONS: Array<[words: string[], reason: RegExp]> = [
	[['NoShow', 'noShow', 'no_show'], /did not arrive/],
	[['CheckedOut', 'checked_out', 'Processed'], /checked out/],
	[['Canceled', 'CANCELLED', 'Cancelled', 'canceled', 'cancelled'], /cancel/],
	[['Declined', 'DECLINED', 'declined'], /declined/],
	[['expired', 'HOLD_EXPIRED', 'inquiryTimedout'], /expired/],
	[['inquiry', 'Open', 'reserved'], /inquiry/],
	[['awaitingPayment', 'awaiting_payment', 'nonPayment'], /payment/],
	[['Tentative', 'TENTATIVE'], /tentative/],
];

it.each(REASONS)(
	'the reason of a booking says what %j means, in each system that says it',
	(words, reason) => {
		const said = Object.entries(FORMS).flatMap(([from, form]) =>
			words.flatMap((word) =>
				readBooking(from, { headers: {}, body: form.listed(pmsBooking({ word })) })
					.filter((booking) => booking.unknown_status !== true && booking.pms_status === word)
					.map((booking) => [from, word, booking.reason]),
			),
		);
		expect(said).not.toEqual([]);
		expect(said).toEqual(
			said.map(([from, word]) => [from, word, expect.stringMatching(reason) as string]),
		);
	},
);

import { readBooking } from '../../../../nodes/DeviceAccess/reservations/bookings/readBooking';
import { apaleo } from '../../../../pms/apaleo';
import { avantio } from '../../../../pms/avantio';
import { beds24 } from '../../../../pms/beds24';
import { cloudbeds } from '../../../../pms/cloudbeds';
import { guesty } from '../../../../pms/guesty';
import { hostaway } from '../../../../pms/hostaway';
import { hostfully } from '../../../../pms/hostfully';
import { hostify } from '../../../../pms/hostify';
import { lodgify } from '../../../../pms/lodgify';
import { mews } from '../../../../pms/mews';
import { pmsBooking } from '../../../../pms/pmsBooking';
import { uplisting } from '../../../../pms/uplisting';

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

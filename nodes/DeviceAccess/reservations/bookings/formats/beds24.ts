import { InvalidParameterError } from '../../../errors/errors';
import type { Body } from '../body';
import { format, inWords } from '../format';
import {
	alsoSaid,
	cancelled,
	type PartialBooking,
	readWord,
	strictest,
	unconfirmed,
	type Words,
} from '../booking';

// Source: apiV2.yaml (stored in github.com/jverneuer/beds24-mcp), wiki.beds24.com, webhook bodies.

const WORDS: Words = {
	confirmed: 'confirmed',
	new: 'confirmed',
	request: 'request',
	inquiry: 'inquiry',
	black: 'blocked',
	cancelled: 'canceled',
};

/** The words under `subStatus` that take a booking back. The others say nothing about access. */
const TAKEN_BACK: Words = {
	cancelledByGuest: cancelled('The guest canceled the booking'),
	cancelledByHost: cancelled('The host canceled the booking'),
	noShow: 'noShow',
	nonPayment: 'unpaid',
	waitlist: unconfirmed('The guest is on the waiting list'),
};

/** Only a change of the inventory has a word. */
export const beds24 = format({
	value: 'beds24',
	system: 'Beds24',
	list: 'data',
	key: 'id',
	envelope: { word: ['action'], otherTopics: /^[A-Z_]+$/, record: 'booking' },
	read: (booking, { key, body }) => {
		const roomId = booking.text('roomId');
		if (roomId === null || booking.text('arrival', 'status') === null) return undefined;
		const said = strictest(
			readWord(WORDS, booking.text('status')),
			alsoSaid(TAKEN_BACK, booking.text('subStatus')),
			booking.hasDate('cancelTime') && 'canceled',
		);
		const units = Number(booking.text('roomQty') ?? 1);
		// A call has them beside the booking.
		const infos = [...booking.list('infoItems'), ...body.list('infoItems')];
		const code = infos.find((info) => info.text('code') === 'ACCESS_CODE');
		const codeId = Number(code?.text('id') ?? undefined);
		const stay = {
			...said,
			guest_name: booking.joined('firstName', 'lastName'),
			guest_email: booking.text('email'),
			guest_phone: booking.text('mobile', 'phone'),
			guest_language: booking.text('lang'),
			rooms: unitsOf(booking, roomId),
			// arrivalTime is when the guest thinks to arrive, not when the room is theirs.
			arrival: booking.day('arrival'),
			departure: booking.day('departure'),
			changed_at: booking.instant('modifiedTime'),
			channel: booking.text('channel'),
			door_code: code?.text('text') ?? null,
			...(Number.isSafeInteger(codeId) && { door_code_id: codeId }),
			group_key: booking.text('bookingGroup.master', 'masterId'),
		};
		if (said.status === 'confirmed' && units > 1) throw severalUnits(key, units, stay);
		return stay;
	},
});

/**
 * Units are numbered within their room: unit 1 has the room's ID, and unit 2 of room 512 is '512-2'.
 * A booking that has no unit yet (0) has no room, because the ID alone would open unit 1.
 */
function unitsOf(booking: Body, roomId: string): string[] {
	const unit = booking.text('unitId');
	if (unit === '0') return [];
	return [unit === null || unit === '1' ? roomId : `${roomId}-${unit}`];
}

const severalUnits = (key: string, count: number, stay: PartialBooking) =>
	new InvalidParameterError(
		`This booking has ${count} units, and Beds24 names only one of them (${inWords(key, stay)})`,
		"Nothing was changed. Give the guest access to each unit with 'Create or update reservation', or split the booking in Beds24 into one for each unit.",
		'several_units',
		key,
	);

import * as fc from 'fast-check';
import { airbnbCalendar } from '../../../pms/airbnbCalendar';
import { apaleo } from '../../../pms/apaleo';
import { avantio } from '../../../pms/avantio';
import { beds24 } from '../../../pms/beds24';
import { cloudbeds } from '../../../pms/cloudbeds';
import { guesty } from '../../../pms/guesty';
import { hospitable } from '../../../pms/hospitable';
import { hostaway } from '../../../pms/hostaway';
import { hostex } from '../../../pms/hostex';
import { hostfully } from '../../../pms/hostfully';
import { hostify } from '../../../pms/hostify';
import { lodgify } from '../../../pms/lodgify';
import { mews } from '../../../pms/mews';
import { ownerRez } from '../../../pms/ownerRez';
import type { BookingKind, PmsBooking, PmsForm } from '../../../pms/pmsBooking';
import { smoobu } from '../../../pms/smoobu';
import { uplisting } from '../../../pms/uplisting';
import { vrboCalendar } from '../../../pms/vrboCalendar';
import { wuBookZak } from '../../../pms/wuBookZak';

type Said = 'name' | 'email' | 'phone' | 'phoneEnd' | 'guestKey' | 'rooms' | 'changedAt';

export interface WrittenStay {
	name: string;
	from: string;
	write: (booking: PmsBooking) => object;
	says: Said[];
	kinds: BookingKind[];
	/** How exactly the form writes times of day. */
	times: 'none' | 'hours' | 'minutes';
	/** The times of day that it writes if the booking has none. */
	usualTimes?: { arrival: string; departure: string };
	/** True for times with an offset. */
	writesInstants?: boolean;
	/** True if one booking can have several rooms. */
	hasSeveralRooms?: boolean;
	/** The key, if it is not the ID alone. */
	key?: (booking: PmsBooking) => string;
}

const NO_BLOCKS: BookingKind[] = ['confirmed', 'ownerStay', 'inquiry', 'cancelled'];
const STAYS_ONLY: BookingKind[] = ['confirmed', 'ownerStay', 'cancelled'];
const NO_INQUIRIES: BookingKind[] = [...STAYS_ONLY, 'block'];
const ALL: BookingKind[] = [...NO_BLOCKS, 'block'];
const CONTACT: Said[] = ['name', 'email', 'phone', 'rooms'];

export const STATUS: Readonly<Record<BookingKind, string>> = {
	confirmed: 'confirmed',
	ownerStay: 'confirmed',
	inquiry: 'unconfirmed',
	cancelled: 'cancelled',
	block: 'not_a_stay',
};

export function phoneOf({ guest }: PmsBooking, says: WrittenStay['says']): string | null {
	if (says.includes('phoneEnd')) return guest.phone.slice(-4);
	return says.includes('phone') ? guest.phone : null;
}

type Written = Partial<Omit<WrittenStay, 'name' | 'from' | 'write'>>;

/** What most forms say. */
const USUAL = { says: CONTACT, kinds: NO_BLOCKS, times: 'none' } as const;

/** The webhook's body and the record of the list, which say the same unless `listed` tells how they differ. */
const bothShapes = (
	from: string,
	form: PmsForm,
	written: Written,
	listed: Written = {},
): WrittenStay[] => [
	{ name: `${from} (webhook)`, from, write: form.webhookBody, ...USUAL, ...written },
	{ name: `${from} (list)`, from, write: form.listed, ...USUAL, ...written, ...listed },
];

const listOnly = (from: string, form: PmsForm, written: Written): WrittenStay => ({
	name: `${from} (list)`,
	from,
	write: form.listed,
	...USUAL,
	...written,
});

const apaleoKey = ({ id }: PmsBooking) => `AP${id}-1`;
const HOTEL = { arrival: '15:00', departure: '11:00' };

export const STAYS: WrittenStay[] = [
	...bothShapes('hostaway', hostaway, {
		times: 'hours',
		hasSeveralRooms: true,
	}),
	...bothShapes(
		'hospitable',
		hospitable,
		{
			says: [...CONTACT, 'changedAt'],
			times: 'minutes',
			writesInstants: true,
			hasSeveralRooms: true,
		},
		{ says: CONTACT },
	),
	...bothShapes('smoobu', smoobu, { kinds: NO_INQUIRIES, times: 'minutes' }),
	...bothShapes(
		'lodgify',
		lodgify,
		{ says: [...CONTACT, 'guestKey'], hasSeveralRooms: true },
		{ says: CONTACT },
	),
	...bothShapes('beds24', beds24, { says: [...CONTACT, 'changedAt'], kinds: ALL }),
	listOnly('guesty', guesty, {
		says: [...CONTACT, 'guestKey', 'changedAt'],
		times: 'minutes',
	}),
	{
		name: 'uplisting (webhook)',
		from: 'uplisting',
		write: uplisting.webhookBody,
		says: [...CONTACT, 'changedAt'],
		kinds: STAYS_ONLY,
		times: 'minutes',
	},
	...bothShapes('ownerRez', ownerRez, {
		says: [...CONTACT, 'guestKey', 'changedAt'],
		kinds: ALL,
		times: 'minutes',
	}),
	listOnly('apaleo', apaleo, {
		says: [...CONTACT, 'changedAt'],
		times: 'minutes',
		usualTimes: HOTEL,
		writesInstants: true,
		key: apaleoKey,
	}),
	...bothShapes('avantio', avantio, {
		says: [...CONTACT, 'guestKey', 'changedAt'],
		kinds: ALL,
		times: 'minutes',
	}),
	listOnly('hostex', hostex, { kinds: STAYS_ONLY }),
	listOnly('hostify', hostify, {
		says: [...CONTACT, 'guestKey'],
	}),
	listOnly('wuBookZak', wuBookZak, {
		says: [...CONTACT, 'guestKey'],
		kinds: STAYS_ONLY,
		hasSeveralRooms: true,
	}),
	listOnly('mews', mews, {
		says: ['guestKey', 'rooms', 'changedAt'],
		times: 'minutes',
		usualTimes: HOTEL,
		writesInstants: true,
	}),
	listOnly('cloudbeds', cloudbeds, {
		says: [...CONTACT, 'guestKey'],
		hasSeveralRooms: true,
	}),
	listOnly('hostfully', hostfully, {
		says: [...CONTACT, 'changedAt'],
		kinds: ALL,
		times: 'minutes',
		usualTimes: HOTEL,
	}),
	...bothShapes('vrboCalendar', vrboCalendar, {
		says: ['name'],
		kinds: STAYS_ONLY,
		key: ({ id }) => `vrbo-${id}`,
	}),
	...bothShapes('airbnbCalendar', airbnbCalendar, {
		says: ['phoneEnd'],
		kinds: STAYS_ONLY,
		key: ({ id }) => `HM${id}`,
	}),
];

const event = (from: string, form: PmsForm, key?: WrittenStay['key']): WrittenStay => ({
	name: `${from} (webhook)`,
	from,
	write: form.webhookBody,
	...USUAL,
	says: [],
	...(key && { key }),
});

export const EVENTS: WrittenStay[] = [
	event('apaleo', apaleo, apaleoKey),
	event('cloudbeds', cloudbeds),
	event('guesty', guesty),
	event('hostex', hostex),
	event('hostfully', hostfully),
	event('mews', mews),
];

const digits = fc.integer({ min: 1, max: 999_999_999 }).map(String);
const givenName = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ž]{1,12}$/);
const room = fc.record({ id: digits, name: givenName });

const guest = fc.record({
	first: givenName,
	last: givenName,
	email: fc.stringMatching(/^[a-z0-9]{1,10}@example\.com$/),
	phone: fc.stringMatching(/^\+1555010\d{4}$/),
	language: fc.constantFrom('en', 'de', 'pt'),
	key: digits,
});

const time = (precision: WrittenStay['times']) =>
	precision === 'none'
		? fc.constant(undefined)
		: fc.option(
				fc.stringMatching(
					precision === 'hours' ? /^(0\d|1\d|2[0-3]):00$/ : /^(0\d|1\d|2[0-3]):[0-5]\d$/,
				),
				{ nil: undefined },
			);

const dayAt = (day: number) => new Date(Date.UTC(2030, 0, day)).toISOString().slice(0, 10);

export const anyBooking = ({
	kinds,
	times,
	hasSeveralRooms,
}: WrittenStay): fc.Arbitrary<PmsBooking> =>
	fc
		.record({
			id: digits,
			kind: fc.constantFrom(...kinds),
			guest,
			room,
			otherRooms: hasSeveralRooms ? fc.array(room, { maxLength: 2 }) : fc.constant([]),
			firstDay: fc.integer({ min: 1, max: 800 }),
			nights: fc.integer({ min: 1, max: 40 }),
			arrivalTime: time(times),
			departureTime: time(times),
			offset: fc.constantFrom('+00:00', '+01:00', '-07:00', '+05:30', '+13:00'),
			changedAt: fc
				.integer({ min: 0, max: 31_000_000 })
				.map((second) => new Date(Date.UTC(2029, 0, 1) + second * 1000).toISOString()),
		})
		.map(({ room: first, otherRooms, firstDay, nights, arrivalTime, departureTime, ...rest }) => ({
			...rest,
			rooms: [first, ...otherRooms],
			arrival: dayAt(firstDay),
			departure: dayAt(firstDay + nights),
			...(arrivalTime !== undefined && { arrivalTime }),
			...(departureTime !== undefined && { departureTime }),
		}));

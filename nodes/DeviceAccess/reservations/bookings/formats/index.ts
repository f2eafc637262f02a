import { type BookingFormat, keyPrefixOf } from '../format';
import { apaleo } from './apaleo';
import { avantio } from './avantio';
import { beds24 } from './beds24';
import { airbnbCalendar, bookingComCalendar, pmsCalendar, vrboCalendar } from './calendars';
import { cloudbeds } from './cloudbeds';
import { guesty } from './guesty';
import { hospitable } from './hospitable';
import { hostaway } from './hostaway';
import { hostex } from './hostex';
import { hostfully } from './hostfully';
import { hostify } from './hostify';
import { lodgify } from './lodgify';
import { mews } from './mews';
import { ownerRez } from './ownerRez';
import { smoobu } from './smoobu';
import { uplisting } from './uplisting';
import { wuBookZak } from './wuBookZak';

/** All systems by name, as the field 'From' lists them. */
export const FORMATS: readonly BookingFormat[] = [
	airbnbCalendar,
	apaleo,
	avantio,
	beds24,
	bookingComCalendar,
	pmsCalendar,
	cloudbeds,
	guesty,
	hospitable,
	hostaway,
	hostex,
	hostfully,
	hostify,
	lodgify,
	mews,
	ownerRez,
	smoobu,
	uplisting,
	vrboCalendar,
	wuBookZak,
];

/** True if the system whose keys have this prefix can give a stay another key. */
export const canChangeKeys = (keyPrefix: unknown): boolean =>
	FORMATS.some((format) => format.canChangeKeys === true && keyPrefixOf(format) === keyPrefix);

export const isPrefixOfCalendar = (keyPrefix: unknown): boolean =>
	FORMATS.some((format) => format.value.endsWith('Calendar') && keyPrefixOf(format) === keyPrefix);

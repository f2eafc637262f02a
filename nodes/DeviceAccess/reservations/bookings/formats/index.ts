import type { BookingFormat } from '../format';
import { airbnbCalendar } from './airbnbCalendar';
import { apaleo } from './apaleo';
import { bookingComCalendar } from './bookingComCalendar';
import { cloudbeds } from './cloudbeds';
import { hospitable } from './hospitable';
import { hostaway } from './hostaway';
import { hostfully } from './hostfully';
import { mews } from './mews';
import { vrboCalendar } from './vrboCalendar';

/** All systems by name, as the field 'From' lists them. */
export const FORMATS: readonly BookingFormat[] = [
	airbnbCalendar,
	apaleo,
	bookingComCalendar,
	cloudbeds,
	hospitable,
	hostaway,
	hostfully,
	mews,
	vrboCalendar,
];

import type { BookingFormat } from '../format';
import { hospitable } from './hospitable';
import { hostaway } from './hostaway';

/** All systems by name, as the field 'From' lists them. */
export const FORMATS: readonly BookingFormat[] = [hospitable, hostaway];

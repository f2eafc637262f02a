import type { WireObject } from '../../wire/records';
import type { PartialBooking } from './booking';

/** How one property management system writes its bookings. One file each in `formats/`. */
export interface BookingFormat {
	/** Stored in workflows, and the beginning of `key_prefix`. */
	value: string;
	name: string;
	/**
	 * Reads a body that the system sends, or a record of its list. Undefined if the system sends no such body. Several
	 * bookings if the body is about several.
	 */
	read: (body: WireObject) => PartialBooking | PartialBooking[] | undefined;
}

import type { WireObject } from '../../wire/records';
import type { PartialBooking } from './booking';

/** What the host says about the bookings of a system that does not say it. */
export interface HostKnowledge {
	/** What a closed day in Booking.com's calendar is: `stay` or `block`. */
	closedDays?: unknown;
}

/** The prefix of the keys of a system's grants. */
export const keyPrefixOf = ({ value }: Pick<BookingFormat, 'value'>): string => `${value}:`;

/** How one property management system writes its bookings. One file each in `formats/`. */
export interface BookingFormat {
	/** Stored in workflows, and the beginning of `key_prefix`. */
	value: string;
	/** The name of the system, as it writes itself. */
	system: string;
	/** True if the system can give a stay another key, and nothing else says which stay it is. */
	canChangeKeys?: true;
	/** What to pass on, if it is neither the item of the Webhook node nor a record of a list. */
	input?: string;
	/**
	 * Reads a body that the system sends, or a record of its list. Undefined if the system sends no
	 * such body. Several bookings if the body is about several.
	 */
	read: (body: WireObject, host: HostKnowledge) => PartialBooking | PartialBooking[] | undefined;
}

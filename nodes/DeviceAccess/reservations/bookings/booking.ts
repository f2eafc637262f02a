/**
 * What a booking means for the doors. `unconfirmed`: it may still become a stay. `not_a_stay`: a
 * block, a message, a test delivery, or a word that its system is not known to use.
 */
export type BookingStatus = 'confirmed' | 'unconfirmed' | 'cancelled' | 'not_a_stay';

/** What a body does not carry, and the request to its system that brings it. */
export interface MissingPart {
	what: 'guest' | 'stay';
	request: string;
}

/**
 * A booking as its property management system means it. These are the fields of the output item.
 */
export interface Booking {
	/** The system's ID of the booking. Null only if the body is about no booking. */
	reservation_key: string | null;
	status: BookingStatus;
	/** Why it is not confirmed. */
	reason: string | null;
	/** The system's own word for the status. */
	pms_status: string | null;
	/** Only if the system is not known to use that word. The status is then `not_a_stay`. */
	unknown_status?: boolean;
	guest_name: string | null;
	guest_email: string | null;
	guest_phone: string | null;
	guest_language: string | null;
	guest_key: string | null;
	/** IDs of the units or listings, the most exact that the body has. */
	rooms: string[];
	/** Their names, in the same order. */
	room_names: string[];
	/** A day, a local time without an offset, or an instant with its offset. */
	arrival: string | null;
	departure: string | null;
	/** With an offset. */
	changed_at: string | null;
	channel: string | null;
	/** The PIN that the system has in its record of the booking. */
	door_code: string | null;
	/** The record that has this PIN, if the system changes it by its own ID. */
	door_code_id?: number;
	/** What the system's interface for messages needs, if it is not the ID of the booking. */
	conversation_id: string | null;
	/** The booking that several rooms belong to. */
	group_key: string | null;
	/** Starts the keys of this system's grants, so that no system touches the stays of another. */
	key_prefix: string;
	/** Identifies the stay across systems. Null if the body is about no booking. */
	stay_key: string | null;
	missing: MissingPart[];
}

/** A booking as a format reads it. What a body does not say is left out. */
export type PartialBooking = Pick<Booking, 'status'> &
	Partial<Omit<Booking, 'key_prefix' | 'stay_key'>>;

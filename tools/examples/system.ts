import type { Position, WorkflowNode, WorkflowPart } from './workflow';

/** What the workflow of one property management system (PMS) does in its own way. */
export interface PmsSystem {
	/** The value of *From* in *Read Booking*, and the name of the file. */
	from: string;
	name: string;
	protection: Protection;
	/** JavaScript: false for calls that are known to mean nothing, so that n8n executes nothing. Any other call counts. */
	onlyRunIf?: string;
	/** Where a call leads to. Default: *Read booking*. */
	call?: CalledFor;
	/** The requests that complete each booking before *Read booking* gets it, whether a call or the list brought it. */
	completeBooking?: (at: Position) => WorkflowPart;
	list: BookingList;
	/** The request that gives the system the PINs of a stay; left out if it has no place for them. */
	pinBack?: (at: Position) => WorkflowNode;
	/** The node that is executed before `pinBack`. */
	needsForPin?: string;
	/** For a system whose bookings do not say which PIN it has: which stays get it, in JavaScript. */
	getsPinIf?: string;
	notes: SystemNotes;
}

/** How n8n knows that a call is from the system: a credential, a signature of the raw body, or a secret address. */
export type Protection =
	| 'basicAuth'
	| 'headerAuth'
	| 'secretPath'
	| {
			/** The header with the HMAC-SHA256 in hex, in lower case. */
			header: string;
			/** What comes before the HMAC. */
			prefix: string;
			/** The nodes that make it, one for each secret. Default: one. */
			nodes?: string[];
	  };

/** For calls that only name a booking. */
export interface CalledFor {
	/** The nodes that bring the booking. `list`: a call makes the list ask for what has changed. */
	brings: ((at: Position) => WorkflowPart) | 'list';
	/** True if each call names a booking, and in the same place. Otherwise, *Read call* finds out. */
	isAlwaysNamed?: boolean;
}

/** The requests that read all current and upcoming bookings. */
export interface BookingList {
	/** The nodes that make them, from left to right. The first one follows the schedules. */
	part: (at: Position) => WorkflowPart;
	/** The node whose output has the bookings. Default: *Get the bookings*. */
	last?: string;
	/** The member of its items that has the bookings; left out if *Read Booking* reads them all at once. */
	field?: string;
	/** How often it is also asked for only a part of the bookings. */
	sooner?: 'Every hour' | 'Every 10 minutes';
	/** True if a booking that it lacks keeps its access. */
	keepsMissing?: boolean;
	/** JavaScript: whether all of it was read; left out if nothing but a failed request can leave a part out. */
	isWhole?: string;
}

/** The sentences of the note that are about one system. */
export interface SystemNotes {
	/** Where the PIN goes. Default: nowhere. */
	pin?: string;
	/** What the key of a room's space is. */
	rooms: string;
	credentials: string[];
	publish: string;
	more: string[];
}

/** JavaScript: whether all bookings are compared. */
export const IS_NIGHT = "$('Every night').isExecuted";

/** An expression: the last day of arrival that the list is asked for. */
export const LAST_ARRIVAL = `={{ $now.plus(${IS_NIGHT} ? 2000 : 2, 'days').toISODate() }}`;

/** An expression: the first day of departure. A day more, whatever the zone of the system is. */
export const YESTERDAY = '={{ $now.minus({ day: 1 }).toISODate() }}';

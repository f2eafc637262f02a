import type { Position, WorkflowNode, WorkflowPart } from './workflow';

/** What the workflow of one property management system (PMS) does in its own way. Text that it adds to expressions is JavaScript. */
export interface PmsSystem {
	/** The value of *From* in *Read Booking*, and the name of the file. */
	from: string;
	/** The name of the system and of its workflow. */
	name: string;
	protection: Protection;
	/** The request that brings a booking, if a call only names it. It gets an item of *Read Booking*. */
	getBooking?: (at: Position) => WorkflowNode;
	/** True if a call may only name a booking, which nothing gets then, so that the host is told. */
	isNameOfBookingTold?: boolean;
	/** For a system that goes on answering what was before a call: how long to wait before `getBooking`. */
	secondsUntilCurrent?: number;
	/** True if every call about a booking leads to `getBooking`, whatever else it says. */
	isEachCallFetched?: boolean;
	/** The requests that complete each booking before *Read Booking* gets it, whether a call or the list brought it. */
	completeBooking?: (at: Position) => WorkflowPart;
	/** True if *Get the bookings* also brings a booking that a call only names. */
	doesListBringOne?: boolean;
	/** True if a booking can have no room until the arrival: then nobody is told of it. */
	assignsRoomsLate?: boolean;
	/** True if *Read Booking* finds no language in its bookings. */
	sendsNoLanguage?: true;
	/** Left out if no list is known: then nothing is compared. */
	list?: BookingList;
	/** How the system gets the PINs; left out if it has no place for them. */
	pinBack?: PinBack;
	/** If the system itself sends the guest's messages. Otherwise they are emails. */
	guestMessage?: GuestMessage;
	notes: SystemNotes;
}

/** How n8n knows that a call is from the system: a credential of its *Webhook* node, a signature of the raw body, or an address that nobody can guess. */
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

/** The requests that read all current and upcoming bookings. */
export interface BookingList {
	/** The nodes that make them, from left to right. The first one follows the schedule. */
	part: (at: Position) => WorkflowPart;
	/** The node whose first output has the bookings. Default: *Get the bookings*. */
	last?: string;
	/** The member of its items that has the bookings; left out if *Read Booking* reads them all at once. */
	field?: string;
	/** The member of a booking that has its ID. Default: `id`. */
	id?: string;
	/** How many minutes apart it is also asked for what has changed, because calls may not come. */
	changesEvery?: { minutes: number; trigger: string };
	/** True if a booking that it lacks keeps its access. */
	keepsMissing?: boolean;
	/** Whether all of it could be read; left out if a failed request ends the comparison. */
	isWhole?: string;
}

/** The requests that give the system the PIN of a guest. */
export interface PinBack {
	/** The nodes that make them, from the reservations whose PIN the system does not have. */
	part: (at: Position) => WorkflowPart;
	/** Whether a booking of the list already has this PIN; left out if the list does not say it. */
	isThere?: string;
	/** Where people find the PIN: a sentence for the host. */
	where: string;
	/** For a request about many bookings. Its answers go to *Who gets a message?*. */
	ofMany?: {
		/** The node whose answers these are. */
		node: string;
		/** Whether an answer says that the system does not have the PIN. */
		isRefused: string;
		/** The lines that return what the host reads if the request fails. */
		failure: string[];
	};
}

/** The requests that send the guest a message. The node that sends it is *Send it to the guest*. */
export interface GuestMessage {
	/** The nodes that make them. The first one gets the items of *Message to the guest*: reservations with `subject` and `text`. */
	part: (at: Position) => WorkflowPart;
}

/** The sentences of the notes that are about one system. */
export interface SystemNotes {
	height: number;
	/** Where the PIN goes. */
	pin: string;
	/** What the key of a room's space is. */
	rooms: string;
	/** How to create the credentials. */
	credentials: string[];
	/** What to do in the system at the end. */
	publish: string;
	/** What changes nothing. */
	ignored: string;
	/** Paragraphs under *Who gets a message*. */
	more: string;
	/** What the list leaves out, and what happens to a booking that is not in it. */
	list?: string;
	/** What happens to a booking that has no PIN in the system, or another one. */
	repair?: string;
}

/** When all bookings are compared. Messages of the system, which guests get on their phones, come by day. */
export const comparisonOf = ({ guestMessage }: PmsSystem) =>
	guestMessage
		? { trigger: 'Every morning', time: 'morning', now: 'this morning', hour: 9 }
		: { trigger: 'Every night', time: 'night', now: 'tonight', hour: 2 };

/** JavaScript: whether all bookings are compared, and not one that came in. */
export const isNight = (system: PmsSystem) =>
	system.list ? `$('${comparisonOf(system).trigger}').isExecuted` : 'false';

/** The node that makes the doors follow. */
export const changeOf = ({ list }: PmsSystem) => (list ? 'Sync many' : 'Create or update');

/** JavaScript: whether a call only named the booking. The node sees the booking once more when it is there. */
export const isOnlyNamed = (system: PmsSystem) =>
	system.isEachCallFetched
		? `$runIndex === 0 && !${isNight(system)} && Boolean($json.reservation_key)`
		: "$runIndex === 0 && ($json.missing ?? []).some(({ what }) => what === 'stay')";

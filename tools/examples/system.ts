import type { Position, WorkflowPart } from './workflow';

/** What the workflow of one property management system (PMS) does in its own way. */
export interface PmsSystem {
	/** The value of *From* in *Read Booking*, and the name of the file. */
	from: string;
	/** The name of the system and of its workflow. */
	name: string;
	/** How the *Webhook* node knows that a call is from the system. */
	authentication: 'basicAuth' | 'headerAuth';
	list: BookingList;
	pinBack: PinBack;
	notes: SystemNotes;
}

/** The requests that read all current and upcoming bookings. */
export interface BookingList {
	/** The nodes that make them, from left to right. The last one is *Get the bookings*. */
	part: (at: Position) => WorkflowPart;
	/** The member of the answer that has the bookings. */
	field: string;
}

/** The requests that give the system the PIN of a guest. The code that it adds is JavaScript. */
export interface PinBack {
	/** The nodes that make them. The first one gets the reservations of *Keep new PINs*. */
	part: (at: Position) => WorkflowPart;
	/** Whether a booking of the list already has a PIN. */
	isThere: string;
	/** Where people find the PIN: a sentence for the host. */
	where: string;
	/** For requests about many bookings: the answer to one of them, which goes to *Who gets a message?*, and what the host reads if one fails. */
	ofMany?: {
		isFine: string;
		isAbout: string;
		failure: string;
	};
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
	list: string;
	/** What happens to a booking that has no PIN in the system. */
	repair: string;
}

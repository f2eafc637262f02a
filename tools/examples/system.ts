import type { Position, WorkflowNode, WorkflowPart } from './workflow';

/** What the workflow of one property management system (PMS) does in its own way. */
export interface PmsSystem {
	/** The value of *From* in *Read Booking*, and the name of the file. */
	from: string;
	name: string;
	/** Left out if the system makes no calls that are known. */
	call?: Call;
	/** The requests that complete each booking before *Read booking* gets it, whether a call or the list brought it. */
	completeBooking?: (at: Position) => WorkflowPart;
	/** An expression with what *Read booking* reads, if that is not its input item. */
	reads?: string;
	list: BookingList;
	/** The request, or what leads to it, that gives the system the PINs of a stay; left out if it has no place for them. */
	pinBack?: (at: Position) => WorkflowNode | WorkflowPart;
	/** The node that is executed before `pinBack`. */
	needsForPin?: string;
	/** For a system whose bookings do not say which PIN it has: which stays get it, in JavaScript. */
	getsPinIf?: string;
	notes: SystemNotes;
}

/** A call of the system to n8n. Its address is one that n8n makes at random. */
export interface Call {
	/** The login that the system sends. Without one, anybody can call who knows the address. */
	login?: 'basicAuth' | 'headerAuth';
	/** JavaScript: false for calls that n8n does not execute anything for. */
	onlyRunIf?: string;
	/**
	 * The nodes that bring the booking that the call names. `list`: the list is asked instead. Left out if the booking in
	 * the call is believed, which takes a login.
	 */
	brings?: ((at: Position) => WorkflowPart) | 'list';
	/** True if the answer is a list, which can be empty for a booking that is there. */
	bringsList?: boolean;
}

/** The requests that read all current and upcoming bookings. */
export interface BookingList {
	/** The nodes that make them, from left to right. The first one follows the schedules. */
	part: (at: Position) => WorkflowPart;
	/** The node whose output has the bookings. Default: *Get the bookings*. */
	last?: string;
	/** The member of its items that has the bookings, if each one is completed; otherwise *Read booking* reads pages. */
	field?: string;
	/** How often it is also asked for only a part of the bookings. */
	sooner?: 'Every hour' | 'Every 10 minutes';
	/** What it is asked for then. Default: the arrivals of the next two days. */
	soonerAsks?: string;
	/** The minutes of `sooner`, as a cron expression, if it matters which ones. */
	soonerAt?: string;
	/**
	 * True if a call that comes in between must count, although the list does not show that it is older: its bookings have
	 * no time of change, or it takes a minute or more to read.
	 */
	isOlderThanCalls?: boolean;
	/** True if a booking that it lacks keeps its access. */
	keepsMissing?: boolean;
	/** JavaScript: whether all of it was read; left out if nothing but a failed request can leave a part out. */
	isWhole?: string;
}

/** The sentences of the note that are about one system. */
export interface SystemNotes {
	/** Where the PIN goes. Default: nowhere. */
	pin?: string;
	/** What the key of a room's space is, as the end of a sentence. */
	rooms: string;
	credentials: string[];
	publish: string;
	/** What the system's own messages can have, if it gets the PIN. */
	messagesHave?: string;
	more: string[];
}

/** JavaScript: whether all bookings are compared. */
export const IS_NIGHT = "$('Every night').isExecuted";

/**
 * JavaScript: which stays get their PIN in a system whose bookings do not say which one it has. In the night, those of the
 * next two days.
 */
export const IF_CHANGED_OR_NEXT = `$json.outcome !== 'unchanged' || ${IS_NIGHT} && new Date($json.starts_at) < $now.plus(2, 'days')`;

/** An expression: the last day of arrival that the list is asked for. */
export const LAST_ARRIVAL = `={{ $now.plus(${IS_NIGHT} ? 2000 : 2, 'days').toISODate() }}`;

/** An expression: the first day of departure. A day more, whatever the zone of the system is. */
export const YESTERDAY = "={{ $now.minus(1, 'day').toISODate() }}";

/** An expression without its equals sign, as a part of a longer one. */
export const inText = (expression: string): string => expression.slice(1);

/** How a system hears the address for its calls that has no page to enter it. */
export const subscribeOnce = (name: string, more = ''): string =>
	`Then use *Subscribe once* (\`subscribe-once.json\`) with the **Production URL** of *From ${name}*${more}.`;

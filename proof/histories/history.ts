import type { SandboxSettings } from '../../sandbox/faults/settings';

/** What happened in one house, as plain data: the same history always plays the same way. */
export interface History {
	service: ServiceRules;
	house: HouseRules;
	workflow: WorkflowRules;
	events: readonly Event[];
}

/** How the lock service behaves where its documentation leaves it open, and what the host's key may not do. */
export interface ServiceRules extends Partial<
	Pick<
		SandboxSettings,
		| 'accessMethodsMade'
		| 'grantCodeUnavailable'
		| 'grantUpdatePlaces'
		| 'takenIdentityAnswer'
		| 'takenKeyAnswer'
		| 'inlineIdentityTaken'
		| 'deletedGrantKeys'
		| 'listLagMs'
	>
> {
	/** The key of the credential may not read people: 403. */
	hidesPeople?: true;
	/** A refused person is refused in words that quote the contact. */
	quotesContacts?: true;
	/** A grant takes only one PIN at a time: 409. */
	onePinOnly?: true;
}

export interface HouseRules {
	/** The maker of the locks of the rooms. */
	maker: 'ttlock' | 'august' | 'nuki';
	/** Who says in which time zone a room is. */
	zoneFrom: 'room' | 'lock' | 'lockAndAccount';
	/** How many PINs a lock takes at once. */
	places?: number;
	/** So many upcoming stays of other guests are there from the beginning. */
	otherStays?: number;
}

/** What the host chose in the workflow. */
export interface WorkflowRules {
	/** Whether calls and lists carry when the booking changed. */
	changedAt?: true;
	/** Where the PIN comes from. */
	pinFrom?: 'phone' | 'given';
	/** Of all guests. */
	language?: 'de' | 'fr';
	/** How the times of a stay are written. */
	times: 'instants' | 'days' | 'utcMidnight';
	/** Bookings come from a calendar, without a key that stays. */
	calendar?: true;
	findsByName?: true;
	waits: boolean;
	/** In seconds. */
	waitTimeout?: number;
	onlyStaysWithin?: number;
	includeRunningStays?: true;
	/** In minutes. */
	keepNewFor?: number;
	/** So far is n8n's clock ahead of the service's. Negative: behind. */
	clockAheadMs?: number;
	/** Calls and lists come to one *Sync Many*, as in the examples; otherwise, calls come to *Create or Update*. */
	callsBySyncMany?: true;
}

/** A booking as its system has it. Hours count from the start of the history. */
export interface Booking {
	/** Who it is in truth, whatever the booking says. Nobody else reads it. */
	who: string;
	status: 'confirmed' | 'cancelled' | 'checked_out' | 'unconfirmed' | 'a new word';
	name?: string;
	email?: string;
	phone?: string;
	guestKey?: string;
	rooms: readonly string[];
	from: number;
	to: number;
	methods?: readonly string[];
	pin?: string;
}

export type ListFlaw =
	/** The second half is lost. */
	| 'half'
	| 'empty'
	/** All stays are a year later. */
	| 'wrongYears'
	/** Every status is a word that ends access. */
	| 'wrongWords'
	/** Read before the last change. */
	| 'older'
	/** The last change and the one before it. */
	| 'twoVersions'
	| 'otherOrder'
	/** One page is repeated, and another one lost. */
	| 'shiftedPages';

export type FaultKind =
	| 'refused 400'
	| 'forbidden 403'
	| 'conflict 409'
	| 'error 500'
	| 'error 502 after it acted'
	| 'cut before it acted'
	| 'cut after it acted'
	| 'late by ten minutes'
	| 'outdated answer'
	| 'killed before it acted'
	| 'killed after it acted';

export interface Fault {
	kind: FaultKind;
	/** The how many-th request, from 0, of those that it can hit. */
	at: number;
	/** Only writes count. */
	ofWrites?: true;
	/** Only requests to this path count. */
	path?: string;
}

export interface Execution {
	fault?: Fault;
	/** What happens while the execution runs: before this request is answered. */
	during?: { at: number; event: Event };
}

export type Event =
	/** In the booking system. `call`: it tells n8n at once. */
	| ({ do: 'book'; key: string; booking: Booking; call?: true } & Execution)
	| ({ do: 'change'; key: string; to: Partial<Booking>; call?: true } & Execution)
	/** `back`: an older version arrives late. `keys` in one execution. */
	/** `both`: the version before it comes in the same execution. */
	| ({ do: 'call'; keys: readonly string[]; back?: number; both?: true } & Execution)
	| ({ do: 'list'; flaw?: ListFlaw; dryRun?: true } & Execution)
	| ({ do: 'end'; key: string } & Execution)
	| ({ do: 'pin'; key: string; pin?: string } & Execution)
	/** Guests who can be told are told. */
	| ({ do: 'messages' } & Execution)
	| { do: 'wait'; hours: number }
	| { do: 'lock'; room: string; online: boolean }
	/** Somebody at the console of the service. */
	| { do: 'hand'; what: Hand; key?: string };

export type Hand =
	| 'deletes the PIN'
	| 'deletes the access'
	| 'ends the access early'
	| 'renames the access'
	| 'adds a mobile key'
	| 'corrects the contact'
	| 'changes the time zone of the room'
	| 'gives staff access'
	| 'gives access with our prefix'
	| 'gives access of another system'
	| 'gives access with the same reservation key';

export const START_MS = Date.parse('2030-03-05T10:00:00.000Z');
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;
export const atHour = (hour: number): number => START_MS + hour * HOUR_MS;

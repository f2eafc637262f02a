import type { WireObject } from '../wire/records';

/** Why somebody can open a door. Stored in workflows: never changes. */
export type Reason =
	| 'reservation'
	| 'grant'
	| 'group'
	| 'credential'
	| 'access_code'
	| 'unmanaged_access_code'
	| 'unmanaged_grant';

/** A person, PIN, card or key that opens a door: the item of Get Who Can Open. */
export interface Opener extends WireObject {
	/** Of the person, or else of the code or card. */
	name: string | null;
	reason: Reason;
	/** 'code', 'card', 'mobile_key' or 'cloud_key'; null for a person in a group. */
	mode: string | null;
	/** True if the door opens now, as far as the records tell. */
	opens_now: boolean;
	/** True for a user whom the access system keeps out for now. */
	is_suspended: boolean;
	/** ISO 8601; null for access without a start or an end. */
	starts_at: string | null;
	ends_at: string | null;
	reservation_key: string | null;
	access_group_name: string | null;
	user_identity_id: string | null;
	acs_user_id: string | null;
	access_grant_id: string | null;
	access_method_id: string | null;
	access_code_id: string | null;
	acs_credential_id: string | null;
	acs_access_group_id: string | null;
}

const NOBODY = {
	name: null,
	mode: null,
	opens_now: false,
	is_suspended: false,
	starts_at: null,
	ends_at: null,
	reservation_key: null,
	access_group_name: null,
	user_identity_id: null,
	acs_user_id: null,
	access_grant_id: null,
	access_method_id: null,
	access_code_id: null,
	acs_credential_id: null,
	acs_access_group_id: null,
} as const;

export const toOpener = (members: Pick<Opener, 'reason'> & Partial<Opener>): Opener => ({
	...NOBODY,
	...members,
});

/** When something is valid, in ISO 8601. A missing time is no limit. */
export interface Validity {
	starts_at?: unknown;
	ends_at?: unknown;
}

/** A time span in milliseconds since 1970; a moment if both are the same. */
export interface Span {
	fromMs: number;
	untilMs: number;
}

/** True if something is valid at any time of the span. Starts belong to it, ends do not. */
export function isValidIn({ starts_at: start, ends_at: end }: Validity, span: Span): boolean {
	const startMs = typeof start === 'string' ? Date.parse(start) : -Infinity;
	const endMs = typeof end === 'string' ? Date.parse(end) : Infinity;
	const begins = span.fromMs === span.untilMs ? startMs <= span.untilMs : startMs < span.untilMs;
	return begins && endMs > span.fromMs;
}

export const isValidNow = (validity: Validity, nowMs: number): boolean =>
	isValidIn(validity, { fromMs: nowMs, untilMs: nowMs });

export const bothValid = (one: Validity, other: Validity) => ({
	starts_at: inOrder(one.starts_at, other.starts_at).at(-1) ?? null,
	ends_at: inOrder(one.ends_at, other.ends_at).at(0) ?? null,
});

const inOrder = (...times: unknown[]): string[] =>
	times.filter((time) => typeof time === 'string').sort((a, b) => Date.parse(a) - Date.parse(b));

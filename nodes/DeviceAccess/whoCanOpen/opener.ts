import { takeList } from '../transport/httpCall';
import { unlessGone } from '../lists/getRecord';
import { guestNameOf, isPrefixOfStaff, readStayKey } from '../reservations/grants/grant';
import type { SendRequest } from '../transport/request';
import { type WireObject, firstText } from '../wire/records';

/** Why somebody can open a door. Stored in workflows: never changes. */
export type Reason =
	| 'reservation'
	| 'grant'
	| 'group'
	| 'credential'
	| 'access_code'
	| 'unmanaged_access_code'
	| 'unmanaged_grant';

const none = null as string | null;

const NOBODY = {
	/** Of the person, or else of the code or card. */
	name: none,
	/** 'code', 'card', 'mobile_key' or 'cloud_key'; null for a person in a group. */
	mode: none,
	/** As far as the records tell. */
	opens_now: false as boolean,
	/** True for a user whom the access system keeps out for now. */
	is_suspended: false as boolean,
	/** ISO 8601; null for access without a start or an end. */
	starts_at: none,
	ends_at: none,
	reservation_key: none,
	access_group_name: none,
	user_identity_id: none,
	acs_user_id: none,
	access_grant_id: none,
	access_method_id: none,
	access_code_id: none,
	acs_credential_id: none,
	acs_access_group_id: none,
};

/** A person, PIN, card or key that opens a door: the item of Get Who Can Open. */
export type Opener = WireObject & typeof NOBODY & { reason: Reason };

export const toOpener = (members: Pick<Opener, 'reason'> & Partial<Opener>): Opener => ({
	...NOBODY,
	...members,
});

/** `keyPrefix` is one of the user's own. */
export function aboutGrant(grant: WireObject, person: WireObject | undefined, keyPrefix?: string) {
	const stay = readStayKey(grant, keyPrefix);
	// In ours, 'reservation_key' has the prefix too.
	const isOfStaff = isPrefixOfStaff(String(grant.access_grant_key));
	const key = stay?.reservationKey ?? (isOfStaff ? null : firstText(grant.reservation_key));
	const name = firstText(grant.name);
	return {
		name: firstText(
			// The person of a stay can be that of another guest.
			stay && guestNameOf({ name, key: stay, person }),
			person?.full_name,
			person?.display_name,
			name,
			grant.display_name,
		),
		reason: key === null ? ('grant' as const) : ('reservation' as const),
		reservation_key: key,
		user_identity_id: firstText(grant.user_identity_id),
		access_grant_id: firstText(grant.access_grant_id),
	};
}

/** Grants with one request; none if the service no longer knows what they are asked by. */
export async function listGrantsOf(
	send: SendRequest,
	parameters: WireObject,
	limit: number,
): Promise<WireObject[]> {
	const body = { ...parameters, limit };
	const read = async () =>
		takeList(
			await send({ endpoint: '/access_grants/list', body, effect: 'read' }),
			'access_grants',
		);
	return (await unlessGone(read)) ?? [];
}

/** In ISO 8601. A missing time is no limit. */
export interface Validity {
	starts_at?: unknown;
	ends_at?: unknown;
}

/** A moment if both are the same. */
export interface Span {
	fromMs: number;
	untilMs: number;
}

export const validityOf = ({ starts_at: start, ends_at: end }: Validity) => ({
	starts_at: firstText(start),
	ends_at: firstText(end),
});

/** At any time of the span. Starts belong to it, ends do not. */
export function isValidIn({ starts_at: start, ends_at: end }: Validity, span: Span): boolean {
	const startMs = typeof start === 'string' ? Date.parse(start) : -Infinity;
	const endMs = typeof end === 'string' ? Date.parse(end) : Infinity;
	const begins = span.fromMs === span.untilMs ? startMs <= span.untilMs : startMs < span.untilMs;
	return begins && endMs > span.fromMs;
}

export const isValidNow = (validity: Validity, nowMs: number): boolean =>
	isValidIn(validity, { fromMs: nowMs, untilMs: nowMs });

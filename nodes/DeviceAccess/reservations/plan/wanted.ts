import { type Grant, isRunning } from '../grants/grant';
import type { Guest, RequestedPin } from '../stays/stay';

/**
 * The desired access of one guest of a reservation, with everything looked up. Times are ISO 8601
 * in UTC.
 */
export interface Wanted {
	guest: Guest;
	/** The name of the grant: that of the guest, or else the reservation's key. */
	name: string;
	startsAt: string;
	endsAt: string;
	spaceIds: readonly string[];
	/** IDs of all devices and entrances in the spaces. */
	doorIds: readonly string[];
	/** Names of the spaces. */
	placeNames: readonly string[];
	modes: readonly string[];
	pin?: RequestedPin;
}

/** True if both open the same spaces, in any order. */
export const isSameSpaces = (
	{ spaceIds: a }: Pick<Wanted, 'spaceIds'>,
	{ spaceIds: b }: Pick<Wanted, 'spaceIds'>,
): boolean => new Set(a).size === new Set(b).size && a.every((id) => b.includes(id));

/**
 * Two starts in the past count as the same, because the service may have set one to the time of
 * creation.
 */
export function isSameStart(
	{ startsAt }: Wanted,
	grant: Pick<Grant, 'startsAt'>,
	nowMs: number,
): boolean {
	return (
		isSameTime(startsAt, grant.startsAt) ||
		(Date.parse(startsAt) <= nowMs && Date.parse(grant.startsAt) <= nowMs)
	);
}

export const isSameTime = (a: string, b: string | null): boolean =>
	b !== null && Date.parse(a) === Date.parse(b);

/**
 * True during a stay. A stay that moved to a later day is no longer running, even if its old times
 * include now.
 */
export const isInHouse = (wanted: Wanted, grant: Grant, nowMs: number) =>
	isRunning(wanted, nowMs) && isRunning(grant, nowMs);

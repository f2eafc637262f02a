import { happenedAtMs } from '../../wire/events';
import type { ServiceEvent } from '../../wire/records';
import { FORMER_ACCESS_ENDED, ROOMS_CHANGED } from './happenings';
import type { GrantLife, StayFacts } from './stayFacts';

/**
 * How long before new access the former can end if the service refuses both together. In
 * milliseconds.
 */
const REPLACED_WITHIN_MS = 15 * 60_000;

/** What the creation or the deletion of a grant means while the guest has another one. */
export function ofSeveralGrants(
	event: ServiceEvent,
	facts: StayFacts,
): { what: string; text: string } | undefined {
	const atMs = happenedAtMs(event);
	const own = facts.grants.find(({ id }) => id === event.access_grant_id);
	const others = (agoMs: number) =>
		facts.grants.filter((other) => other !== own && existedAt(other, atMs, agoMs, facts));
	const hasOthers = others(0).length > 0;
	if (event.event_type === 'access_grant.deleted' && hasOthers)
		return { what: FORMER_ACCESS_ENDED, text: 'The former access was ended.' };
	if (event.event_type !== 'access_grant.created') return undefined;
	const former = others(REPLACED_WITHIN_MS).find((other) => isOtherRoomOf(other, own));
	if (own && former)
		return {
			what: ROOMS_CHANGED,
			text: `The rooms changed${fromTo(former, own, facts)}. New access was created for them.`,
		};
	return hasOthers
		? { what: 'access_given', text: 'New access was given, in addition to the former access.' }
		: undefined;
}

/** The service no longer tells the guest of access that was deleted; its events tell its doors. */
function isOtherRoomOf(other: GrantLife, own: GrantLife | undefined): boolean {
	if (own?.doorIds === undefined || other.doorIds === undefined) return false;
	const names = [own.guestName, other.guestName].filter((name) => name !== undefined);
	return (
		new Set(names).size <= 1 && [...own.doorIds].sort().join() !== [...other.doorIds].sort().join()
	);
}

/** The rooms before and after, as far as their names are known, or else the doors that differ. */
function fromTo(former: GrantLife, own: GrantLife, { doors }: StayFacts): string {
	const namesOf = ({ roomNames, doorIds = [] }: GrantLife, other: GrantLife) =>
		roomNames ??
		doorIds.filter((id) => !other.doorIds?.includes(id)).flatMap((id) => doors.get(id) ?? []);
	const [before, after] = [namesOf(former, own), namesOf(own, former)];
	return [
		...(before.length > 0 ? [` from ${before.join(' and ')}`] : []),
		...(after.length > 0 ? [` to ${after.join(' and ')}`] : []),
	].join('');
}

/** True for a grant that was created before, and not deleted or at most so long ago. */
function existedAt(
	{ id, createdAt }: GrantLife,
	atMs: number,
	agoMs: number,
	{ events }: StayFacts,
): boolean {
	const timeOf = (type: string) =>
		events.find((event) => event.event_type === type && event.access_grant_id === id);
	const [created, deleted] = [timeOf('access_grant.created'), timeOf('access_grant.deleted')];
	const createdAtMs = created ? happenedAtMs(created) : Date.parse(createdAt ?? '');
	const isBefore = Number.isNaN(createdAtMs) || createdAtMs < atMs;
	return isBefore && (!deleted || happenedAtMs(deleted) > atMs - agoMs);
}

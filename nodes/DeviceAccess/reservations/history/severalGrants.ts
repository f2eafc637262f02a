import { happenedAtMs } from '../../wire/events';
import type { ServiceEvent } from '../../wire/records';
import { FORMER_ACCESS_ENDED, ROOMS_CHANGED } from './happenings';
import type { GrantLife, StayFacts } from './stayFacts';

/** What the creation or the deletion of a grant means while the guest has another one. */
export function ofSeveralGrants(
	event: ServiceEvent,
	facts: StayFacts,
): { what: string; text: string } | undefined {
	const own = facts.grants.find(({ id }) => id === event.access_grant_id);
	const others = facts.grants.filter(
		(other) => other !== own && existsAt(other, happenedAtMs(event), facts),
	);
	if (others.length === 0) return undefined;
	if (event.event_type === 'access_grant.deleted')
		return { what: FORMER_ACCESS_ENDED, text: 'The former access was ended.' };
	if (event.event_type !== 'access_grant.created') return undefined;
	const former = others.find((other) => isOtherRoomOf(other, own));
	return own && former
		? {
				what: ROOMS_CHANGED,
				text: `The rooms changed${fromTo(former, own, facts)}. New access was created for them.`,
			}
		: { what: 'access_given', text: 'New access was given, in addition to the former access.' };
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

function existsAt({ id, createdAt }: GrantLife, atMs: number, { events }: StayFacts): boolean {
	const timeOf = (type: string) =>
		events.find((event) => event.event_type === type && event.access_grant_id === id);
	const [created, deleted] = [timeOf('access_grant.created'), timeOf('access_grant.deleted')];
	const createdAtMs = created ? happenedAtMs(created) : Date.parse(createdAt ?? '');
	const isBefore = Number.isNaN(createdAtMs) || createdAtMs < atMs;
	return isBefore && (!deleted || happenedAtMs(deleted) > atMs);
}

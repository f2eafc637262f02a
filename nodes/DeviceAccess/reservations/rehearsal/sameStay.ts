import type { WireObject } from '../../wire/records';
import type { RoomStay, RoomStays } from '../plan/overlaps';
import type { Problem } from '../stays/problem';
import { isSameText } from '../stays/texts';
import type { RehearsedStay } from './rehearsedStay';

/** The end of a key that is not part of the reservation's number. */
const SUFFIXES = /(?::guest-\d+)?(?::part-\d+)?$/;

/**
 * Finds stays that have access with another key prefix: two systems, or two workflows, list the same
 * reservation. `others` are the grants of the workspace with other keys, as listed.
 */
export class SameStays {
	private readonly bySpace = new Map<string, WireObject[]>();

	constructor(others: readonly WireObject[]) {
		for (const grant of others.filter(({ access_grant_key: key }) => typeof key === 'string'))
			for (const id of Array.isArray(grant.space_ids) ? grant.space_ids : []) {
				const ofSpace = this.bySpace.get(String(id)) ?? [];
				ofSpace.push(grant);
				this.bySpace.set(String(id), ofSpace);
			}
	}

	problemsOf(stay: RehearsedStay): Problem[] {
		const same = stay.spaces
			.flatMap(({ space_id: id }) => this.bySpace.get(String(id)) ?? [])
			.find((grant) => isOverlapping(stay, grant) && isSameStay(stay, grant));
		return same === undefined
			? []
			: sameStayTwice(
					`access '${String(same.access_grant_key)}'`,
					"Leave the stay to one of the two systems, and end the other's access with 'Delete reservation' and its 'Key Prefix'.",
				);
	}
}

/**
 * The problem of a stay that is in the list twice, or that has access with the same prefix, under
 * another reservation key. `isEnding` is true for access that the list ends.
 */
export function sameStayInList(
	stay: RehearsedStay,
	roomStays: Pick<RoomStays, 'ofSameGuest'>,
	isEnding: (other: RoomStay) => boolean,
): Problem[] {
	const { reservationKey, guestName, emailAddress, phoneNumber, startsAt, endsAt } = stay;
	if (guestName === undefined) return [];
	const spaceIds = stay.spaces.map(({ space_id: id }) => String(id));
	const guest = { name: guestName, emailAddress, phoneNumber, unusable: [] };
	const same = roomStays
		.ofSameGuest({ reservationKey, guestName, guest, spaceIds, startsAt, endsAt })
		.find((other) => !isEnding(other));
	return same === undefined
		? []
		: sameStayTwice(
				`reservation '${same.reservationKey}'`,
				"Leave one of the two out of the list, and end its access with 'Delete reservation' if it has any.",
			);
}

const sameStayTwice = (other: string, remedy: string): Problem[] => [
	{
		code: 'same_stay_twice',
		reason: `The ${other} is for the same guest, room and time, so the guest would have two PINs`,
		remedy,
		keeps_door_closed: false,
	},
];

function isSameStay({ reservationKey, guestName }: RehearsedStay, grant: WireObject): boolean {
	const key = String(grant.access_grant_key).replace(SUFFIXES, '');
	return (
		key.endsWith(`:${reservationKey}`) ||
		(guestName !== undefined && isSameText(guestName, grant.name))
	);
}

const isOverlapping = ({ startsAt, endsAt }: RehearsedStay, grant: WireObject): boolean =>
	Date.parse(String(grant.starts_at)) < Date.parse(endsAt) &&
	(typeof grant.ends_at !== 'string' || Date.parse(grant.ends_at) > Date.parse(startsAt));

import type { Problem } from '../stays/problem';
import type { Guest } from '../stays/stay';
import { isSameText } from '../stays/texts';

/** A stay in a room, of this run or of the service. Times are ISO 8601. */
export interface RoomStay {
	reservationKey: string;
	guestName: string;
	/** Unknown for stays that were only listed. */
	guest?: Guest;
	spaceIds: readonly string[];
	startsAt: string;
	endsAt: string | null;
}

/**
 * Finds stays of different guests that overlap in a room. Reservations of one guest may overlap, as
 * may the guests of one reservation.
 */
export class RoomStays {
	private readonly bySpace = new Map<string, TimedStay[]>();

	constructor(stays: readonly RoomStay[]) {
		for (const stay of stays)
			for (const id of stay.spaceIds) {
				const ofSpace = this.bySpace.get(id) ?? [];
				ofSpace.push(timed(stay));
				this.bySpace.set(id, ofSpace);
			}
	}

	/** The problem of a stay that overlaps others; none otherwise. */
	problemsOf(stay: RoomStay): Problem[] {
		const others = this.overlapping(stay)
			.filter((other) => !isSameGuest(stay, other))
			.map((other) => `'${other.reservationKey}'`);
		const keys = [...new Set(others)];
		if (keys.length === 0) return [];
		return [
			{
				code: 'overlapping_stay',
				reason: `The reservation ${keys.slice(0, 3).join(', ')} of another guest has the same room at the same time, so both guests can open it`,
				remedy: 'Correct one of the reservations in your property management system.',
				keeps_door_closed: false,
			},
		];
	}

	/** Other reservations of the same guest, in the same room at the same time. */
	ofSameGuest(stay: RoomStay): RoomStay[] {
		return this.overlapping(stay).filter((other) => isSameGuest(stay, other));
	}

	/** Stays of other reservations that overlap this one. */
	private overlapping(stay: RoomStay): RoomStay[] {
		const own = timed(stay);
		return stay.spaceIds
			.flatMap((id) => this.bySpace.get(id) ?? [])
			.filter(
				(other) => isOverlapping(own, other) && other.stay.reservationKey !== stay.reservationKey,
			)
			.map((other) => other.stay);
	}
}

/**
 * Compares keys if both have one. Otherwise, another contact is another guest, and so is another
 * name, because guests can share a contact.
 */
function isSameGuest(a: RoomStay, b: RoomStay): boolean {
	const [one, other] = [a.guest, b.guest];
	if (one?.key !== undefined && other?.key !== undefined) return one.key === other.key;
	const contacts = [
		[one?.emailAddress, other?.emailAddress],
		[one?.phoneNumber, other?.phoneNumber],
	].filter((pair) => !pair.includes(undefined));
	const isContactSame = contacts.some(([first, second]) => isSameText(first, second));
	if (contacts.length > 0 && !isContactSame) return false;
	const haveNoName = one !== undefined && other !== undefined && !one.name && !other.name;
	return haveNoName ? isContactSame : isSameText(a.guestName, b.guestName);
}

const isOverlapping = (a: TimedStay, b: TimedStay) => a.fromMs < b.untilMs && b.fromMs < a.untilMs;

/** A stay with its times in milliseconds since 1970, because each is compared with thousands. */
interface TimedStay {
	stay: RoomStay;
	fromMs: number;
	untilMs: number;
}

const timed = (stay: RoomStay): TimedStay => ({
	stay,
	fromMs: Date.parse(stay.startsAt),
	untilMs: stay.endsAt === null ? Infinity : Date.parse(stay.endsAt),
});

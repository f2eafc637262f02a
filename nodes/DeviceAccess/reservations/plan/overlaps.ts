import type { Problem } from '../stays/problem';

/** A stay in a room, of this run or of the service. Times are ISO 8601. */
export interface RoomStay {
	reservationKey: string;
	guestName: string;
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
			.filter((other) => !isSameName(stay, other))
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

	/** Other reservations of a guest with the same name, in the same room at the same time. */
	ofSameGuest(stay: RoomStay): RoomStay[] {
		return this.overlapping(stay).filter((other) => isSameName(stay, other));
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

const isSameName = (a: RoomStay, b: RoomStay) =>
	a.guestName.trim().toLowerCase() === b.guestName.trim().toLowerCase();

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

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
	private readonly bySpace = new Map<string, RoomStay[]>();

	constructor(stays: readonly RoomStay[]) {
		for (const stay of stays)
			for (const id of stay.spaceIds) {
				const ofSpace = this.bySpace.get(id) ?? [];
				ofSpace.push(stay);
				this.bySpace.set(id, ofSpace);
			}
	}

	/** The problem of a stay that overlaps others; none otherwise. */
	problemsOf(stay: RoomStay): Problem[] {
		const others = stay.spaceIds
			.flatMap((id) => this.bySpace.get(id) ?? [])
			.filter((other) => isOfAnother(stay, other) && isOverlapping(stay, other))
			.map(({ reservationKey }) => `'${reservationKey}'`);
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
}

const isOfAnother = (a: RoomStay, b: RoomStay) =>
	a.reservationKey !== b.reservationKey &&
	a.guestName.trim().toLowerCase() !== b.guestName.trim().toLowerCase();

const isOverlapping = (a: RoomStay, b: RoomStay) =>
	Date.parse(a.startsAt) < endMs(b) && Date.parse(b.startsAt) < endMs(a);

const endMs = ({ endsAt }: RoomStay) => (endsAt === null ? Infinity : Date.parse(endsAt));

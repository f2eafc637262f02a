import { groupByEach } from '../../lists/groupBy';
import { isStayOfOtherSystem } from '../grants/grant';
import { type Problem, toProblem } from '../stays/problems';
import { isSameText, type Guest } from '../stays/stay';
import type { Booked } from './situation';

/** In milliseconds since 1970, because each stay is compared with thousands. */
export interface RoomStay {
	/** With another key prefix, the whole key. */
	reservationKey: string;
	/** Another system or workflow made it, with another key prefix. */
	isOfOtherSystem?: true;
	hasReservation?: boolean;
	guestName: string;
	/** Unknown if the stay was only listed. */
	guest?: Guest;
	spaceIds: readonly string[];
	fromMs: number;
	/** Infinity if it has no end. */
	untilMs: number;
}

export const toRoomStay = (reservationKey: string, booked: Booked): RoomStay => ({
	reservationKey,
	guestName: booked.name,
	guest: booked.guest,
	spaceIds: booked.spaceIds,
	fromMs: Date.parse(booked.startsAt),
	untilMs: Date.parse(booked.endsAt),
});

/** Reservations of one guest may overlap, as may the guests of one reservation. */
export class RoomStays {
	private readonly bySpace: ReadonlyMap<string, readonly RoomStay[]>;

	constructor(stays: readonly RoomStay[]) {
		this.bySpace = groupByEach(stays, ({ spaceIds }) => spaceIds);
	}

	/** Access of staff is no stay, whether it has an end or not. `more`: what the problem says instead. */
	problemsOf(stay: RoomStay, more: Partial<Problem> = {}): Problem[] {
		const here = this.overlapping(stay);
		const keys = new Set([stay, ...here].map(({ reservationKey }) => reservationKey));
		const others = here
			.filter((other) => !isSameGuest(stay, other) && !isSameReservation(stay, other))
			.filter((other) => bookingOf(stay, keys) !== bookingOf(other, keys))
			.filter((other) => other.isOfOtherSystem !== true || isOfGuest(other))
			.map(({ reservationKey: key, guestName }) => `'${key}'${guestName && ` (${guestName})`}`);
		const named = [...new Set(others)].slice(0, 3);
		const keysInWords = { keys: named.join(', ') };
		return named.length === 0 ? [] : [toProblem('overlapping_stay', keysInWords, more)];
	}

	/**
	 * As access of another system for the same guest or reservation. In a rehearsal, also as another
	 * reservation of the same guest.
	 */
	sameStayTwice(stay: RoomStay, { isRehearsed }: { isRehearsed: boolean }): Problem[] {
		return this.overlapping(stay)
			.filter((other) => isRehearsed || (other.isOfOtherSystem === true && isOfGuest(other)))
			.filter((other) =>
				isSameReservation(stay, other) ? other.isOfOtherSystem : isSameGuest(stay, other),
			)
			.slice(0, 1)
			.map(sameStayAs);
	}

	private overlapping(stay: RoomStay): RoomStay[] {
		return stay.spaceIds
			.flatMap((id) => this.bySpace.get(id) ?? [])
			.filter((other) => stay.fromMs < other.untilMs && other.fromMs < stay.untilMs);
	}
}

/** A further guest with a PIN of their own has the booking's key with a number, such as `4711-2`. */
function bookingOf({ reservationKey }: RoomStay, keys: ReadonlySet<string>): string {
	const booking = reservationKey.replace(/-\d{1,2}$/, '');
	return keys.has(booking) ? booking : reservationKey;
}

const sameStayAs = ({ isOfOtherSystem, reservationKey }: RoomStay): Problem =>
	toProblem(
		'same_stay_twice',
		{ what: isOfOtherSystem ? 'access' : 'reservation', key: reservationKey },
		isOfOtherSystem
			? {
					remedy:
						"Leave the stay to one of the two systems, and end the other's access there, or with 'Delete reservation' and its 'Key Prefix'.",
				}
			: {},
	);

const isOfGuest = ({ reservationKey, hasReservation = false, untilMs }: RoomStay) =>
	untilMs !== Infinity && isStayOfOtherSystem(reservationKey, hasReservation);

/** The key of another system ends with that of the reservation, after its prefix. */
function isSameReservation(
	{ reservationKey }: RoomStay,
	{ reservationKey: other, isOfOtherSystem }: RoomStay,
): boolean {
	if (other === reservationKey) return true;
	if (isOfOtherSystem !== true || !other.endsWith(reservationKey)) return false;
	return !/[\p{L}\p{N}]$/u.test(other.slice(0, -reservationKey.length));
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

import { groupBy } from '../../operation/run/runGroups';
import type { Grant } from '../grants/grant';
import { contactsInCommon } from '../grants/people';
import type { Guest, StayRequest } from '../stays/stay';
import { isSameText } from '../stays/texts';

/**
 * Every request with the number that its guest's access has, by the request. Those about one guest,
 * such as versions of a stay, have the same number.
 */
export function withGuestNumbers(
	requests: readonly StayRequest[],
	grants: readonly Grant[],
): Map<StayRequest, StayRequest> {
	const grantsByKey = groupBy(grants, ({ key }) => key.reservationKey);
	const numbered = new Map<StayRequest, StayRequest>();
	for (const [key, ofReservation] of groupBy(requests, ({ stay }) => stay.reservationKey)) {
		const byGuest = [...groupBy(ofReservation, ({ stay }) => String(stay.guestNumber)).values()];
		const firsts = byGuest.flatMap(
			(some) => some.find(({ is }) => is === 'access') ?? some[0] ?? [],
		);
		const numbers = matchGuests(firsts, grantsByKey.get(key) ?? []);
		for (const [first, number] of numbers)
			for (const request of ofReservation)
				if (request.stay.guestNumber === first.stay.guestNumber)
					numbered.set(request, withNumber(request, number));
	}
	return numbered;
}

/** The same request for the guest with this number. */
function withNumber(request: StayRequest, guestNumber: number): StayRequest {
	if (request.is === 'access') return { ...request, stay: { ...request.stay, guestNumber } };
	const isAlone = request.is === 'end' && guestNumber === 1 && request.stay.guestNumber > 1;
	const stay = { ...request.stay, guestNumber, ...(isAlone && { isGuestAlone: true as const }) };
	return { ...request, stay };
}

/** The number that stands for all guests in an item that gives no access. */
const ALL_GUESTS = 1;

/** Compares a guest with the one of some access. */
type IsSame = (guest: Guest, grant: Grant) => boolean;

/**
 * Finds which guest of the reservation each request is about, because a list renumbers its guests
 * when one of them leaves: by key, name and contact, name, contact, and 'Guest Number' last. Several
 * guests often share a contact, so it counts alone only if one request and one access have it.
 * Returns the number that the guest's access has, by request. `requests` and `grants` are those of
 * one reservation. A request that gives no access never gets the number of a guest who keeps it.
 */
export function matchGuests(
	requests: readonly StayRequest[],
	grants: readonly Grant[],
): Map<StayRequest, number> {
	const numbers = new Map<StayRequest, number>();
	const isFree = (number: number) => ![...numbers.values()].includes(number);
	const open = () =>
		requests.filter((request) => request.is === 'access' && !numbers.has(request)) as Access[];
	const match = (isSame: IsSame, { isOnlyPair = false } = {}) => {
		const pairs = open().flatMap((request) =>
			grants
				.filter(({ key }) => isFree(key.guestNumber))
				.filter((grant) => isSame(request.stay.guest, grant))
				.map(({ key }) => ({ request, number: key.guestNumber })),
		);
		const isOnly = (pair: Pair) =>
			pairs.every(({ request, number }) => (request === pair.request) === (number === pair.number));
		// The own number first, for guests who share a name.
		for (const pair of pairs.sort((a, b) => distance(a) - distance(b)))
			if (!numbers.has(pair.request) && isFree(pair.number) && (!isOnlyPair || isOnly(pair)))
				numbers.set(pair.request, pair.number);
	};
	match(hasSameKey);
	match((guest, grant) => hasSameName(guest, grant) && hasSameContact(guest, grant));
	match(hasSameName);
	match(hasSameContact, { isOnlyPair: true });
	for (const request of open())
		if (isFree(request.stay.guestNumber)) numbers.set(request, request.stay.guestNumber);
	const ofGrants = grants.map(({ key }) => key.guestNumber);
	const freeFrom = (from: number) => {
		let number = from;
		while (!isFree(number) || ofGrants.includes(number)) number += 1;
		return number;
	};
	for (const request of open()) numbers.set(request, freeFrom(request.stay.guestNumber));
	for (const request of requests) {
		const { guestNumber: own } = request.stay;
		if (request.is === 'ignored') numbers.set(request, isFree(own) ? own : ALL_GUESTS);
		if (request.is !== 'end') continue;
		const named = grants
			.filter((grant) => hasSameName({ name: request.guestName, unusable: [] }, grant))
			.map(({ key }) => key.guestNumber)
			.filter(isFree);
		// Guest 1 stands for the whole reservation, whatever the name.
		const isOwn = isFree(own) && (own === ALL_GUESTS || named.length !== 1);
		numbers.set(request, isOwn ? own : (named[0] ?? freeFrom(own)));
	}
	return numbers;
}

/** A guest of the list, and the number of access that may be theirs. */
interface Pair {
	request: Access;
	number: number;
}

type Access = Extract<StayRequest, { is: 'access' }>;

const hasSameKey = ({ key }: Guest, { person }: Grant) =>
	key !== undefined && person?.user_identity_key === key;

const hasSameContact = (guest: Guest, { person }: Grant) =>
	contactsInCommon(guest, person ?? {}).some(({ isSame }) => isSame);

const hasSameName = ({ name }: Guest, { name: grantName, person }: Grant) =>
	name !== undefined && isSameText(name, grantName ?? person?.full_name);

const distance = ({ request, number }: Pair) => Math.abs(number - request.stay.guestNumber);

import type { Grant } from '../grants/grant';
import { contactsInCommon, isSameText } from '../grants/people';
import type { Guest, StayRequest } from '../stays/stay';

/**
 * Finds which guest of the reservation each request is about, because a list renumbers its guests
 * when one of them leaves: by key, contact or name first, and by 'Guest Number' last. Returns the
 * number that the guest's access has, by request. `requests` and `grants` are those of one
 * reservation.
 */
export function matchGuests(
	requests: readonly StayRequest[],
	grants: readonly Grant[],
): Map<StayRequest, number> {
	const numbers = new Map<StayRequest, number>();
	const free = new Map(grants.map((grant) => [grant.key.guestNumber, grant]));
	const take = (request: StayRequest, number: number) => {
		numbers.set(request, number);
		free.delete(number);
	};
	for (const isSame of [hasSameKey, hasSameContact, hasSameName]) {
		for (const request of requests) {
			if (request.is !== 'access' || numbers.has(request)) continue;
			const { guestNumber } = request.stay;
			// The own number first, for guests who share a contact.
			const candidates = [...free].sort(
				([a], [b]) => distance(a, guestNumber) - distance(b, guestNumber),
			);
			const match = candidates.find(([, grant]) => isSame(request.stay.guest, grant));
			if (match) take(request, match[0]);
		}
	}
	const taken = new Set(numbers.values());
	for (const request of requests) {
		if (numbers.has(request)) continue;
		let number = request.stay.guestNumber;
		while (request.is === 'access' && taken.has(number)) number += 1;
		if (request.is === 'access') taken.add(number);
		numbers.set(request, number);
	}
	return numbers;
}

const hasSameKey = ({ key }: Guest, { person }: Grant) =>
	key !== undefined && person?.user_identity_key === key;

const hasSameContact = (guest: Guest, { person }: Grant) =>
	contactsInCommon(guest, person ?? {}).some(({ isSame }) => isSame);

const hasSameName = ({ name }: Guest, { name: grantName, person }: Grant) =>
	name !== undefined && isSameText(name, grantName ?? person?.full_name);

const distance = (a: number, b: number) => Math.abs(a - b);

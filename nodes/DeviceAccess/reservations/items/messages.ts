import type { WireObject } from '../../wire/records';
import { type Grant, hasPins, locksOf, nameOfDevice } from '../grants/grant';
import { toGrantKey } from '../grants/grantKey';
import type { StayKey } from '../stays/stay';
import { hostMessageOf, type MoreForHost } from './hostMessage';
import { tellOf, wouldWork } from './tell';

/** The item with who must be told, and what the host must know. */
export function withMessages(item: WireObject, more: MoreForHost = {}): WireObject {
	const tell = tellOf(item, Date.now());
	const ofRehearsal = item.dry_run === true ? { would_work: wouldWork(item) } : {};
	return { ...item, ...ofRehearsal, tell, host_message: hostMessageOf(item, tell, more) };
}

/** Identifies a stay across systems, for tables. Rooms, dates and PINs do not change it. */
export const stayKeyOf = ({ prefix, reservationKey, guestNumber }: StayKey): string =>
	toGrantKey({ prefix, reservationKey, guestNumber, part: 1 });

/** Whether the locks have the PIN, as a sentence. Undefined without a PIN or a lock. */
export function pinOnLocksOf(grant: Grant): string | undefined {
	const { pin, codes } = grant;
	const locks = locksOf(grant);
	if (pin === undefined || locks.length === 0) return undefined;
	const namesOf = (known: boolean | undefined) =>
		locks
			.filter((lock) => hasPins(lock, codes) === known)
			.map(nameOfDevice)
			.join(' and ');
	const [missing, unknown] = [namesOf(false), namesOf(undefined)];
	if (missing === '' && unknown === '') return 'The PIN is already on the lock.';
	return [
		...(missing === '' ? [] : [`The PIN is not on ${missing} yet.`]),
		...(unknown === '' ? [] : [`Whether the PIN is on ${unknown} is not known.`]),
	].join(' ');
}

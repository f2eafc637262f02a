import type { StayKey } from '../stays/stay';

/** The parts of the key of our grants. */
export interface GrantKey extends Omit<StayKey, 'prefix'> {
	/** 1 for the first grant. Each room change that needs a new grant adds 1, because a key may be used only once. */
	part: number;
	/** True if a person changed the PIN, so that an entered PIN of before no longer applies. */
	isPinChanged?: true;
}

const GUEST = /:guest-(\d+)$/;
const PART = /:part-(\d+)$/;
const PIN_CHANGED = ':pin-changed';

/** The `access_grant_key` of our grants: prefix, reservation key, guest, part, and whether the PIN was changed. */
export function toGrantKey(
	prefix: string,
	{ reservationKey, guestNumber, part, isPinChanged }: GrantKey,
): string {
	return [
		`${prefix}${reservationKey}`,
		guestNumber > 1 ? `:guest-${guestNumber}` : '',
		part > 1 ? `:part-${part}` : '',
		isPinChanged ? PIN_CHANGED : '',
	].join('');
}

/** Reads the key of a grant. Undefined for a grant that is not ours. */
export function readGrantKey(prefix: string, key: unknown): GrantKey | undefined {
	if (typeof key !== 'string' || !key.startsWith(prefix) || key.length === prefix.length)
		return undefined;
	const isPinChanged = key.endsWith(PIN_CHANGED);
	const own = key.slice(prefix.length, isPinChanged ? -PIN_CHANGED.length : undefined);
	const [guestAndKey, part] = takeNumber(own, PART);
	const [reservationKey, guestNumber] = takeNumber(guestAndKey, GUEST);
	if (reservationKey === '') return undefined;
	return { reservationKey, guestNumber, part, ...(isPinChanged ? { isPinChanged: true } : {}) };
}

function takeNumber(text: string, ending: RegExp): [rest: string, number: number] {
	const found = ending.exec(text);
	return found ? [text.slice(0, found.index), Number(found[1])] : [text, 1];
}

import { type WireObject, wireObjectsIn } from '../../wire/records';
import { rowOf } from '../stays/problems';

/**
 * Who must be told about an item. `guest`: the access is as the item says and works, or will in
 * time, so the guest is told unless told before. `host`: somebody must look first, or has to know
 * that access ended. `later`: not ready, but the arrival is not near.
 */
export type Tell = 'guest' | 'host' | 'later' | 'nobody';

/** In the last day before the arrival, a lock with a problem or a PIN that is late is for the host. */
export const NEAR_MS = 24 * 3_600_000;

/** The item shows access as it is now, with the operations that only read. */
const GIVES_ACCESS: ReadonlySet<unknown> = new Set([
	undefined,
	'created',
	'unchanged',
	'updated',
	'moved',
]);

/** The PIN is that of another guest of the reservation, who may be in the room. */
const OF_ANOTHER_GUEST = 'guest_changed';

const codesOf = (item: WireObject): string[] =>
	wireObjectsIn(item.problems).map(({ code }) => String(code));

/** Who must be told about an item of a reservation. The table is in docs/guides/reservations.md. */
export function tellOf(item: WireObject, nowMs: number): Tell {
	const { outcome } = item;
	const codes = codesOf(item);
	const tells = (who: string) => codes.some((code) => rowOf(code).tell === who);
	if (item.dry_run === true) return 'nobody';
	if (outcome === 'failed' || outcome === 'pending') return 'host';
	if (outcome === 'ignored') {
		if (tells('host')) return 'host';
		return tells('later') ? 'later' : 'nobody';
	}
	const isOver = instantOf(item.ends_at) <= nowMs;
	if (outcome === 'ended') return isOver ? 'nobody' : 'host';
	if (!GIVES_ACCESS.has(outcome)) return tells('host too') ? 'host' : 'nobody';
	if (isOver) return 'nobody';
	if (codes.includes(OF_ANOTHER_GUEST)) return 'host';
	const isReady = typeof item.message_key === 'string';
	// A start that is unknown can be near.
	if (!(instantOf(item.starts_at) >= nowMs + NEAR_MS))
		return isReady && !isClosed(item) ? 'guest' : 'host';
	if (isReady) return 'guest';
	return isClosedForGood(item) ? 'host' : 'later';
}

/** Whether the host must know something beside the guest who is told. */
export const isForHostToo = (item: WireObject): boolean =>
	wireObjectsIn(item.problems).some(isToldToHostToo);

/** Whether the host must know of a problem although the guest is told. */
export const isToldToHostToo = ({ code }: WireObject): boolean => rowOf(code).tell === 'host too';

/** The message to the guest has the PIN of a lock that took another one. */
const isClosed = (item: WireObject): boolean =>
	wireObjectsIn(item.problems).some(
		({ code, keeps_door_closed: isKept }) =>
			isKept === true && code !== 'requested_code_unavailable',
	);

/** Whether the guest of a dry run could enter. Null for what gives no access on purpose. */
export function wouldWork(item: WireObject): boolean | null {
	if (item.outcome === 'failed') return false;
	if (!GIVES_ACCESS.has(item.outcome))
		return codesOf(item).includes('unknown_status') ? false : null;
	return !wireObjectsIn(item.problems).some(({ keeps_door_closed: isKept }) => isKept === true);
}

const isClosedForGood = (item: WireObject): boolean =>
	wireObjectsIn(item.problems).some(
		({ code, keeps_door_closed: isKept }) => isKept === true && rowOf(code).canPass !== true,
	);

/** In milliseconds since 1970; NaN if the item does not say it. */
const instantOf = (instant: unknown): number =>
	typeof instant === 'string' ? Date.parse(instant) : NaN;

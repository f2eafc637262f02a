import type { ListQuery, Page } from '../lists/listAllPages';
import type { SendRequest } from '../transport/request';
import { isValidIn, isValidNow, type Opener } from './opener';
import { openersOfDevice } from './openersOfDevice';
import { openersOfEntrance } from './openersOfEntrance';

/** The parameters of Get Who Can Open: one door, and when, in ISO 8601. */
interface DoorQuery {
	device_id?: string;
	acs_entrance_id?: string;
	/** Undefined means now. */
	from?: string;
	/** Undefined means the moment of `from`. */
	until?: string;
	key_prefix?: string;
}

/** Yields who can open a door, now or at any time between two times, in one page. */
export async function* pagesOfWhoCanOpen(
	send: SendRequest,
	{ parameters, limit = Infinity, maxPages }: ListQuery,
): AsyncGenerator<Page> {
	const {
		device_id: deviceId,
		acs_entrance_id: entranceId = '',
		key_prefix: keyPrefix,
		...when
	} = parameters as DoorQuery;
	const nowMs = Date.now();
	const reading = { nowMs, maxPages, keyPrefix };
	const all =
		deviceId === undefined
			? await openersOfEntrance(send, entranceId, reading)
			: await openersOfDevice(send, deviceId, reading);
	const asked = all.filter((opener) => isAskedFor(opener, when, nowMs));
	const records = byName(asked);
	yield { records: records.slice(0, limit), isCut: records.length > limit || undefined };
}

/**
 * Now: what opens the door, and what would if its user were not suspended. Between two times: all
 * that is valid then, also a PIN that is not on its lock yet.
 */
function isAskedFor(
	opener: Opener,
	{ from, until }: Pick<DoorQuery, 'from' | 'until'>,
	nowMs: number,
): boolean {
	if (from === undefined && until === undefined)
		return opener.opens_now || (opener.is_suspended && isValidNow(opener, nowMs));
	const fromMs = from === undefined ? nowMs : Date.parse(from);
	const untilMs = until === undefined ? fromMs : Date.parse(until);
	return isValidIn(opener, { fromMs, untilMs });
}

const byName = (openers: readonly Opener[]): Opener[] =>
	[...openers].sort((a, b) => String(a.name ?? '').localeCompare(String(b.name ?? '')));

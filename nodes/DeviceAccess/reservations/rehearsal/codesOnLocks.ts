import { CancelledError, NotStartedError } from '../../errors/errors';
import { rethrow } from '../../errors/rethrow';
import { listCodes } from '../../lists/listCodes';
import { groupByEach } from '../../operation/run/runGroups';
import { mapWithConcurrency } from '../../transport/mapWithConcurrency';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';
import { isOver } from '../grants/grant';
import { isSameTime } from '../plan/wanted';

/** Access of the workspace with PINs. Times are ISO 8601. */
export interface KnownAccess {
	lockIds: readonly string[];
	/** Those that are known. */
	pins: readonly string[];
	startsAt: string;
	endsAt: string | null;
	/** True if a stay of the input replaces it, or the input ends it. */
	isReplaced: boolean;
}

/** The codes on the locks that belong to no known access, by the lock's ID. */
export type CodesOnLocks = ReadonlyMap<string, readonly WireObject[]>;

/** One list of managed codes, and one of the others. */
const REQUESTS_PER_LOCK = 2;

/**
 * Reads the codes on as many of the locks as `requests` allow, in this order. The others are
 * missing, as are those whose codes cannot be read.
 */
export async function readCodesOnLocks(
	send: SendRequest,
	lockIds: readonly string[],
	known: readonly KnownAccess[],
	{ requests, atOnce, nowMs }: { requests: number; atOnce: number; nowMs: number },
): Promise<CodesOnLocks> {
	const accessByLock = groupByEach(known, (access) => access.lockIds);
	const some = lockIds.slice(0, Math.max(0, Math.floor(requests / REQUESTS_PER_LOCK)));
	const codes = new Map<string, readonly WireObject[]>();
	await mapWithConcurrency(some, atOnce, async (id) => {
		const all = await readCodes(send, id);
		const ofLock = accessByLock.get(id) ?? [];
		if (all)
			codes.set(
				id,
				all.filter((code) => isOnLock(code, nowMs) && !ofLock.some((access) => isOf(access, code))),
			);
	});
	return codes;
}

async function readCodes(send: SendRequest, id: string): Promise<WireObject[] | undefined> {
	try {
		return [
			...(await listCodes(send, '/access_codes/list', id)),
			...(await listCodes(send, '/access_codes/unmanaged/list', id)),
		];
	} catch (error) {
		if (error instanceof CancelledError || error instanceof NotStartedError) return rethrow(error);
		return undefined;
	}
}

/** True for a code that takes a place, now or later. Offline codes take none. */
const isOnLock = (
	{ status, ends_at: endsAt, is_managed: isManaged, is_offline_access_code: isOffline }: WireObject,
	nowMs: number,
) =>
	status !== 'removing' &&
	!(status === 'unset' && isManaged === false) &&
	isOffline !== true &&
	!isOver({ endsAt: textOrNull(endsAt) }, nowMs);

/** Codes do not name their grant. One with its PIN or its times is the grant's. */
const isOf = ({ pins, startsAt, endsAt }: KnownAccess, code: WireObject): boolean =>
	pins.includes(String(code.code)) ||
	(isSameTime(startsAt, textOrNull(code.starts_at)) &&
		(endsAt === null
			? textOrNull(code.ends_at) === null
			: isSameTime(endsAt, textOrNull(code.ends_at))));

/** The text, or null for anything else. */
export const textOrNull = (value: unknown): string | null =>
	typeof value === 'string' ? value : null;

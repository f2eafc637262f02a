import { groupBy } from '../../operation/run/runGroups';
import { isWireObject, type WireObject } from '../../wire/records';
import { nameOfDevice } from '../grants/pins';
import { LEAD_MS } from '../stays/leadTime';
import type { Problem } from '../stays/problem';
import type { RehearsedStay } from './rehearsedStay';

/** Access with a PIN that no stay of the input names. Times are ISO 8601. */
export interface KnownAccess {
	lockIds: readonly string[];
	startsAt: string;
	endsAt: string | null;
}

/** When a PIN is on a lock, in milliseconds since 1970. */
interface Occupancy {
	fromMs: number;
	untilMs: number;
	stay?: RehearsedStay;
}

/**
 * The stays for which a lock has no place left, with their problems. Counts only PINs of grants:
 * the lock can have others.
 */
export function fullLocks(
	stays: readonly RehearsedStay[],
	known: readonly KnownAccess[],
): Map<RehearsedStay, Problem[]> {
	const problems = new Map<RehearsedStay, Problem[]>();
	const withCode = stays.filter(({ modes }) => modes.includes('code'));
	const onLocks = withCode.flatMap((stay) => stay.locks.map((lock) => ({ lock, stay })));
	const knownByLock = new Map<string, KnownAccess[]>();
	for (const access of known)
		for (const id of new Set(access.lockIds)) {
			const ofLock = knownByLock.get(id) ?? [];
			ofLock.push(access);
			knownByLock.set(id, ofLock);
		}
	for (const [id, ofLock] of groupBy(onLocks, ({ lock }) => String(lock.device_id))) {
		const lock = ofLock[0]?.lock ?? {};
		const capacity = capacityOf(lock);
		if (capacity === undefined) continue;
		const others = knownByLock.get(id) ?? [];
		const all = [...others.map(occupancy), ...ofLock.map(({ stay }) => occupancyOf(stay))];
		for (const stay of withoutPlace(all, capacity))
			problems.set(stay, [...(problems.get(stay) ?? []), noSpace(lock, capacity)]);
	}
	return problems;
}

/** The stays that begin while the lock has all the PINs that it takes. */
function withoutPlace(all: readonly Occupancy[], capacity: number): RehearsedStay[] {
	let present: Occupancy[] = [];
	// The sort is stable: access that exists comes before stays of the same time.
	const byStart = [...all].sort((a, b) => a.fromMs - b.fromMs);
	return byStart.flatMap((one) => {
		present = present.filter(({ untilMs }) => untilMs > one.fromMs);
		if (present.length >= capacity) return one.stay ?? [];
		present.push(one);
		return [];
	});
}

const occupancy = ({ startsAt, endsAt }: Pick<KnownAccess, 'startsAt' | 'endsAt'>): Occupancy => ({
	fromMs: Date.parse(startsAt) - LEAD_MS,
	untilMs: endsAt === null ? Infinity : Date.parse(endsAt),
});

const occupancyOf = (stay: RehearsedStay): Occupancy => ({ ...occupancy(stay), stay });

function capacityOf({ properties }: WireObject): number | undefined {
	const { max_active_codes_supported: most } = isWireObject(properties) ? properties : {};
	return typeof most === 'number' ? most : undefined;
}

const noSpace = (lock: WireObject, capacity: number): Problem => ({
	code: 'no_space_for_access_code_on_device',
	reason: `${nameOfDevice(lock)} takes ${capacity} PINs at once, and other stays have them at that time`,
	remedy:
		"Delete codes that nobody uses. To create access later, use 'Only Stays Within' under Options.",
	keeps_door_closed: true,
});

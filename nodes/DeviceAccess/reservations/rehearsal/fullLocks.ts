import { groupBy, groupByEach } from '../../operation/run/runGroups';
import { isWireObject, type WireObject } from '../../wire/records';
import { idOfPlace } from '../grants/grant';
import { nameOfDevice } from '../grants/pins';
import { LEAD_MS } from '../stays/leadTime';
import type { Problem } from '../stays/problem';
import { type CodesOnLocks, type KnownAccess, textOrNull } from './codesOnLocks';
import type { RehearsedStay } from './rehearsedStay';

/** When a PIN is on a lock, in milliseconds since 1970. */
interface Occupancy {
	fromMs: number;
	untilMs: number;
	stay?: RehearsedStay;
}

/**
 * The stays for which a lock has no place left, with their problems. If the codes on a lock are not
 * known, only PINs of grants count, and the first stay at the lock says so.
 */
export function fullLocks(
	stays: readonly RehearsedStay[],
	known: readonly KnownAccess[],
	codes: CodesOnLocks,
): Map<RehearsedStay, Problem[]> {
	const problems = new Map<RehearsedStay, Problem[]>();
	const add = (stay: RehearsedStay, problem: Problem) =>
		problems.set(stay, [...(problems.get(stay) ?? []), problem]);
	const onLocks = stays
		.filter(({ wanted }) => wanted.modes.includes('code'))
		.flatMap((stay) => stay.locks.map((lock) => ({ lock, stay })));
	const knownByLock = groupByEach(
		known.filter(({ isReplaced }) => !isReplaced),
		({ lockIds }) => lockIds,
	);
	for (const [id, ofLock] of groupBy(onLocks, ({ lock }) => idOfPlace(lock))) {
		const [{ lock, stay: first }] = ofLock as [(typeof ofLock)[number]];
		const capacity = capacityOf(lock);
		if (capacity === undefined) continue;
		const ofCodes = codes.get(id)?.map(({ starts_at: startsAt, ends_at: endsAt }) => ({
			startsAt: textOrNull(startsAt),
			endsAt: textOrNull(endsAt),
		}));
		if (!ofCodes) add(first, notCounted(lock, capacity));
		const all = [
			...[...(knownByLock.get(id) ?? []), ...(ofCodes ?? [])].map(occupancy),
			...ofLock.map(({ stay }) => ({ ...occupancy(stay.wanted), stay })),
		];
		for (const stay of withoutPlace(all, capacity)) add(stay, noSpace(lock, capacity));
	}
	return problems;
}

/** The stays that begin while the lock has all the PINs that it takes. */
function withoutPlace(all: readonly Occupancy[], capacity: number): RehearsedStay[] {
	let present: Occupancy[] = [];
	// The sort is stable: access that exists comes before stays of the same time.
	const byStart = [...all].sort((a, b) => (a.fromMs < b.fromMs ? -1 : Number(a.fromMs > b.fromMs)));
	return byStart.flatMap((one) => {
		present = present.filter(({ untilMs }) => untilMs > one.fromMs);
		if (present.length >= capacity) return one.stay ?? [];
		present.push(one);
		return [];
	});
}

const occupancy = ({
	startsAt,
	endsAt,
}: {
	startsAt: string | null;
	endsAt: string | null;
}): Occupancy => ({
	fromMs: startsAt === null ? -Infinity : Date.parse(startsAt) - LEAD_MS,
	untilMs: endsAt === null ? Infinity : Date.parse(endsAt),
});

/** How many codes a lock takes, if its record says so. */
export function capacityOf({ properties }: WireObject): number | undefined {
	const { max_active_codes_supported: most } = isWireObject(properties) ? properties : {};
	return typeof most === 'number' ? most : undefined;
}

const noSpace = (lock: WireObject, capacity: number): Problem => ({
	code: 'no_space_for_access_code_on_device',
	reason: `${nameOfDevice(lock)} takes ${capacity} codes at once, and all its places are taken at that time`,
	remedy:
		"Delete codes that nobody uses. To create access later, use 'Only Stays Within' under Options.",
	keeps_door_closed: true,
});

const notCounted = (lock: WireObject, capacity: number): Problem => ({
	code: 'codes_not_counted',
	reason: `${nameOfDevice(lock)} takes ${capacity} codes at once, and this dry run counted only those of access grants`,
	remedy:
		"Check how many other codes the lock has with 'Get many access codes' and 'Get many unmanaged access codes', or test fewer reservations at once.",
	keeps_door_closed: false,
});

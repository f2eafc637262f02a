import type { WireObject } from '../../wire/records';
import { withoutUndefined } from '../../wire/withoutUndefined';
import type { GrantRecords } from '../grants/grantRecords';
import type { GrantKey } from '../grants/grantKey';
import { byNewest, type Change, type Outcome } from '../plan/plan';
import { areIssued, findProblems, isReady, type Problem } from '../grants/problems';
import { timeZoneOfSpaces } from '../stays/rooms';

/** The fields of an item that say what happened. Empty if the operation only reads. */
export interface ItemReport {
	outcome?: Outcome;
	changes?: readonly Change[];
	notes?: readonly Problem[];
	isDryRun?: boolean;
	/** The times to show if there is no grant. */
	times?: { startsAt: string; endsAt: string };
	roomNames?: readonly string[];
	timeZone?: string;
}

/** The item of one reservation, the same for every operation. `found` is the current access, or undefined if there is none. */
export function toItem(
	key: Pick<GrantKey, 'reservationKey' | 'guestNumber'>,
	found: GrantRecords | undefined,
	report: ItemReport,
): WireObject {
	const problems = [...(report.notes ?? []), ...(found ? findProblems(found) : [])];
	const pin = found ? currentPin(found) : undefined;
	return withoutUndefined({
		reservation_key: key.reservationKey,
		guest_number: key.guestNumber > 1 ? key.guestNumber : undefined,
		outcome: report.outcome,
		changes: report.changes,
		dry_run: report.isDryRun === true ? true : undefined,
		is_ready: found ? isReady(found, problems) : false,
		problems,
		starts_at: found?.access.startsAt ?? report.times?.startsAt ?? null,
		ends_at: found ? found.access.endsAt : (report.times?.endsAt ?? null),
		time_zone: report.timeZone ?? (found ? timeZoneOfSpaces(found.spaces) : undefined),
		rooms: found?.access.roomNames ?? report.roomNames ?? [],
		guest_name: found?.person?.full_name ?? null,
		pin: pin ?? null,
		instant_key_url: found ? keyUrl(found) : null,
		access_grant_id: found?.access.grantId ?? null,
		access_grant: found ? { ...found.grant, access_methods: found.methods } : null,
	});
}

/** The PIN that works. During a change, this is the old one until the new one is set. */
function currentPin({ methods }: GrantRecords): unknown {
	const pins = methods.filter(({ mode, code }) => mode === 'code' && typeof code === 'string');
	return (pins.filter(({ is_issued: isIssued }) => isIssued === true).at(-1) ?? pins.at(0))?.code;
}

const keyUrl = ({ grant, methods }: GrantRecords): unknown =>
	grant.instant_key_url ??
	methods.find(({ instant_key_url: url }) => typeof url === 'string')?.instant_key_url ??
	null;

/** The newest grant of a guest. There are several during a room change. */
export function newestOf(found: readonly GrantRecords[]): GrantRecords | undefined {
	return [...found].sort((a, b) => byNewest(a.access, b.access)).at(0);
}

/**
 * Returns the problems of a grant at risk, or none. A grant is at risk if something keeps a door
 * closed, if the stay begins soon and a PIN, card or key is not issued, or if the stay has begun
 * and a PIN is not on its lock. Before the start, locks may not have their PINs yet
 * (docs/service.md#grants-6).
 */
export function atRiskProblems(found: GrantRecords, nowMs: number, soonMs: number): Problem[] {
	const problems = findProblems(found);
	const startsInMs = Date.parse(found.access.startsAt) - nowMs;
	const judged = startsInMs > 0 ? { ...found, codes: undefined } : found;
	if (problems.some((problem) => problem.keeps_door_closed)) return problems;
	if (startsInMs > soonMs || isReady(judged, problems)) return [];
	return [
		...problems,
		{
			code: 'not_ready',
			reason: areIssued(found.methods)
				? 'A PIN is not on its lock yet, or its times are still being changed'
				: 'A PIN, card or key is not issued yet, and the stay begins soon or has begun',
			remedy: 'Check the lock at the door, or give the guest another way in.',
			keeps_door_closed: true,
		},
	];
}

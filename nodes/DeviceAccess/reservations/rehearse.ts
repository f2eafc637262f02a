import { describeError } from '../errors/describeError';
import { InvalidParameterError } from '../errors/errors';
import { groupBy } from '../operation/run/runGroups';
import { type WireObject, wireObjectsIn } from '../wire/records';
import { type Grant, isOver } from './grants/grant';
import { ownKeysOf } from './grants/grantKey';
import { toItem } from './items/item';
import { accessToKeep } from './plan/plan';
import { pinToKeep } from './plan/planPin';
import type { WantedAccess } from './preparedStay';
import type { ReservationRun } from './prepareStays';
import type { ReconciledStay } from './reconciledStay';
import { busyLocks } from './rehearsal/busyLocks';
import { doorsOf, type House, readHouse } from './rehearsal/house';
import type { RehearsedStay } from './rehearsal/rehearsedStay';
import { roomProblems } from './rehearsal/roomProblems';
import { sameStayTwice } from './rehearsal/sameStay';
import type { Problem } from './stays/problem';
import type { StayKey, StayRequest, StayWithAccess } from './stays/stay';

/** What would go wrong with a request, besides what its plan says. */
export type Rehearsal = (request: StayRequest) => readonly Problem[];

/**
 * Finds what would go wrong, without changing anything: with the rooms and locks, and with stays
 * that the guest has twice. Reads the lists of devices and entrances.
 */
export async function rehearse(
	run: Pick<ReservationRun, 'grants' | 'nowMs' | 'prepared' | 'roomStays' | 'rooms'>,
): Promise<Rehearsal> {
	const wanted = [...run.prepared.values()].flatMap((entry) =>
		'request' in entry && entry.request.is === 'access' && entry.access
			? [{ request: entry.request, access: entry.access }]
			: [],
	);
	const house = await readHouse(
		run.rooms,
		wanted.map(({ access }) => access.rooms),
	);
	const byGuest = groupBy(run.grants.all(), ({ key }) => guestOf(key));
	const stays = new Map<StayRequest, RehearsedStay>();
	for (const { request, access } of wanted) {
		if (isOver(access.wanted, run.nowMs)) continue;
		const ofGuest = byGuest.get(guestOf(request.stay)) ?? [];
		stays.set(request, toRehearsedStay(request.stay, access, house, ofGuest, run.nowMs));
	}
	const busy = busyLocks([...stays.values()]);
	return (request) => {
		const entry = run.prepared.get(request);
		const stay = entry && 'request' in entry ? stays.get(entry.request) : undefined;
		return stay
			? [...roomProblems(stay), ...(busy.get(stay) ?? []), ...sameStayTwice(stay, run.roomStays)]
			: [];
	};
}

/** Adds to the item what the rehearsal found, each problem once. */
export function withRehearsal(
	rehearsal: Rehearsal,
	request: StayRequest,
	reconciled: ReconciledStay,
): ReconciledStay {
	return {
		...reconciled,
		toRecord: async () => {
			const item = await reconciled.toRecord();
			if (!GIVES_ACCESS.has(item.outcome)) return item;
			const found = rehearsal(request);
			const known = wireObjectsIn(item.problems);
			const more = found.filter(
				({ code, reason }) => !known.some((one) => one.code === code && one.reason === reason),
			);
			return { ...item, problems: [...more, ...known].sort(closedFirst) };
		},
	};
}

/** The item of a request that the execution without 'Dry Run' would not carry out. */
export function failedRehearsal(request: StayRequest, error: unknown): ReconciledStay {
	const { message, description } = describeError(error);
	const problem: Problem = {
		code: error instanceof InvalidParameterError ? (error.type ?? 'invalid_value') : 'failed',
		reason: message,
		remedy: description || 'Correct it, and execute the node again.',
		keeps_door_closed: true,
	};
	const record = toItem(request.stay, undefined, {
		outcome: 'failed',
		changes: [],
		problems: [problem],
		isDryRun: true,
		guestName: request.is === 'access' ? request.stay.guest.name : undefined,
	});
	return { toRecord: async () => record };
}

const GIVES_ACCESS = new Set<unknown>(['created', 'updated', 'moved', 'unchanged']);

const closedFirst = (a: WireObject | Problem, b: WireObject | Problem) =>
	Number(b.keeps_door_closed) - Number(a.keeps_door_closed);

const guestOf = ({ reservationKey, guestNumber }: Omit<StayKey, 'prefix'>) =>
	JSON.stringify([reservationKey, guestNumber]);

function toRehearsedStay(
	stay: StayWithAccess,
	{ wanted: whole, rooms }: WantedAccess,
	house: House,
	grants: readonly Grant[],
	nowMs: number,
): RehearsedStay {
	const ownKeys = ownKeysOf(stay);
	const { wanted, current } = accessToKeep({ wanted: whole, grants, ownKeys, nowMs });
	const pin = current ? pinToKeep(wanted, current) : wanted.pin?.code;
	return {
		stay,
		wanted,
		rooms,
		...doorsOf(house, wanted.spaceIds),
		current,
		pin: wanted.modes.includes('code') ? pin : undefined,
	};
}

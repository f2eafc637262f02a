import { describeError } from '../errors/describeError';
import { InvalidParameterError } from '../errors/errors';
import { groupBy } from '../operation/run/runGroups';
import { type WireObject, wireObjectsIn } from '../wire/records';
import { type Grant, idOfPlace, isOver } from './grants/grant';
import { ownKeysOf } from './grants/grantKey';
import { toItem } from './items/item';
import { accessToKeep } from './plan/plan';
import { pinToKeep } from './plan/planPin';
import type { ReservationRun, WantedAccess } from './prepareStays';
import type { ReconciledStay } from './reconciledStay';
import {
	type CodesOnLocks,
	type KnownAccess,
	readCodesOnLocks,
	textOrNull,
} from './rehearsal/codesOnLocks';
import { capacityOf, fullLocks } from './rehearsal/fullLocks';
import { doorsOf, type House, readHouse, spaceIdsOf } from './rehearsal/house';
import { type KnownPin, PinClashes } from './rehearsal/pinClashes';
import { isPinNewOn, namedStay, type RehearsedStay } from './rehearsal/rehearsedStay';
import { roomProblems } from './rehearsal/roomProblems';
import { sameStayTwice } from './rehearsal/sameStay';
import { sharedContacts } from './rehearsal/sharedContacts';
import type { Problem } from './stays/problem';
import type { StayKey, StayRequest, StayWithAccess } from './stays/stay';

/** Finds what would go wrong with a request, besides what its plan says. */
export type Rehearsal = (request: StayRequest) => Promise<readonly Problem[]>;

type RehearsedRun = Pick<
	ReservationRun,
	'grants' | 'nowMs' | 'prepared' | 'requestsSent' | 'roomStays' | 'rooms' | 'send' | 'settings'
>;

/** The requests of a dry run, of which the rehearsal uses what the items leave. */
const MOST_REQUESTS = 60;

/**
 * Finds what would go wrong, without changing anything: with the rooms and locks, and between the
 * stays of the input and all access in the workspace. `ended` is the access that the input ends.
 * Reads the lists of devices and entrances at once, and the codes on locks only when the first
 * problems are asked for.
 */
export async function rehearse(
	run: RehearsedRun,
	prefix: string,
	ended: ReadonlySet<Grant>,
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
	const all = [...stays.values()];
	const known = knownAccess(all, ended, run, { prefix, house });
	let finding: Promise<(stay: RehearsedStay) => Problem[]> | undefined;
	return async (request) => {
		const entry = run.prepared.get(request);
		const stay = entry && 'request' in entry ? stays.get(entry.request) : undefined;
		if (!stay) return [];
		finding ??= readCodes(run, all, known).then((codes) => problemsOfAll(all, known, codes));
		return [...(await finding)(stay), ...sameStayTwice(stay, run.roomStays)];
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
			const found = await rehearsal(request);
			const known = wireObjectsIn(item.problems);
			const more = found.filter(
				({ code, reason }) => !known.some((one) => one.code === code && one.reason === reason),
			);
			return { ...item, problems: [...known, ...more].sort(closedFirst) };
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
		...doorsOf(house, wanted.places),
		current,
		pin: wanted.modes.includes('code') ? pin : undefined,
	};
}

/** Access of the workspace, and who has it. */
type NamedAccess = KnownAccess & Pick<KnownPin, 'holder' | 'isEnding'>;

/**
 * All access of the workspace with PINs. Of grants with another prefix, only what the list says is
 * known: not the devices outside their rooms, nor PINs that the service chose.
 */
function knownAccess(
	stays: readonly RehearsedStay[],
	ended: ReadonlySet<Grant>,
	{ grants, nowMs }: Pick<ReservationRun, 'grants' | 'nowMs'>,
	{ prefix, house }: { prefix: string; house: House },
): NamedAccess[] {
	const named = new Set(stays.map(({ stay }) => guestOf(stay)));
	const ours = grants
		.all()
		.filter(({ methods }) => methods.some(({ mode }) => mode === 'code'))
		.map((grant) => ({
			holder: namedStay(grant.key),
			lockIds: grant.doorIds,
			pins: grant.methods.flatMap(({ code }) => code ?? []),
			startsAt: grant.startsAt,
			endsAt: grant.endsAt,
			isReplaced: named.has(guestOf(grant.key)) || ended.has(grant),
			isEnding: ended.has(grant),
		}));
	const others = grants.listedOfOthers(prefix).flatMap((grant) => {
		const requests = wireObjectsIn(grant.requested_access_methods).filter(
			({ mode }) => mode === 'code',
		);
		if (requests.length === 0) return [];
		return [
			{
				holder: `access '${String(grant.access_grant_key ?? grant.name ?? grant.access_grant_id)}'`,
				lockIds: spaceIdsOf(grant).flatMap((id) =>
					(house.locksBySpace.get(id) ?? []).map(idOfPlace),
				),
				pins: requests.flatMap(({ code }) => (typeof code === 'string' ? [code] : [])),
				startsAt: String(grant.starts_at),
				endsAt: textOrNull(grant.ends_at),
				isReplaced: false,
			},
		];
	});
	return [...ours, ...others].filter((access) => !isOver(access, nowMs));
}

/**
 * The codes on locks: first on those that take only so many, then on those that get a PIN that they
 * may have.
 */
async function readCodes(
	run: RehearsedRun,
	stays: readonly RehearsedStay[],
	known: readonly KnownAccess[],
): Promise<CodesOnLocks> {
	const onLocks = stays
		.filter(({ wanted }) => wanted.modes.includes('code'))
		.flatMap((stay) => stay.locks.map((lock) => ({ stay, lock })));
	const withLimit = onLocks.filter(({ lock }) => capacityOf(lock) !== undefined);
	const withNewPin = onLocks.filter(({ stay, lock }) => isPinNewOn(stay, lock));
	const ids = [...withLimit, ...withNewPin].map(({ lock }) => idOfPlace(lock));
	return await readCodesOnLocks(run.send, [...new Set(ids)], known, {
		requests: MOST_REQUESTS - run.requestsSent(),
		atOnce: run.settings.requestsInFlight,
		nowMs: run.nowMs,
	});
}

function problemsOfAll(
	stays: readonly RehearsedStay[],
	known: readonly NamedAccess[],
	codes: CodesOnLocks,
): (stay: RehearsedStay) => Problem[] {
	const ofCodes = [...codes].flatMap(([id, onLock]) =>
		onLock.flatMap(({ code, name }) =>
			typeof code === 'string'
				? [{ holder: `code '${String(name)}'`, pin: code, doorIds: [id] }]
				: [],
		),
	);
	const ofAccess = known
		.filter(({ isReplaced, isEnding }) => isEnding === true || !isReplaced)
		.flatMap(({ holder, isEnding, lockIds: doorIds, pins }) =>
			pins.map((pin) => ({ holder, pin, doorIds, isEnding })),
		);
	const clashes = new PinClashes(stays, [...ofAccess, ...ofCodes]);
	const withoutPlace = fullLocks(stays, known, codes);
	const leftOut = sharedContacts(stays);
	return (stay) => [
		...roomProblems(stay),
		...(withoutPlace.get(stay) ?? []),
		...clashes.problemsOf(stay),
		...(leftOut.get(stay) ?? []),
	];
}

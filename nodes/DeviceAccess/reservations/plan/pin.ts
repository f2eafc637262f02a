import { type Grant, isBeingMade } from '../grants/grant';
import {
	allPinsOf,
	lacksPinOnLock,
	pinsOf,
	wasLeftToService,
	wasPinRequested,
} from '../grants/pins';
import { codeOfIssue } from '../../operation/output/shapeRecord';
import { warningsOf } from '../../wire/records';
import { type Problem, toProblem } from '../stays/problems';
import type { RequestedPin } from '../stays/stay';
import {
	type Wanted,
	type Memo,
	type Situation,
	type Action,
	awaiting,
	waitedFor,
	ofSameGuest,
} from './situation';

/** The service then chooses another PIN. */
export const isPinNotTaken = (wanted: Wanted, grant: Grant): boolean =>
	wanted.modes.includes('code') && (isLeftToService(wanted, grant) || lacksPinOnLock(grant));

/** True for an unfinished change from the wanted PIN to one that the service chooses. */
const isLeftToService = ({ pin }: Wanted, grant: Grant): boolean =>
	grant.pinCount > 1 &&
	pin !== undefined &&
	grant.requestedCodes.includes(pin.code) &&
	wasLeftToService(grant);

/**
 * Chosen when access is created, so what is wanted counts only if nobody has requested a PIN yet.
 */
export function pinToKeep({ pin }: Pick<Wanted, 'pin'>, grant: Grant): string | undefined {
	if (grant.pin !== undefined) return grant.pin;
	if (!wasPinRequested(grant)) return pin?.code;
	return wasLeftToService(grant) ? undefined : grant.requestedCodes.at(-1);
}

/** Never one of `known`, the PINs of earlier guests of the stay: the service then chooses. */
export function pinForNew(
	{ pin, modes }: Wanted,
	known: readonly string[],
): { pin?: string; problems: Problem[] } {
	if (pin === undefined || !modes.includes('code') || !known.includes(pin.code))
		return { pin: pin?.code, problems: [] };
	return { problems: [pinNotUsed(pin, 'Another guest had it for this stay')] };
}

export const pinNotUsed = (
	{ isEntered }: Pick<RequestedPin, 'isEntered'>,
	why: string,
	more: Partial<Problem> = {},
): Problem => toProblem(isEntered ? 'entered_pin_not_used' : 'phone_pin_not_used', { why }, more);

export const pinNotTaken = ({ pin }: Pick<Wanted, 'pin'>): Problem[] =>
	pin === undefined
		? []
		: [pinNotUsed(pin, 'A lock does not take it, such as one on which another code has it')];

export const pinsKnownTo = (grants: readonly Grant[]): string[] => [
	...new Set(grants.flatMap((grant) => [...grant.requestedCodes, ...allPinsOf(grant)])),
];

export const pinInUse = ({ pin, modes }: Wanted, grant: Grant): Problem[] =>
	pin !== undefined &&
	modes.includes('code') &&
	grant.pin !== undefined &&
	grant.pin !== pin.code &&
	grant.pinCount === 1 &&
	!wasUnavailable(pin.code, grant)
		? [
				pinNotUsed(pin, 'The PIN in use stays, because the guest may know it', {
					remedy: "To replace it, use 'Change PIN of reservation'. Otherwise, no action is needed.",
				}),
			]
		: [];

const wasUnavailable = (code: string, { record, methods }: Grant) =>
	[record, ...methods]
		.flatMap(warningsOf)
		.some(
			(issue) =>
				codeOfIssue(issue) === 'requested_code_unavailable' && issue.original_code === code,
		);

export const pinOf = (wanted: Wanted, grant: Grant, memo: Memo): string | undefined =>
	grant.pin ?? memo.pins.get(grant.id) ?? pinToKeep(wanted, grant);

/** Undefined for a PIN that another guest of the stay may know. */
export function unlessOthersKnow(
	situation: Situation,
	pin: string | undefined,
): string | undefined {
	const own = ofSameGuest(situation, situation.grants);
	const known = pinsKnownTo(situation.grants.filter((grant) => !own.includes(grant)));
	return pin !== undefined && known.includes(pin) ? undefined : pin;
}

export const codesOf = ({ methods }: Grant): string[] =>
	methods.filter(({ mode }) => mode === 'code').map(({ access_method_id: id }) => id);

/**
 * Of several PINs of one access, the newest that is set stays, whoever began the change. Empty while
 * a backup code is in use, because it can look like a PIN of its own.
 */
export function olderPins({ methods }: Grant): string[] {
	const pins = pinsOf(methods);
	const hasBackup = methods.some((method) =>
		warningsOf(method).some((issue) => codeOfIssue(issue) === 'pulled_backup_access_code'),
	);
	if (hasBackup) return [];
	return pins.slice(0, -1).flatMap((pin) => pin.map(({ access_method_id: id }) => String(id)));
}

/**
 * The old PIN goes once the new one is set, or before it where the service allows only one.
 * Finishes what an earlier execution began.
 */
export function nextOfNewPin(
	current: Grant,
	{ code }: { code?: string },
	memo: Memo,
	nowMs: number,
): Action | undefined {
	const { id } = current;
	if (isBeingMade(current, nowMs) && waitedFor(memo, 'made', [current]) === undefined)
		return awaiting('made', [current]);
	const replaces = memo.replaced.get(id) ?? replacedBefore(current, code);
	if (!replaces) {
		const old = codesOf(current);
		return memo.hasOnePin && old.length > 0
			? { do: 'deleteMethods', id, methodIds: old }
			: { do: 'addMethods', id, modes: ['code'], pin: code, replaces: old };
	}
	const isSet = waitedFor(memo, 'set', [current]);
	const says = replaces.length > 0 ? toProblem('old_pin_kept') : undefined;
	if (isSet === undefined) return awaiting('set', [current], { replaces, says });
	const left = codesOf(current).filter((methodId) => replaces.includes(methodId));
	return isSet && left.length > 0 ? { do: 'deleteMethods', id, methodIds: left } : undefined;
}

/** Undefined if no earlier execution has requested a PIN. */
function replacedBefore(
	{ methods, requestedCodes }: Grant,
	code: string | undefined,
): string[] | undefined {
	const pins = pinsOf(methods);
	// A PIN that is on a lock cannot be set there a second time.
	const same = pins.find(([method]) => code !== undefined && method?.code === code);
	// The service may have chosen another one than was requested.
	const isUnderWay = pins.length > 1 && (code === undefined || requestedCodes.includes(code));
	if (!same && !isUnderWay) return undefined;
	const kept = same ?? pins.at(-1);
	return pins
		.filter((pin) => pin !== kept)
		.flatMap((pin) => pin.map(({ access_method_id: id }) => String(id)));
}

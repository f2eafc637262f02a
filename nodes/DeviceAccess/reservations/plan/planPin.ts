import { allPinsOf, type Grant } from '../grants/grant';
import { codeOfIssue } from '../../operation/output/shapeRecord';
import { warningsOf } from '../../wire/issues';
import { lacksPinOnLock, wasLeftToService, wasPinRequested } from '../grants/requests';
import type { Problem } from '../stays/problem';
import { pinNotUsed } from './planProblems';
import type { Wanted } from './wanted';

/** True if a lock does not take the wanted PIN, so that the service chooses another one. */
export const isPinNotTaken = (wanted: Wanted, grant: Grant): boolean =>
	wanted.modes.includes('code') && (isLeftToService(wanted, grant) || lacksPinOnLock(grant));

/** True for an unfinished change from the wanted PIN to one that the service chooses. */
const isLeftToService = ({ pin }: Wanted, grant: Grant): boolean =>
	grant.pinCount > 1 &&
	pin !== undefined &&
	grant.requestedCodes.includes(pin.code) &&
	wasLeftToService(grant);

/**
 * The PIN for other access of the same guest: the one that the guest knows. It is chosen when access
 * is created, so what is wanted counts only if nobody has requested one yet.
 */
export function pinToKeep({ pin }: Pick<Wanted, 'pin'>, grant: Grant): string | undefined {
	if (grant.pin !== undefined) return grant.pin;
	if (!wasPinRequested(grant)) return pin?.code;
	return wasLeftToService(grant) ? undefined : grant.requestedCodes.at(-1);
}

/**
 * The PIN to request for a new guest, and what to say about it. Never one of `known`, the PINs of
 * earlier guests of the stay: the service then chooses.
 */
export function pinForNew(
	{ pin, modes }: Wanted,
	known: readonly string[],
): { pin?: string; problems: Problem[] } {
	if (pin === undefined || !modes.includes('code') || !known.includes(pin.code))
		return { pin: pin?.code, problems: [] };
	return { problems: [pinNotUsed(pin, 'Another guest had it for this stay')] };
}

/** What to say of the wanted PIN if the service chooses another one, because it was refused. */
export const pinNotTaken = ({ pin }: Pick<Wanted, 'pin'>): Problem[] =>
	pin === undefined
		? []
		: [pinNotUsed(pin, 'A lock does not take it, such as one on which another code has it')];

/** The PINs that the guests of these grants may know. */
export const pinsKnownTo = (grants: readonly Grant[]): string[] => [
	...new Set(grants.flatMap((grant) => [...grant.requestedCodes, ...allPinsOf(grant)])),
];

/** What to say of a PIN that was wanted only after another one was in use. */
export const pinInUse = ({ pin, modes }: Wanted, grant: Grant): Problem[] =>
	pin !== undefined &&
	modes.includes('code') &&
	grant.pin !== undefined &&
	grant.pin !== pin.code &&
	grant.pinCount === 1 &&
	!wasUnavailable(pin.code, grant)
		? [
				pinNotUsed(
					pin,
					'The PIN in use stays, because the guest may know it',
					"To replace it, use 'Change PIN of reservation'. Otherwise, no action is needed.",
				),
			]
		: [];

const wasUnavailable = (code: string, { records: { grant, methods } }: Grant) =>
	[grant, ...methods]
		.flatMap(warningsOf)
		.some(
			(issue) =>
				codeOfIssue(issue) === 'requested_code_unavailable' && issue.original_code === code,
		);

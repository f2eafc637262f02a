import { type Grant, newestOf } from '../grants/grant';
import { allPinsOf, lacksPinOnLock, wasLeftToService, wasPinRequested } from '../grants/pins';
import { codeOfIssue } from '../../operation/output/shapeRecord';
import { warningsOf } from '../../wire/records';
import { type Problem, toProblem } from '../stays/problems';
import type { RequestedPin } from '../stays/stay';
import { type Memo, type Wanted, type Situation, ofSameGuest } from './situation';

/** The service then chooses another PIN. */
export const isPinNotTaken = (wanted: Wanted, grant: Grant): boolean =>
	wanted.modes.includes('code') && lacksPinOnLock(grant);

/**
 * The PIN for new access, and for access that lacks one: that of the guest, who may have it on other
 * access. Undefined if the service chooses, such as in place of one that an earlier guest of the stay
 * may know.
 */
export function pinOfGuest(
	situation: Situation,
	{ isPinRefused, endFirst }: Pick<Memo, 'isPinRefused' | 'endFirst'>,
): string | undefined {
	const { wanted, current, grants } = situation;
	const all = [...grants, ...endFirst];
	const own = ofSameGuest(situation, all);
	const pin = current
		? (pinToKeep(wanted, current) ?? newestOf(own.filter(({ id }) => id !== current.id))?.pin)
		: wanted.pin?.code;
	const known = pinsKnownTo(all.filter((grant) => !own.includes(grant)));
	return isPinRefused || pin === undefined || known.includes(pin) ? undefined : pin;
}

/**
 * Chosen when access is created, so what is wanted counts only if nobody has requested a PIN yet.
 */
function pinToKeep({ pin }: Pick<Wanted, 'pin'>, grant: Grant): string | undefined {
	if (grant.pin !== undefined) return grant.pin;
	if (!wasPinRequested(grant)) return pin?.code;
	return wasLeftToService(grant) ? undefined : grant.requestedCodes.at(-1);
}

export const pinOfEarlierGuest = ({ pin, modes }: Wanted, given: string | undefined): Problem[] =>
	pin === undefined || !modes.includes('code') || given === pin.code
		? []
		: [pinNotUsed(pin, 'Another guest had it for this stay')];

export const pinNotUsed = (
	{ isEntered }: Pick<RequestedPin, 'isEntered'>,
	why: string,
	more: Partial<Problem> = {},
): Problem => toProblem(isEntered ? 'entered_pin_not_used' : 'phone_pin_not_used', { why }, more);

export const pinNotTaken = ({ pin }: Pick<Wanted, 'pin'>): Problem[] =>
	pin === undefined
		? []
		: [pinNotUsed(pin, 'A lock does not take it, such as one on which another code has it')];

const pinsKnownTo = (grants: readonly Grant[]): string[] => [
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

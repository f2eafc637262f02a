import { allPinsOf, type Grant } from '../grants/grant';
import { codeOfIssue } from '../../operation/output/issueSummary';
import { warningsOf } from '../../wire/issues';
import { lacksPinOnLock, wasLeftToService } from '../grants/requests';
import type { Problem } from '../stays/problem';
import { ENTERED_PIN_NOT_TAKEN, phonePinNotUsed, PIN_USED_BEFORE } from './planProblems';
import type { Wanted } from './wanted';

/**
 * The PIN that must replace the one in use, or whose change is not finished: the entered one, or
 * without `code` one that the service chooses, or the newest. Undefined for a PIN that this access
 * had before: it may have been replaced because it leaked.
 */
export function pinToSet(wanted: Wanted, grant: Grant): { code?: string } | undefined {
	if (!wanted.modes.includes('code')) return undefined;
	if (isLeftToService(wanted, grant)) return {};
	return isRefusedByLock(wanted, grant) ? {} : enteredPinToSet(wanted, grant);
}

/** True if a lock does not take the wanted PIN, so that the service chooses. */
export const isPinNotTaken = (wanted: Wanted, grant: Grant): boolean =>
	wanted.modes.includes('code') &&
	(isLeftToService(wanted, grant) || isRefusedByLock(wanted, grant));

/** The host decides about an entered PIN that only some locks take. */
export const isRefusedByLock = ({ pin }: Pick<Wanted, 'pin'>, grant: Grant): boolean =>
	pin?.isEntered !== true && lacksPinOnLock(grant);

/** True for an unfinished change from the wanted PIN to one that the service chooses. */
const isLeftToService = ({ pin }: Wanted, grant: Grant): boolean =>
	grant.pinCount > 1 &&
	pin !== undefined &&
	grant.requestedCodes.includes(pin.code) &&
	wasLeftToService(grant);

function enteredPinToSet(wanted: Wanted, grant: Grant): { code?: string } | undefined {
	const { pin, modes } = wanted;
	const ofCode = grant.methods.filter(({ mode }) => mode === 'code');
	if (pin?.isEntered !== true || !modes.includes('code') || ofCode.length === 0) return undefined;
	// The last requested PIN is the one to keep.
	if (grant.pinCount > 1) return grant.requestedCodes.at(-1) === pin.code ? pin : {};
	const isKnown = ofCode.some(({ code }) => code === pin.code) || wasRequested(pin.code, grant);
	return isKnown ? undefined : pin;
}

/**
 * The PIN for new access of the same guest: the one that the guest knows, unless another one was
 * entered.
 */
export function pinToKeep(wanted: Wanted, grant: Grant): string | undefined {
	const known = enteredPinToSet(wanted, grant)?.code ?? grant.pin;
	if (known !== undefined) return known;
	// A PIN that was replaced because somebody else knows it never comes back.
	return wanted.pin?.isEntered && grant.key.isPinChanged ? undefined : wanted.pin?.code;
}

/**
 * The PIN to request for a new guest, and what to say about it. Never one of `known`, the PINs of
 * earlier guests of the stay: the service then chooses. `isPinChanged` keeps later runs from setting it.
 */
export function pinForNew(
	{ pin, modes }: Wanted,
	known: readonly string[],
): { pin?: string; isPinChanged?: true; problems: Problem[] } {
	const isKnown = pin !== undefined && modes.includes('code') && known.includes(pin.code);
	if (!isKnown) return { pin: pin?.code, problems: [] };
	return pin.isEntered
		? { isPinChanged: true, problems: [PIN_USED_BEFORE] }
		: { problems: [phonePinNotUsed('Another guest had it for this stay')] };
}

/** What to say of the wanted PIN if the service chooses another one, because it was refused. */
export const pinNotTaken = ({ pin }: Pick<Wanted, 'pin'>): Problem[] =>
	pin === undefined
		? []
		: [
				pin.isEntered
					? ENTERED_PIN_NOT_TAKEN
					: phonePinNotUsed('A lock does not take it, such as one on which another code has it'),
			];

/** The PINs that the guests of these grants may know. */
export const pinsKnownTo = (grants: readonly Grant[]): string[] => [
	...new Set(grants.flatMap((grant) => [...grant.requestedCodes, ...allPinsOf(grant)])),
];

/**
 * True for an entered PIN that this access had before and no longer has. The service refusing it is
 * another matter.
 */
export function isPinRetired({ pin, modes }: Wanted, grant: Grant): boolean {
	return (
		pin?.isEntered === true &&
		modes.includes('code') &&
		grant.pin !== undefined &&
		grant.pin !== pin.code &&
		grant.pinCount === 1 &&
		wasRequested(pin.code, grant) &&
		!wasUnavailable(pin.code, grant)
	);
}

const wasRequested = (code: string, { key, requestedCodes }: Grant) =>
	key.isPinChanged === true || requestedCodes.includes(code);

const wasUnavailable = (code: string, { records: { grant, methods } }: Grant) =>
	[grant, ...methods]
		.flatMap(warningsOf)
		.some(
			(issue) =>
				codeOfIssue(issue) === 'requested_code_unavailable' && issue.original_code === code,
		);

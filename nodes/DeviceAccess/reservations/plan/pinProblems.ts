import type { Grant } from '../grants/grant';
import { lacksPinOnLock, pinsOf } from '../grants/pins';
import { codeOfIssue } from '../../operation/output/shapeRecord';
import { warningsOf } from '../../wire/issues';
import { type Problem, toProblem } from '../stays/problems';
import type { RequestedPin } from '../stays/stay';
import type { Booked } from './situation';

/** The service then chooses another PIN. */
export const isPinNotTaken = (wanted: Booked, grant: Grant): boolean =>
	wanted.modes.includes('code') && lacksPinOnLock(grant);

export const pinOfEarlierGuest = ({ pin, modes }: Booked, given: string | undefined): Problem[] =>
	pin === undefined || !modes.includes('code') || given === pin.code
		? []
		: [pinNotUsed(pin, 'Another guest had it for this stay')];

export const pinNotUsed = ({ isEntered }: Pick<RequestedPin, 'isEntered'>, why: string): Problem =>
	toProblem(isEntered ? 'entered_pin_not_used' : 'phone_pin_not_used', { why });

export const pinNotTaken = ({ pin }: Pick<Booked, 'pin'>): Problem[] =>
	pin === undefined
		? []
		: [pinNotUsed(pin, 'A lock does not take it, such as one on which another code has it')];

/** That an entered one was taken, the service says. Who relies on the digits of a phone number reads only messages. */
export function pinInUse({ pin, modes }: Booked, grant: Grant): Problem[] {
	if (pin === undefined || !modes.includes('code')) return [];
	if (wasUnavailable(pin.code, grant)) return pin.isEntered ? [] : pinNotTaken({ pin });
	return grant.pin !== undefined && grant.pin !== pin.code && pinsOf(grant.methods).length === 1
		? [pinNotUsed(pin, 'The PIN in use stays, because the guest may know it')]
		: [];
}

const wasUnavailable = (code: string, { record, methods }: Grant) =>
	[record, ...methods]
		.flatMap(warningsOf)
		.some(
			(issue) =>
				codeOfIssue(issue) === 'requested_code_unavailable' && issue.original_code === code,
		);

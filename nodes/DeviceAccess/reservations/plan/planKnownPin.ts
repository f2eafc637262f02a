import { allPinsOf, type Grant } from '../grants/grant';
import type { Problem } from '../stays/problem';
import { pinsKnownTo } from './planPin';
import { PIN_OF_EARLIER_GUEST } from './planProblems';
import type { Step } from './step';
import { isInHouse, type Wanted } from './wanted';

/**
 * The guest must not have the PIN of an earlier guest, whose access still exists after an
 * interruption. In the house, the PIN stays.
 */
export function keepingApart(
	wanted: Wanted,
	current: Grant,
	ofAnother: readonly Grant[],
	nowMs: number,
): { steps: Step[]; problems: Problem[]; isNewPin: boolean } {
	const pins = pinsKnownTo(ofAnother);
	const isKnown =
		wanted.modes.includes('code') && allPinsOf(current).some((pin) => pins.includes(pin));
	if (isInHouse(wanted, current, nowMs))
		return { steps: [], problems: isKnown ? [PIN_OF_EARLIER_GUEST] : [], isNewPin: false };
	const mayBecomeKnown = current.pin === undefined;
	return {
		steps: isKnown || mayBecomeKnown ? replacingKnownPin(wanted, pins, current.id) : [],
		problems: [],
		isNewPin: isKnown,
	};
}

/** Another PIN, if the service chose one that an earlier guest may know. */
export const replacingKnownPin = (
	{ modes }: Wanted,
	pins: readonly string[],
	grantId?: string,
): Step[] =>
	modes.includes('code') && pins.length > 0
		? [{ do: 'replaceKnownPin', pins, ...(grantId === undefined ? {} : { grantId }) }]
		: [];

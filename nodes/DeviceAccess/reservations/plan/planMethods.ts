import type { Grant } from '../grants/grant';
import { isIssued } from '../grants/readiness';
import { lacksMode } from '../grants/requests';
import type { Problem } from '../stays/problem';
import { isPinNotTaken } from './planPin';
import { formerMethodKept } from './planProblems';
import type { Step } from './step';
import { isInHouse, isSameStart, isSameTime, type Wanted } from './wanted';

/** How to request missing methods. `leavesCode`: a later step requests the PIN. */
export interface MethodRequests {
	nowMs: number;
	pin?: string;
	leavesCode?: boolean;
}

export function editing(wanted: Wanted, current: Grant, requests: MethodRequests): Step[] {
	const edit = {
		...(wanted.name === current.name ? {} : { name: wanted.name }),
		...(isSameStart(wanted, current, requests.nowMs) ? {} : { startsAt: wanted.startsAt }),
		...(isSameTime(wanted.endsAt, current.endsAt) ? {} : { endsAt: wanted.endsAt }),
	};
	return [
		...(Object.keys(edit).length > 0
			? [{ do: 'update' as const, grantId: current.id, ...edit }]
			: []),
		...methodSteps(wanted, current, requests),
	];
}

export function methodSteps(
	wanted: Wanted,
	current: Grant,
	{ nowMs, pin, leavesCode = false }: MethodRequests,
): Step[] {
	const { id: grantId, methods } = current;
	const missing = wanted.modes
		.filter((mode) => lacksMode(mode, current, nowMs))
		.filter((mode) => !(leavesCode && mode === 'code'));
	// What is no longer wanted stays until what replaces it is issued.
	const surplus = isIssued(current.records, { modes: wanted.modes })
		? methods.filter(({ mode }) => !wanted.modes.includes(mode)).map(({ id }) => id)
		: [];
	return [
		...(missing.length > 0 ? [{ do: 'addMethods' as const, grantId, modes: missing, pin }] : []),
		...(surplus.length > 0 ? [{ do: 'deleteMethods' as const, ids: surplus }] : []),
		...(!leavesCode && isPinNotTaken(wanted, current)
			? [{ do: 'changePin' as const, grantId }]
			: []),
	];
}

/** In the house, nothing is taken away, so the methods that the guest has are wanted too. */
export function withMethodsInUse(wanted: Wanted, current: Grant, nowMs: number): Wanted {
	if (!isInHouse(wanted, current, nowMs)) return wanted;
	const modes = [...new Set([...wanted.modes, ...current.methods.map(({ mode }) => mode)])];
	return { ...wanted, modes, pin: wanted.modes.includes('code') ? wanted.pin : undefined };
}

/** Says which methods stay although they are no longer wanted. */
export function keptMethods(wanted: Wanted, current: Grant, nowMs: number): Problem[] {
	const isGuestInHouse = isInHouse(wanted, current, nowMs);
	if (!isGuestInHouse && isIssued(current.records, { modes: wanted.modes })) return [];
	const modes = current.methods.map(({ mode }) => mode);
	return [...new Set(modes)]
		.filter((mode) => !wanted.modes.includes(mode))
		.map((mode) => formerMethodKept(mode, isGuestInHouse));
}

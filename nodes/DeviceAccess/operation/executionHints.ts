import type { INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import type { ItemState, Kind, ReadItem } from './types';

/** What a person can do about items that did not end as wished, by the word in `outcome`. */
const ADVICE: Readonly<Record<string, string>> = {
	pending: 'Pending ones are accepted and go on at the service: look at them later, or raise Wait Timeout under Options.',
	unsupported: 'For unsupported ones see the operation Replace With Managed.',
	lockedOut: 'For those with lockedOut the PIN does not work now: their field recovery says what to do.',
};

/** Outcomes that a green tick must not hide, also where all items ended so. */
const NEEDS_A_PERSON: ReadonlySet<string> = new Set(['unsupported', 'lockedOut']);

const FAILED = 'not done';

/** What the editor says above the output once the node has run; nothing where there is nothing to explain. */
export function executionHints(kind: Kind, output: INodeExecutionData[], states: readonly ItemState[], items: readonly ReadItem[]): NodeExecutionHint[] {
	const message = kind.hint?.(output, states, items);
	return message === undefined ? [] : [{ message, location: 'outputPane' }];
}

/** How many of several actions ended how, and what to do about them. */
export function hintOfOutcomes(output: INodeExecutionData[]): string | undefined {
	const counts = countOutcomes(output);
	const outcomes = [...counts.keys()];
	if (counts.size < 2 && !outcomes.some((outcome) => NEEDS_A_PERSON.has(outcome))) return undefined;
	const parts = [...counts].map(([outcome, count]) => `${count} ${outcome}`);
	const advice = outcomes.flatMap((outcome) => ADVICE[outcome] ?? []);
	return [`Of ${output.length} ${output.length === 1 ? 'item' : 'items'}: ${parts.join(', ')}.`, ...advice].join(' ');
}

function countOutcomes(output: INodeExecutionData[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { json } of output) {
		const outcome = json.error === undefined && typeof json.outcome === 'string' ? json.outcome : FAILED;
		counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
	}
	return counts;
}

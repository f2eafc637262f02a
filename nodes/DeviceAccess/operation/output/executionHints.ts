import type { INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import type { ItemState, Kind, ReadItem } from '../types';

/** Advice for items that did not succeed, by their `outcome`. */
const ADVICE: Readonly<Record<string, string>> = {
	pending:
		"The service is still working on pending items. Check them later, or raise 'Wait Timeout' under Options.",
	unsupported: "For unsupported codes, use 'Replace With Managed'.",
	locked_out:
		"If 'outcome' is 'locked_out', the PIN does not work now. See 'recovery' in the item for what to do.",
};

/** Outcomes that always show a hint, even if all items have the same one. */
const NEEDS_A_PERSON: ReadonlySet<string> = new Set(['unsupported', 'locked_out']);

const FAILED = 'failed';

/** The hint above the output; empty if there is nothing to explain. */
export function executionHints(
	kind: Kind,
	output: INodeExecutionData[],
	states: readonly ItemState[],
	items: readonly ReadItem[],
): NodeExecutionHint[] {
	const message = kind.hint?.(output, states, items);
	return message === undefined ? [] : [{ message, location: 'outputPane' }];
}

/** Counts the outcomes and says what to do about them. */
export function hintOfOutcomes(output: INodeExecutionData[]): string | undefined {
	const counts = countOutcomes(output);
	const outcomes = [...counts.keys()];
	if (counts.size < 2 && !outcomes.some((outcome) => NEEDS_A_PERSON.has(outcome))) return undefined;
	const parts = [...counts].map(([outcome, count]) => `${count} ${outcome}`);
	const advice = outcomes.flatMap((outcome) => ADVICE[outcome] ?? []);
	return [
		`Of ${output.length} ${output.length === 1 ? 'item' : 'items'}: ${parts.join(', ')}.`,
		...advice,
	].join(' ');
}

function countOutcomes(output: INodeExecutionData[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { json } of output) {
		const outcome =
			json.error === undefined && typeof json.outcome === 'string' ? json.outcome : FAILED;
		counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
	}
	return counts;
}

import type { INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import type { Operation, Returns, ReturnsMany } from './defineOperation';
import type { ItemState } from './itemRun';

const NOTHING_FOUND =
	'Nothing was found. That is no failure. If you expected something: look at the filters, and whether the credential belongs to the workspace that you mean.';

/** What a person can do about items that did not end as wished, by the word in `outcome`. */
const ADVICE: Readonly<Record<string, string>> = {
	pending: 'Pending ones are accepted and go on at the service: look at them later, or raise Wait Timeout under Options.',
	unsupported: 'For unsupported ones see the operation Replace With Managed.',
	lockedOut: 'For those with lockedOut the PIN does not work now: their field recovery says what to do.',
};

/** Outcomes that a green tick must not hide, also where all items ended so. */
const NEEDS_A_PERSON: ReadonlySet<string> = new Set(['unsupported', 'lockedOut']);

const FAILED = 'not done';

/**
 * What the editor says above the output once the node has run: that an empty list is no failure, that a list goes on
 * beyond Limit, and how many of several actions ended how. Nothing where there is nothing to explain.
 */
export function executionHints(operation: Operation, output: INodeExecutionData[], states: ItemState[]): NodeExecutionHint[] {
	const { returns } = operation;
	const message = returns.kind === 'many' ? hintOfList(operation, returns, output, states) : hintOfActions(returns, output);
	return message === undefined ? [] : [{ message, location: 'outputPane' }];
}

function hintOfList(operation: Operation, returns: ReturnsMany, output: INodeExecutionData[], states: ItemState[]): string | undefined {
	if (output.length === 0) return (returns.nothingFits !== undefined && isNarrowed(operation, states) ? returns.nothingFits : returns.nothingFound) ?? NOTHING_FOUND;
	const cut = states.filter((state) => state !== undefined && 'records' in state && state.hasMore === true);
	if (cut.length === 0) return undefined;
	if (states.length === 1) return `Only the first ${output.length} are shown. Switch on Return All for the rest.`;
	return `The lists of ${cut.length} of ${states.length} input items are longer than Limit, and only their first records are shown. Switch on Return All for the rest.`;
}

/** True where some item asks for a part of the list alone. */
const isNarrowed = ({ request }: Operation, states: ItemState[]): boolean =>
	states.some((state) => state && 'values' in state && Object.values(request(state.values)).some((value) => value !== undefined));

function hintOfActions(returns: Returns, output: INodeExecutionData[]): string | undefined {
	if (returns.kind !== 'attempt' && returns.kind !== 'sequence') return undefined;
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

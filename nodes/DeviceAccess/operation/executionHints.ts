import type { INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import type { Operation } from './defineOperation';

const NOTHING_FOUND =
	'Nothing was found. That is no failure. If you expected something: look at the filters, and whether the credential belongs to the workspace that you mean.';

/** What a person can do about items that did not end as wished, by the word in `outcome`. */
const ADVICE: Readonly<Record<string, string>> = {
	pending: 'Pending ones are accepted and go on at the service: look at them later, or raise Wait Timeout under Options.',
	unsupported: 'For unsupported ones see the operation Replace With Managed.',
	lockedOut: 'For those with lockedOut the PIN does not work now: their field recovery says what to do.',
};

const FAILED = 'not done';

/**
 * What the editor says above the output once the node has run: that an empty list is no failure, and how many of
 * several actions ended how. Nothing where there is nothing to explain.
 */
export function executionHints({ returns }: Operation, output: INodeExecutionData[]): NodeExecutionHint[] {
	if (returns.kind === 'many') return output.length === 0 ? [{ message: returns.nothingFound ?? NOTHING_FOUND, location: 'outputPane' }] : [];
	if (returns.kind !== 'attempt' && returns.kind !== 'sequence') return [];
	const counts = countOutcomes(output);
	if (output.length < 2 || counts.size < 2) return [];
	const parts = [...counts].map(([outcome, count]) => `${count} ${outcome}`);
	const advice = [...counts.keys()].flatMap((outcome) => ADVICE[outcome] ?? []);
	return [{ message: [`Of ${output.length} items: ${parts.join(', ')}.`, ...advice].join(' '), location: 'outputPane' }];
}

function countOutcomes(output: INodeExecutionData[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { json } of output) {
		const outcome = json.error === undefined && typeof json.outcome === 'string' ? json.outcome : FAILED;
		counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
	}
	return counts;
}

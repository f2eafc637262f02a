import type { INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import { describeError } from '../../errors/describeError';
import type { ItemState, Kind, PreparedItem } from '../types';

/**
 * What to do about items with an outcome. The hint shows it even if all items have this outcome.
 */
export type OutcomeAdvice = Readonly<Record<string, string>>;

const PENDING =
	"The service is still working on pending items. Check them later, or raise 'Wait Timeout' under Options.";

const UNREAD =
	"The state of pending items could not be read, and 'message' says why. The service may have finished them. Do not send them again before you have looked.";

const FAILED = 'failed';

/** The hint above the output; empty if there is nothing to explain. */
export function executionHints(
	kind: Kind,
	output: INodeExecutionData[],
	states: readonly ItemState[],
	items: readonly PreparedItem[],
	secrets: string[] = [],
): NodeExecutionHint[] {
	const message = hintOf(kind, output, states, items, secrets);
	return message === undefined ? [] : [{ message, location: 'outputPane' }];
}

/** The hint of the kind. An exception must not lose the output, so the hint then tells it. */
function hintOf(
	kind: Kind,
	output: INodeExecutionData[],
	states: readonly ItemState[],
	items: readonly PreparedItem[],
	secrets: string[],
): string | undefined {
	try {
		return kind.hint?.(output, states, items);
	} catch (error) {
		return `The items are complete, but could not be summed up: ${describeError(error, secrets).message}.`;
	}
}

/**
 * Counts the outcomes and says what to do about them. Undefined if all items have the same outcome
 * without advice.
 */
export function hintOfOutcomes(
	output: INodeExecutionData[],
	advice: OutcomeAdvice = {},
	states: readonly ItemState[] = [],
): string | undefined {
	const counts = countOutcomes(output);
	const outcomes = [...counts.keys()];
	if (counts.size < 2 && !outcomes.some((outcome) => Object.hasOwn(advice, outcome)))
		return undefined;
	const parts = [...counts].map(([outcome, count]) => `${count} ${outcome}`);
	const isUnread = states.some((state) => state?.is === 'finished' && state.isUnread);
	const texts: OutcomeAdvice = { pending: isUnread ? UNREAD : PENDING, ...advice };
	return [
		`Of ${output.length} ${output.length === 1 ? 'item' : 'items'}: ${parts.join(', ')}.`,
		...outcomes.flatMap((outcome) => texts[outcome] ?? []),
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

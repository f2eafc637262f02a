import { type Block, toTable } from '../page';

/** The code with the PIN that is on the lock after the service has come to rest. */
export type OnLock =
	'the old code' | 'the old code, managed' | 'the new code' | 'the new code, not set' | 'nothing';

/** The outcome of one replacement: what the node reports, and the real state. */
export interface ReplacementOutcome {
	run: 'success' | 'error' | 'canceled';
	/** The item's outcome; undefined if the replacement did not begin. */
	outcome?: string;
	onLock: OnLock;
	/** The answers to the deletion and to the creation, as `429, 200`; empty if no request was sent. */
	deletion: string;
	creation: string;
}

/** A fault, and what became of a replacement under it. */
export interface ReplacementRow {
	/** What goes wrong, in a person's words. */
	fault: string;
	outcome: ReplacementOutcome;
}

const COLUMNS = ['What goes wrong', 'Outcome', 'Code with this PIN on the lock'];

/** The table of a section of docs/replace-with-managed.md. Faults with equal outcomes share a row. */
export function replacementTable(rows: readonly ReplacementRow[]): Block {
	const faultsByEnd = new Map<string, string[]>();
	for (const { fault, outcome } of rows) {
		const end = JSON.stringify([toOutcome(outcome), outcome.onLock]);
		faultsByEnd.set(end, [...(faultsByEnd.get(end) ?? []), fault]);
	}
	return toTable(
		COLUMNS,
		[...faultsByEnd].map(([end, faults]) => [
			faults.join('<br>'),
			...(JSON.parse(end) as string[]),
		]),
	);
}

const toOutcome = ({ run, outcome }: ReplacementOutcome): string =>
	run === 'canceled' || !outcome ? '-' : `\`${outcome}\``;

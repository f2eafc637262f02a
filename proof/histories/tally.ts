import { countDimensions } from './dimensions';
import { generate } from './generate';
import type { Violation } from './oracle';
import { play } from './play';

/** Histories of seeds that follow one another. */
export interface Seeds {
	seed: number;
	count: number;
}

export interface Found {
	seed: number;
	violation: Violation;
}

/** What came of some histories. Two tallies can be added. */
export interface Tally {
	histories: number;
	/** The first violation of each rule in each history. */
	found: Found[];
	/** Seeds whose history cannot be played, and why. */
	unplayable: Array<{ seed: number; error: string }>;
	/** Histories, by value of a dimension and by pair of values. */
	dimensions: Record<string, number>;
	judged: Record<string, number>;
	exempted: Record<string, number>;
	/** Events, executions, requests, and seconds of the processor. */
	sums: Record<string, number>;
}

export const emptyTally = (): Tally => ({
	histories: 0,
	found: [],
	unplayable: [],
	dimensions: {},
	judged: {},
	exempted: {},
	sums: {},
});

/** Plays the histories of some seeds, one after another. */
export async function tallyOf({ seed, count }: Seeds): Promise<Tally> {
	const startedAt = process.cpuUsage();
	const tally = emptyTally();
	for (let one = seed; one < seed + count; one++) {
		const history = generate(one);
		countDimensions(history, tally.dimensions);
		tally.histories++;
		add(tally.sums, { events: history.events.length });
		try {
			const { violations, judged, exempted, requests, executions } = await play(history);
			add(tally.judged, judged);
			add(tally.exempted, exempted);
			add(tally.sums, { requests, executions });
			const firsts = new Map([...violations].reverse().map((found) => [found.rule, found]));
			for (const violation of firsts.values()) tally.found.push({ seed: one, violation });
		} catch (error) {
			tally.unplayable.push({ seed: one, error: String((error as Error).stack ?? error) });
		}
	}
	const { user, system } = process.cpuUsage(startedAt);
	add(tally.sums, { seconds: (user + system) / 1_000_000 });
	return tally;
}

export function addTally(sum: Tally, more: Tally): void {
	sum.histories += more.histories;
	sum.found.push(...more.found);
	sum.unplayable.push(...more.unplayable);
	for (const name of ['dimensions', 'judged', 'exempted', 'sums'] as const)
		add(sum[name], more[name]);
}

function add(sums: Record<string, number>, more: Readonly<Record<string, number>>): void {
	for (const [name, number] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + number;
}

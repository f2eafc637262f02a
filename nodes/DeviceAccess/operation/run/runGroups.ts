import { mapWithConcurrency } from '../../transport/mapWithConcurrency';
import type { SendRequest } from '../../transport/request';
import type { ItemRun } from '../types';
import { hasStopped } from './itemPolicy';

/**
 * Works on the entries of a group one after another, and on at most 'Requests in Flight' groups at
 * once. A waiting group starts only when a running one is finished; otherwise thousands of first
 * requests would come before any second one. Starts nothing more once the run has stopped.
 */
export async function runGroups<Entry>(
	run: Pick<ItemRun, 'settings' | 'stop'>,
	entries: readonly Entry[],
	groupOf: (entry: Entry) => string,
	work: (entry: Entry) => Promise<void>,
): Promise<void> {
	const groups = groupBy(entries, groupOf);
	const isOver = () => hasStopped(run);
	const runGroup = async (group: Entry[]) => {
		for (const entry of group) if (!isOver()) await work(entry);
	};
	await mapWithConcurrency([...groups.values()], run.settings.requestsInFlight, runGroup, isOver);
}

/** Groups the entries by key. Keeps their order within each group. */
export function groupBy<Entry>(
	entries: readonly Entry[],
	keyOf: (entry: Entry) => string,
): Map<string, Entry[]> {
	return groupByEach(entries, (entry) => [keyOf(entry)]);
}

/** Groups entries that have several keys: each is once in the group of each of its keys. */
export function groupByEach<Entry>(
	entries: readonly Entry[],
	keysOf: (entry: Entry) => readonly string[],
): Map<string, Entry[]> {
	const groups = new Map<string, Entry[]>();
	for (const entry of entries)
		for (const key of new Set(keysOf(entry))) {
			const group = groups.get(key) ?? [];
			group.push(entry);
			groups.set(key, group);
		}
	return groups;
}

/**
 * For requests from the first change on: neither Stop nor the failure of another item holds them
 * back.
 */
export const sendUncancellable =
	({ send }: Pick<ItemRun, 'send'>): SendRequest =>
	async (request) =>
		await send({ ...request, uncancellable: true });

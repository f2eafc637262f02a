export function groupBy<Entry>(
	entries: readonly Entry[],
	keyOf: (entry: Entry) => string,
): Map<string, Entry[]> {
	return groupByEach(entries, (entry) => [keyOf(entry)]);
}

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

/** Reads each key once, also if many ask at the same time. A failed read is not kept. */
export function readOnce<Key, Read>(
	read: (key: Key) => Promise<Read>,
): (key: Key) => Promise<Read> {
	const reads = new Map<Key, Promise<Read>>();
	return async (key) => {
		const known = reads.get(key) ?? read(key);
		reads.set(key, known);
		known.catch(() => reads.delete(key));
		return await known;
	};
}

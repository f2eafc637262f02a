/**
 * Makes a function that reads once for all who ask for the same. A failed read is not kept, so that
 * the next one tries again.
 */
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

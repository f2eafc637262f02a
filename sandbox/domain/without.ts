/** A copy of the record without the named members. */
export function without<T extends object, Name extends keyof T>(
	record: T,
	...names: Name[]
): Omit<T, Name> {
	const copy = { ...record };
	for (const name of names) delete copy[name];
	return copy;
}

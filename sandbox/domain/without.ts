/** A copy of the record that lacks the members named. */
export function without<T extends object, Name extends keyof T>(record: T, ...names: Name[]): Omit<T, Name> {
	const copy = { ...record };
	for (const name of names) delete copy[name];
	return copy;
}

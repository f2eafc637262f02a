/** A copy of the record without the named members. */
export function without<T extends object, Name extends keyof T>(
	record: T,
	...names: Name[]
): Omit<T, Name> {
	const copy = { ...record };
	for (const name of names) delete copy[name];
	return copy;
}

/** The members that are not undefined. */
export const given = <T extends object>(members: T): Partial<T> =>
	Object.fromEntries(
		Object.entries(members).filter(([, value]) => value !== undefined),
	) as Partial<T>;

export function without<T extends object, Name extends keyof T>(
	record: T,
	...names: Name[]
): Omit<T, Name> {
	const copy = { ...record };
	for (const name of names) delete copy[name];
	return copy;
}

export const given = <T extends object>(members: T): Partial<T> =>
	Object.fromEntries(
		Object.entries(members).filter(([, value]) => value !== undefined),
	) as Partial<T>;

export const pick = <T extends object, Name extends keyof T>(
	record: T,
	...names: Name[]
): Pick<T, Name> => Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, Name>;

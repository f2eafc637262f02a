/** The first text that is not blank. */
export const firstText = (...values: unknown[]): string | null => {
	const found = values.find((value) => typeof value === 'string' && value.trim() !== '');
	return typeof found === 'string' ? found : null;
};

export const idsIn = (value: unknown): string[] =>
	Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);

export function withoutUndefined<Value extends object>(value: Value): Value {
	return Object.fromEntries(
		Object.entries(value).filter(([, entry]) => entry !== undefined),
	) as Value;
}

/** Undefined for an empty object, because the service treats one as a change. */
export const orNothing = <Value extends object>(value: Value): Value | undefined =>
	Object.keys(value).length > 0 ? value : undefined;

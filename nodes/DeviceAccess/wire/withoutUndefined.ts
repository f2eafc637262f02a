/** Drops members without a value. */
export function withoutUndefined<Value extends object>(value: Value): Value {
	return Object.fromEntries(
		Object.entries(value).filter(([, entry]) => entry !== undefined),
	) as Value;
}

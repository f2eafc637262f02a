/** The first of the values that is a text with something in it. A member that is null is absent. */
export const firstText = (...values: unknown[]): string | null => {
	const found = values.find((value) => typeof value === 'string' && value.trim() !== '');
	return typeof found === 'string' ? found : null;
};

/** The texts in a list; none if the value is not a list. */
export const idsIn = (value: unknown): string[] =>
	Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];

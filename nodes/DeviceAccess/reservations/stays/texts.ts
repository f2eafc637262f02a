/** A text without case, and with one space for any white space, to compare what people type. */
export const folded = (value: unknown): string =>
	String(value ?? '')
		.normalize('NFC')
		.trim()
		.replaceAll(/\s+/g, ' ')
		.toLowerCase();

/** True for texts that differ at most in case and white space. */
export const isSameText = (a: unknown, b: unknown): boolean => folded(a) === folded(b);

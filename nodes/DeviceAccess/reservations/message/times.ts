/** How people write times in a language. Unknown languages and time zones are those of the caller to rule out. */
interface TimeForm {
	locale: string;
	timeZone: string;
	dateStyle: 'full' | 'long';
}

/** The instant as people write it, such as `January 31, 2031, 3:00 PM`. Undefined for anything else. */
export function timeInWords(
	instant: unknown,
	{ locale, timeZone, dateStyle }: TimeForm,
): string | undefined {
	if (typeof instant !== 'string' || Number.isNaN(Date.parse(instant))) return undefined;
	const inForm = (form: Intl.DateTimeFormatOptions) =>
		new Intl.DateTimeFormat(locale, { ...form, timeZone }).format(new Date(instant));
	const text =
		dateStyle === 'full'
			? inForm({ dateStyle, timeStyle: 'short' })
			: `${inForm({ dateStyle })}, ${inForm({ timeStyle: 'short' })}`;
	// The narrow space before AM and PM, which not every phone shows.
	return text.replaceAll('\u202f', ' ');
}

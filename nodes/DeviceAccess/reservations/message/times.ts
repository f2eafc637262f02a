/** The instant in a language and a time zone, as people write it, such as `January 31, 2031, 3:00 PM`. */
export function timeInWords(
	instant: unknown,
	{
		locale,
		timeZone,
		dateStyle = 'long',
	}: { locale: string; timeZone: string; dateStyle?: 'full' | 'long' },
): string | undefined {
	if (typeof instant !== 'string' || Number.isNaN(Date.parse(instant))) return undefined;
	const format = new Intl.DateTimeFormat(locale, { dateStyle, timeZone });
	const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone });
	// Some versions put a narrow space before AM and PM, which not every phone shows.
	return `${format.format(new Date(instant))}, ${time.format(new Date(instant))}`.replaceAll(
		'\u202f',
		' ',
	);
}

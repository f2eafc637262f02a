import { InvalidParameterError } from '../../errors/errors';
import { isTimeZone, optionalText } from '../../operation';

const CLOCK = /^(\d{1,2})(?::(\d\d)(?::\d\d)?)?\s*(am|pm)?$/i;

/** Only the 24-hour form HH:mm. */
export const isTimeOfDay = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);

/** A time of day as HH:mm, from 15, 15:00, 15:00:00 or 3 PM. Undefined if empty. */
export function readTimeOfDay(label: string, value: unknown): string | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const [, hours, minutes = '00', half] = CLOCK.exec(String(value).trim()) ?? [];
	const hour =
		half === undefined
			? Number(hours)
			: (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
	const text = `${String(hour).padStart(2, '0')}:${minutes}`;
	if (
		hours !== undefined &&
		isTimeOfDay(text) &&
		(half === undefined || (Number(hours) >= 1 && Number(hours) <= 12))
	)
		return text;
	throw new InvalidParameterError(`'${label}' is not a time of day`, 'Enter one such as 15:00.');
}

export function optionalTimeZone(label: string, value: unknown): string | undefined {
	const name = optionalText(value);
	if (name === undefined || isTimeZone(name)) return name;
	throw new InvalidParameterError(
		`'${label}' must be the name of a time zone, but is '${name}'`,
		'Enter one such as Europe/Lisbon.',
	);
}

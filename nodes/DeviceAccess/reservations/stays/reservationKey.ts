import { refuse } from '../../errors/allErrors';
import { InvalidParameterError } from '../../errors/errors';

/** The endings that the node adds to the keys of its grants. */
const OWN_ENDINGS = /:(?:guest|part)-\d+$/;

/** What a wrong expression leaves in a text, alone or at its end. */
const NO_KEY = /(?:^|[^\p{L}\p{N}])(?:NaN|undefined|null|Infinity)$|\[object \w+\]/u;

/**
 * The reservation's key in the property management system. Throws InvalidParameterError for an
 * empty key, for a value that is not text or an exact whole number, and for a key that ends like
 * our grant keys.
 */
export function requireReservationKey(value: unknown): string {
	const isKey = typeof value === 'string' || Number.isSafeInteger(value);
	const key = isKey ? String(value).trim() : '';
	if (!isKey && value !== undefined && value !== null) return refuse(notAKey('Reservation Key'));
	if (key === '')
		return refuse(
			new InvalidParameterError(
				"'Reservation Key' is empty",
				'Map the booking number from your property management system.',
			),
		);
	requireKeyText('Reservation Key', key);
	if (OWN_ENDINGS.test(key)) {
		return refuse(
			new InvalidParameterError(
				"'Reservation Key' must not end with ':guest-' or ':part-' and a number",
				'The node reserves these endings for its own keys.',
			),
		);
	}
	return key;
}

/** Throws InvalidParameterError for a text that a wrong expression made. */
export function requireKeyText(label: string, text: string): void {
	if (NO_KEY.test(text)) return refuse(notAKey(label));
}

const notAKey = (label: string) =>
	new InvalidParameterError(
		`'${label}' is not text or a whole number`,
		'Map it as text. Check the expression: a field name with a hyphen needs brackets, such as {{ $json["booking-id"] }}.',
	);

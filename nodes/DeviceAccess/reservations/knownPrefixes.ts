import { keyPrefixOf } from './bookings/format';
import { FORMATS } from './bookings/formats';
import { readGrantKey } from './grants/grantKey';
import { DEFAULT_PREFIX } from './stays/readStay';

/** The prefix in the examples 'Front desk' and, for each calendar, 'Calendar to access'. */
const PREFIX_OF_EXAMPLES = /^(?:desk:|calendar-[^:]+:)/;

/**
 * The reservation that a grant belongs to by its key, with the usual prefixes and one of the user's
 * own. Undefined for another grant.
 */
export function reservationOfKey(grantKey: unknown, ownPrefix?: string): string | undefined {
	const [ofExample] = PREFIX_OF_EXAMPLES.exec(String(grantKey)) ?? [];
	return [ownPrefix, DEFAULT_PREFIX, ...FORMATS.map(keyPrefixOf), ofExample]
		.flatMap((prefix) => (prefix === undefined ? [] : readGrantKey(prefix, grantKey)))
		.find((key) => key !== undefined)?.reservationKey;
}

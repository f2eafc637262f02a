import { InvalidParameterError } from '../errors/errors';

/** The public service with this API. */
export const DEFAULT_BASE_URL = 'https://connect.getseam.com';

/**
 * The base URL without surrounding whitespace or trailing slashes. Throws InvalidParameterError
 * unless it is an http or https address without a user name, '?' or '#'.
 */
export function normalizeBaseUrl(value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	const address = URL.canParse(text) ? new URL(text) : undefined;
	if (address?.protocol !== 'https:' && address?.protocol !== 'http:') {
		throw new InvalidParameterError(
			"The 'Base URL' of the credential must start with https:// or http://, such as https://connect.getseam.com",
		);
	}
	if (address.username || address.password || address.search || address.hash) {
		throw new InvalidParameterError(
			"The 'Base URL' of the credential must be only an address, without a user name, '?' or '#'",
		);
	}
	return `${address.origin}${address.pathname}`.replace(/\/+$/, '');
}

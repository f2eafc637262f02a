import { isWireObject } from '../wire/records';

/**
 * The network code, such as ECONNRESET. n8n puts it on the cause and copies it to httpCode; older
 * versions do not copy it.
 */
export function readNetworkCode(error: unknown): string {
	if (!isWireObject(error)) return 'UNKNOWN';
	const cause: unknown = error.cause;
	const code = (isWireObject(cause) ? cause.code : undefined) ?? error.code ?? error.httpCode;
	return typeof code === 'string' && code !== '' ? code : 'UNKNOWN';
}

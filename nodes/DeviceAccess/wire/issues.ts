import { isWireObject, type WireObject, wireObjectsIn } from './records';

/** docs/service.md#codes-7 */
const HARMLESS_ERRORS = new Set<unknown>([
	'empty_backup_access_code_pool',
	'auxiliary_heat_running',
]);

/** Errors that can keep a code from being set. A code also lists those of its lock. */
export function seriousErrors(errors: unknown): WireObject[] {
	return wireObjectsIn(errors).filter(({ error_code: code }) => !HARMLESS_ERRORS.has(code));
}

/** True for an error of the lock, its bridge or its account. A code lists those beside its own. */
export const isOfDevice = ({
	is_device_error: ofDevice,
	is_connected_account_error: ofAccount,
	is_bridge_error: ofBridge,
}: WireObject): boolean => [ofDevice, ofAccount, ofBridge].includes(true);

const CONNECTION_ERRORS = new Set<unknown>([
	'bridge_disconnected',
	'device_disconnected',
	'device_offline',
	'hub_disconnected',
]);

/** True for an error that ends once the lock is back online. A person must solve all others. */
export const isConnectionLost = ({ error_code: code }: WireObject): boolean =>
	CONNECTION_ERRORS.has(code);

/** Of both members that can hold them (docs/service.md#grants-8). */
export function warningsOf({ warnings, warning_map: map }: WireObject): WireObject[] {
	if (!isWireObject(map)) return wireObjectsIn(warnings);
	const ofMap = Object.entries(map).map(([code, warning]) => ({
		warning_code: code,
		...(isWireObject(warning) ? warning : {}),
	}));
	return [...wireObjectsIn(warnings), ...ofMap];
}

/** What each error or warning says, in the words of the service. */
export const messagesOf = (issues: unknown): string[] =>
	wireObjectsIn(issues).map(({ message, error_code: error, warning_code: warning }) =>
		String(message ?? error ?? warning ?? ''),
	);

/** The code of each error or warning that has one. */
export const typesOf = (issues: unknown): string[] =>
	wireObjectsIn(issues).flatMap(({ error_code: error, warning_code: warning }) => {
		const code = error ?? warning;
		return typeof code === 'string' && code !== '' ? [code] : [];
	});

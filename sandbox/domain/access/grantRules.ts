import type { RequestedMethod } from '../../schemas/accessGrant';
import { invalidInput, invalidParameters, type ServiceError } from '../serviceError';

/**
 * Throws 400, naming the parameter, for a PIN without mode `code` or a use count without mode
 * `mobile_key`.
 */
export function requireFittingModes(requests: readonly RequestedMethod[]): void {
	for (const [index, { mode, code, instant_key_max_use_count: useCount }] of requests.entries()) {
		if (code !== undefined && mode !== 'code') {
			throw brokenRule(
				['requested_access_methods', String(index), 'code'],
				'Only allowed with mode code',
			);
		}
		if (useCount !== undefined && mode !== 'mobile_key') {
			throw brokenRule(
				['requested_access_methods', String(index), 'instant_key_max_use_count'],
				'Only allowed with mode mobile_key',
			);
		}
	}
}

/**
 * Throws 400 for a new grant without access methods. Whether the service refuses it is unknown
 * (docs/service.md#grants-19).
 */
export function requireMethods(requests: readonly RequestedMethod[]): void {
	if (requests.length === 0)
		throw brokenRule(['requested_access_methods'], 'At least one is required');
}

/** Throws 400 `invalid_input` for an end that is not after the start or not in the future. */
export function requireFittingTimes(
	{ starts_at, ends_at }: { starts_at?: string; ends_at?: string | null },
	nowMs: number,
): void {
	if (!ends_at) return;
	if (starts_at !== undefined && Date.parse(ends_at) <= Date.parse(starts_at))
		throw invalidInput('ends_at must be after starts_at');
	if (Date.parse(ends_at) <= nowMs) throw brokenRule(['ends_at'], 'Must be in the future');
}

function brokenRule(path: string[], message: string): ServiceError {
	return invalidParameters([{ path, message }]);
}

import { type WireObject, wireObjectsIn } from '../../wire/records';
import { type Grant, MAKING_MS } from './grant';

/** What was requested of one mode, in the order of the requests. */
const requestsOf = (grant: WireObject, mode: string): WireObject[] =>
	wireObjectsIn(grant.requested_access_methods).filter((request) => request.mode === mode);

/** True for a request of which the service has made nothing. */
const isOpen = ({ created_access_method_ids: ids }: WireObject): boolean =>
	!Array.isArray(ids) || ids.length === 0;

/**
 * True for a mode that nobody requested, or whose methods were deleted since. A lock may never have
 * what was requested, so a request counts even if nothing came of it, except for digits that were
 * refused. One that the service seems to have lost is repeated once.
 */
export function lacksMode(mode: string, grant: Grant, nowMs: number): boolean {
	if (grant.methods.some((method) => method.mode === mode)) return false;
	const open = requestsOf(grant.records.grant, mode).filter(isOpen);
	if (open.length === 0) return true;
	if (mode === 'code' && isPinRefused(grant, nowMs)) return true;
	return !grant.hasErrors && open.length === 1 && isLongAgo(open, grant, nowMs);
}

/**
 * True if every PIN that was requested had digits of our choice, and the service made none of it:
 * it leaves the choice to the service from then on.
 */
export function isPinRefused(grant: Grant, nowMs: number): boolean {
	if (grant.methods.some(({ mode }) => mode === 'code')) return false;
	const open = requestsOf(grant.records.grant, 'code').filter(isOpen);
	if (open.length === 0 || open.some(({ code }) => typeof code !== 'string')) return false;
	return isLongAgo(open, grant, nowMs) || hasErrorSince(open, grant);
}

/**
 * True if a lock that takes PINs has none, and the last PIN that was requested had digits of our
 * choice: such a lock may have the digits for somebody else.
 */
export function lacksPinOnLock({ methods, records: { grant, devices } }: Grant): boolean {
	const last = requestsOf(grant, 'code').at(-1);
	if (typeof last?.code !== 'string' || !methods.some(({ mode }) => mode === 'code')) return false;
	const missing = wireObjectsIn(grant.errors).flatMap(({ missing_device_ids: ids }) =>
		Array.isArray(ids) ? (ids as unknown[]) : [],
	);
	return devices.some((device) => missing.includes(device.device_id) && takesPins(device));
}

export const countOfPinRequests = ({ records: { grant } }: Grant): number =>
	requestsOf(grant, 'code').length;

export const wasPinRequested = (grant: Grant): boolean => countOfPinRequests(grant) > 0;

/** True if the last PIN was requested without digits. */
export function wasLeftToService({ records: { grant } }: Grant): boolean {
	const last = requestsOf(grant, 'code').at(-1);
	return last !== undefined && typeof last.code !== 'string';
}

const takesPins = ({ capabilities_supported: capabilities }: WireObject): boolean =>
	!Array.isArray(capabilities) || capabilities.includes('access_code');

const isLongAgo = (requests: readonly WireObject[], grant: Grant, nowMs: number): boolean =>
	nowMs - requestedAtMs(requests, grant) >= MAKING_MS;

/** Where other methods are missing too, the error may be about them. */
function hasErrorSince(requests: readonly WireObject[], grant: Grant): boolean {
	const others = wireObjectsIn(grant.records.grant.requested_access_methods).filter(
		(request) => request.mode !== 'code' && isOpen(request),
	);
	const lastMs = requestedAtMs(requests, grant);
	return (
		others.length === 0 &&
		wireObjectsIn(grant.records.grant.errors).some(
			({ created_at: at }) => !(Date.parse(String(at)) < lastMs),
		)
	);
}

const requestedAtMs = (requests: readonly WireObject[], { createdAtMs }: Grant): number => {
	const times = requests.map(({ created_at: at }) => Date.parse(String(at)));
	return Math.max(createdAtMs, ...times.filter((ms) => !Number.isNaN(ms)));
};

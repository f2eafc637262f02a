import type { Grant } from '../reservations/grants/grant';
import { pinOnLock } from '../reservations/grants/pins';
import type { WireObject } from '../wire/records';

interface MethodOfGrant {
	method: WireObject;
	grant: Grant;
}

/**
 * Each method with its code on the lock. A lock has each PIN once (docs/service.md#calls-10), so of
 * several stays with the same digits, one has the code: the one whose times it has, or else the one
 * that is valid or was so last.
 */
export function withCodeOfLock(
	methods: readonly MethodOfGrant[],
	codes: readonly WireObject[],
	deviceId: string,
	nowMs: number,
): Array<MethodOfGrant & { code?: WireObject }> {
	const codeOfPin = new Map(codes.map((code) => [code.code, code]));
	const given = new Set<WireObject>();
	return methods
		.map(({ method, grant }) => {
			const pin = method.mode === 'code' ? pinOnLock(deviceId, method, grant) : undefined;
			// A code whose PIN the service hides is an opener of its own.
			const code = pin === undefined ? undefined : codeOfPin.get(pin);
			return { method, grant, code, hasItsTimes: code && endsTogether(code, grant) ? 1 : 0 };
		})
		.sort(
			(a, b) =>
				b.hasItsTimes - a.hasItsTimes || lastValidMs(b.grant, nowMs) - lastValidMs(a.grant, nowMs),
		)
		.map(({ method, grant, code }) => {
			if (code === undefined || given.has(code)) return { method, grant };
			given.add(code);
			return { method, grant, code };
		});
}

/** Or both without an end. */
const endsTogether = ({ ends_at: codeEndsAt = null }: WireObject, { endsAt }: Grant): boolean =>
	codeEndsAt === endsAt || Date.parse(String(codeEndsAt)) === Date.parse(String(endsAt));

/** Up to now. Less for a grant that has yet to begin than for one that is over. */
function lastValidMs({ startsAt, endsAt }: Grant, nowMs: number): number {
	const startMs = Date.parse(startsAt);
	if (startMs > nowMs) return -startMs;
	return endsAt === null ? nowMs : Math.min(Date.parse(endsAt), nowMs);
}

import { awaitOutcome } from '../../waiting/awaitOutcomes';
import { allPinsOf, type Grant } from '../grants/grant';
import { pinsOf } from '../grants/pins';
import { withCodes } from '../grants/readGrants';
import { PIN_OF_EARLIER_GUEST } from '../plan/planProblems';
import type { Problem } from '../stays/problem';
import { changePin, deleteMethods } from './changePin';
import { readGrant, type StepRun } from './stepRun';

/**
 * Replaces the PIN of a grant whose guest has not arrived if it is one of `pins`: nothing keeps the
 * service from choosing the PIN of an earlier guest. Waits until the service shows the PIN. Returns
 * a problem if the PIN may still be one of them.
 */
export async function replaceKnownPin(
	run: StepRun,
	grantId: string,
	pins: readonly string[],
): Promise<Problem[]> {
	const read = async () => await withCodes(run.send, await readGrant(run, grantId));
	const readWithPin = async () => {
		const grant = await read();
		return grant.pin === undefined ? undefined : grant;
	};
	const isKnown = (grant: Grant) => allPinsOf(grant).some((pin) => pins.includes(pin));
	const chosen = (await readWithPin()) ?? (await awaitOutcome(readWithPin, run.limits));
	if (!chosen) return [PIN_OF_EARLIER_GUEST];
	if (!isKnown(chosen)) return [];
	await changePin(run, chosen);
	const ofCode = pinsOf((await readGrant(run, grantId)).records.methods).flat();
	const old = ofCode.filter(({ access_method_id: id }) =>
		chosen.methods.some((method) => method.id === id),
	);
	// Nobody needs the old PIN until the new one is set, because nobody has arrived.
	if (old.length < ofCode.length) await deleteMethods(run.send, old);
	return isKnown(await read()) ? [PIN_OF_EARLIER_GUEST] : [];
}

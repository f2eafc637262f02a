import { awaitOutcome } from '../../waiting/awaitOutcomes';
import { allPinsOf, type Grant } from '../grants/grant';
import { withCodes } from '../grants/readGrants';
import { PIN_OF_EARLIER_GUEST } from '../plan/planProblems';
import type { Problem } from '../stays/problem';
import { changePin, deleteMethods } from './changePin';
import { readGrant, type StepRun } from './stepRun';

/**
 * Replaces the PIN of a grant whose guest has not arrived if it is one of `pins`: the service
 * chooses PINs for each lock by itself, so it can give a guest that of an earlier one. Waits until the service
 * shows the PIN. Returns a problem if the PIN may still be one of them.
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
	const changed = await read();
	const isOld = ({ access_method_id: id }: { access_method_id?: unknown }) =>
		chosen.methods.some((method) => method.id === id);
	// Nobody needs the old PIN until the new one is set, because nobody has arrived.
	if (!changed.records.methods.every(isOld))
		await deleteMethods(
			run.send,
			changed.records.methods.filter(isOld).filter(({ mode }) => mode === 'code'),
		);
	return isKnown(await read()) ? [PIN_OF_EARLIER_GUEST] : [];
}

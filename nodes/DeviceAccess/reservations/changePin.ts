import { ActionFailedError, InvalidParameterError } from '../errors/errors';
import { optionalPin } from '../operation/form/checkValues';
import type { ItemValues } from '../operation/types';
import type { SendRequest } from '../transport/request';
import { accessOfStay, adviceOnPrefix, type Grant, isOver } from './grants/grant';
import { isPinChanging, mayHaveOldPin, pinsOf, wasPinRequested } from './grants/pins';
import { modesOf } from './grants/readiness';
import { type ItemReport, readItem } from './items/item';
import { diff, PIN_CHANGE } from './plan/diff';
import { accessInUse, oldAccessRead } from './plan/oldAccess';
import { NOTHING_LEARNED, toSituation } from './plan/situation';
import type { Order, ReservationRun } from './makeOrders';
import { loop, settled, toStepRun } from './reconcile';
import { failedItemOrThrow, type ReconciledStay } from './reconciledStay';
import { type Problem, toProblem } from './stays/problems';
import type { Stay } from './stays/stay';
import { deleteMethods, requestMethods } from './steps/methods';
import type { Progress, StepRun } from './steps/progress';

/**
 * Gives a stay a new PIN, on every access that the guest has: after a change of rooms, the former
 * access may still be open. Adds the PIN; the loop then ends the older ones, in this or any later
 * execution.
 */
export async function changePin(
	run: ReservationRun,
	uncancellable: SendRequest,
	{ stay }: Order,
	values: ItemValues,
): Promise<ReconciledStay> {
	const code = optionalPin('PIN', values.options.pin, 4, 9);
	const changing = await grantsToChange(run, stay);
	const problems = new Map<string, readonly Problem[]>();
	const changed = new Map<string, Grant>();
	const stepRun = toStepRun(run, uncancellable, stay);
	/** Of each access whose PIN was to change. */
	const changes: boolean[] = [];
	for (const grant of changing) {
		const progress = startWith(grant);
		try {
			const isRequested = await addPin(grant, code, stepRun, progress);
			await loop(stepRun, progress);
			if (isRequested) changes.push(!hasKeptPin(grant, progress));
		} catch (error) {
			const result = { ...progress.memo, grantId: grant.id, pin: code };
			return failedItemOrThrow(run, stay, { changes: [PIN_CHANGE] }, result, error, values);
		} finally {
			for (const one of progress.situation.grants) changed.set(one.id, one);
			const all = run.grants.ofReservation(stay);
			run.grants.setOfReservation(
				stay,
				all.map((one) => changed.get(one.id) ?? one),
			);
		}
		problems.set(grant.id, progress.memo.problems);
	}
	const isChanged = changes.includes(true);
	// The lock of one room of a guest who moves may take no PIN like it.
	const isKept = isChanged && changes.includes(false);
	const isFinished =
		!isKept && [...changed.values()].every((grant) => !mayHaveOldPin(grant, Date.now()));
	// Until new rooms are ready, the guest has the PIN of the old ones.
	const { newest, old } = accessInUse([...changed.values()], Date.now());
	const id = (old ?? newest)?.id ?? '';
	const said = [...problems].flatMap(([one, some]) => (old && one === newest?.id ? [] : some));
	const report: ItemReport = {
		outcome: !isFinished ? 'pending' : isChanged ? 'updated' : 'unchanged',
		changes: isChanged ? [PIN_CHANGE] : [],
		problems: [
			...said,
			...(isKept ? [toProblem('old_pin_kept')] : []),
			...(old && newest ? [oldAccessRead(old, newest)] : []),
		],
		// As long as the change is not finished, it is not certain which PIN to tell the guest.
		secret: isFinished ? run.secret : undefined,
	};
	// What was read to see that the PIN is set is not read again.
	const grant = changed.get(id);
	if (isFinished && grant?.codes) return settled(run, stay, grant, report);
	return {
		toRead: { prefix: stay.prefix, id },
		toRecord: async (isStale) => await readItem(run, stay, id, report, { isStale }),
	};
}

/** True if the access gets another PIN: a change that an earlier execution began is only finished. */
async function addPin(
	grant: Grant,
	code: string | undefined,
	run: StepRun,
	progress: Progress,
): Promise<boolean> {
	const { nowMs } = progress.situation;
	const pins = pinsOf(grant.methods);
	const wanted = pins.findIndex(([method]) => code !== undefined && method?.code === code);
	if (wanted >= 0) {
		// A PIN that is on a lock cannot be set there a second time, so the newer ones go.
		const newer = pins
			.slice(wanted + 1)
			.flatMap((pin) => pin.map(({ access_method_id: id }) => String(id)));
		if (newer.length > 0) await deleteMethods(grant.id, newer, run, progress);
		return pins.length > 1;
	}
	const isUnderWay = isPinChanging(grant, nowMs);
	// The service may have chosen another one than was requested.
	if (isUnderWay && (code === undefined || grant.requestedCodes.includes(code))) return true;
	await requestMethods(grant.id, ['code'], code, run, progress);
	return true;
}

/**
 * A lock may take no PIN like the one that was requested. The old one then stays. Access that had
 * several PINs before has the newest one now, so a change that an earlier execution began is finished.
 */
const hasKeptPin = ({ id, pin, methods }: Grant, { situation }: Progress): boolean =>
	pinsOf(methods).length === 1 &&
	situation.grants.some(
		(grant) =>
			grant.id === id &&
			pin !== undefined &&
			grant.pin === pin &&
			!mayHaveOldPin(grant, Date.now()),
	);

const startWith = (grant: Grant): Progress => {
	const situation = toSituation({
		booked: {
			...grant,
			guest: { unusable: [] },
			name: grant.name ?? '',
			endsAt: grant.endsAt ?? '',
			modes: [...new Set(['code', ...modesOf(grant)])],
			pin: undefined,
		},
		grants: [grant],
		ownKeys: [],
		keepOldRoomsMs: 0,
		nowMs: Date.now(),
	});
	return { situation, memo: NOTHING_LEARNED, firstDiff: diff(situation) };
};

async function grantsToChange(run: ReservationRun, stay: Stay): Promise<Grant[]> {
	const nowMs = Date.now();
	const open = run.grants.ofReservation(stay).filter((grant) => !isOver(grant, nowMs));
	const current = accessOfStay(open, nowMs);
	if (!current)
		throw new InvalidParameterError(
			'This reservation has no access',
			adviceOnPrefix(stay, await run.grants.ofAll()),
		);
	const changing = [current, ...open.filter((grant) => grant !== current)];
	if (!changing.every(wasPinRequested))
		throw new ActionFailedError(
			'The reservation has no PIN',
			{ access_grant_id: current.id },
			undefined,
			"Use 'Create or update reservation', and add 'PIN' under 'Access Methods'.",
		);
	return changing;
}

import { ActionFailedError, InvalidParameterError } from '../errors/errors';
import { optionalPin } from '../operation/form/checkValues';
import type { ItemValues } from '../operation/types';
import type { SendRequest } from '../transport/request';
import { byNewest, type Grant, isOver, adviceOnPrefix } from './grants/grant';
import { wasPinRequested } from './grants/pins';
import { readItem } from './items/item';
import { diff, PIN_CHANGE } from './plan/diff';
import { NOTHING_LEARNED, type Situation, waitedFor, observed } from './plan/situation';
import type { Order, ReservationRun } from './prepareStays';
import { loop } from './reconcile';
import { failed, type ReconciledStay } from './reconciledStay';
import type { Stay } from './stays/stay';
import type { Progress } from './steps/progress';

/**
 * Gives a stay a new PIN, on every access that the guest has: after a change of rooms, the former
 * access may still be open.
 */
export async function changePin(
	run: ReservationRun,
	uncancellable: SendRequest,
	{ stay }: Order,
	values: ItemValues,
): Promise<ReconciledStay> {
	const code = optionalPin('PIN', values.options.pin, 4, 9);
	const changing = await grantsToChange(run, stay);
	const [current] = changing;
	let memo = NOTHING_LEARNED;
	const changed: Grant[] = [];
	for (const grant of changing) {
		const situation = toChange(grant, code, run.nowMs);
		const progress: Progress = { situation, memo, diff: diff(situation) };
		const stepRun = {
			send: uncancellable,
			limits: run.settings.wait,
			stay,
			acceptsReservationKey: async () => await Promise.resolve(false),
			grantsOfPerson: run.grants.ofPerson,
			observe: async () => await Promise.resolve(situation),
		};
		try {
			await loop(stepRun, progress);
		} catch (error) {
			const result = { ...progress.memo, grantId: grant.id, pin: code };
			return failed(run, stay, { changes: [PIN_CHANGE] }, result, error, values);
		}
		({ memo } = progress);
		changed.push(...progress.situation.grants);
	}
	const all = run.grants.ofReservation(stay);
	run.grants.note(stay, [
		...all.filter(({ id }) => changed.every((grant) => grant.id !== id)),
		...changed,
	]);
	const isFinished = changing.every((grant) => waitedFor(memo, 'set', [grant]));
	const isChanged = memo.hasChanged || [...memo.replaced.values()].some((ids) => ids.length > 0);
	const id = current?.id ?? '';
	return {
		again: { prefix: stay.prefix, id },
		toRecord: async () =>
			await readItem(run, stay, id, {
				outcome: !isFinished ? 'pending' : isChanged ? 'updated' : 'unchanged',
				changes: isChanged ? [PIN_CHANGE] : [],
				problems: memo.problems,
				// As long as the change is not finished, it is not certain which PIN to tell the guest.
				secret: isFinished ? run.secret : undefined,
			}),
	};
}

const toChange = (grant: Grant, code: string | undefined, nowMs: number): Situation =>
	observed({
		order: {
			...grant,
			guest: { unusable: [] },
			name: grant.name ?? '',
			endsAt: grant.endsAt ?? '',
			modes: ['code'],
			pin: undefined,
		},
		grants: [grant],
		ownKeys: [],
		newPin: { code },
		leaseMs: 0,
		nowMs,
	});

async function grantsToChange(run: ReservationRun, stay: Stay): Promise<Grant[]> {
	const newestFirst = [...run.grants.ofReservation(stay)].sort(byNewest);
	const open = newestFirst.filter((grant) => !isOver(grant, run.nowMs));
	const changing = open.length > 0 ? open : newestFirst.slice(0, 1);
	const [current] = changing;
	if (!current)
		throw new InvalidParameterError(
			'This reservation has no access',
			adviceOnPrefix(
				stay,
				await run.grants.ofAll(),
				"Check the key, and 'Key Prefix' under Options.",
			),
		);
	if (!changing.every(wasPinRequested))
		throw new ActionFailedError(
			'The reservation has no PIN',
			{ access_grant_id: current.id },
			undefined,
			"Use 'Create or update reservation', and add 'PIN' under 'Access Methods'.",
		);
	return changing;
}

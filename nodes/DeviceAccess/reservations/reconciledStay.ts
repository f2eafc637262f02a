import { describeError, joinSentences } from '../errors/describeError';
import { ActionFailedError, CancelledError, NotStartedError, rethrow } from '../errors/errors';
import type { ItemValues } from '../operation/types';
import type { WireObject } from '../wire/records';
import { type ItemReport, readItem, timeZoneOf, toItem } from './items/item';
import type { Grant } from './grants/grant';
import type { ReadAgain } from './grants/grantsOfRun';
import type { ReservationRun } from './makeOrders';
import type { Leave, Stay } from './stays/stay';
import { type Problem, toProblem } from './stays/problems';

export interface ReconciledStay {
	/** The grant that gives access now. Undefined if there is nothing to wait for. */
	awaitedId?: string;
	toRead?: ReadAgain;
	isFailed?: true;
	/** A later item does not say it: that execution found the guest's access gone, or passed on. */
	isAboutGuestInRoom?: boolean;
	/** Called after all waiting and reading. `isStale`: what was read may not be true anymore. */
	toRecord: (isStale?: boolean) => Promise<WireObject>;
}

export const leftAsIs = (
	{ stay, why, guestName, said, isFailed }: Omit<Leave, 'is'>,
	isDryRun: boolean,
): ReconciledStay => {
	const record = toItem(stay, undefined, {
		outcome: isFailed ? 'failed' : 'ignored',
		changes: [],
		problems: [why],
		isDryRun,
		guestName,
		said,
	});
	return { toRecord: async () => record };
};

/** With the times and rooms that the access had: the host must know of what was still open. */
export function endedItem(
	stay: Stay,
	ended: Grant | undefined,
	report: ItemReport,
): ReconciledStay {
	const record = toItem(stay, undefined, {
		...report,
		...(ended && {
			times: { startsAt: ended.startsAt, endsAt: ended.endsAt ?? '' },
			placeNames: ended.placeNames,
			timeZone: timeZoneOf(ended),
		}),
	});
	return { toRecord: async () => record };
}

/**
 * The failed item if the options ask for it. Otherwise, throws the error, or one with what was
 * changed. Always throws that of a stop.
 */
export async function failedItemOrThrow(
	run: ReservationRun,
	stay: Stay,
	report: ItemReport,
	{
		hasChanged,
		grantId,
		problems,
		pin,
	}: { hasChanged: boolean; grantId?: string; problems: readonly Problem[]; pin?: string },
	error: unknown,
	values: ItemValues,
): Promise<ReconciledStay> {
	if (error instanceof CancelledError || error instanceof NotStartedError) return rethrow(error);
	const { message, description, details } = describeError(error, pin === undefined ? [] : [pin]);
	const reason = toProblem(
		'failed',
		{},
		{
			reason: message,
			remedy: description || 'Execute the node again to finish.',
		},
	);
	const all = [reason, ...problems, ...(report.problems ?? [])];
	const shown: ItemReport = { ...report, outcome: 'failed', problems: all };
	if (values.options.onFailedAction === 'returnItem')
		return {
			isFailed: true,
			toRecord: async () =>
				grantId === undefined
					? toItem(stay, undefined, shown)
					: await readItem(run, stay, grantId, shown),
		};
	if (!hasChanged) return rethrow(error);
	throw new ActionFailedError(
		[
			`Only part of the change was made: ${message}`,
			...problems.map(({ reason: text }) => text),
		].join('. '),
		{
			reservation_key: stay.reservationKey,
			access_grant_id: grantId,
			changes: report.changes,
			...(details.may_have_acted === true ? { may_have_acted: true } : {}),
		},
		undefined,
		joinSentences([description, 'Execute the node again to finish']),
	);
}

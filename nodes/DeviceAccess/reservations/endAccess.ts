import type { ItemValues } from '../operation/types';
import type { SendRequest } from '../transport/request';
import { type Grant, newestOf } from './grants/grant';
import { type ItemReport, timeZoneOf, toItem } from './items/item';
import { otherPrefixAdvice } from './grants/grantKey';
import { planEnd, planUnconfirmed } from './plan/diff';
import type { ReservationRun } from './prepareStays';
import { failed, type ReconciledStay } from './reconciledStay';
import { type End, isEndedBy } from './stays/asked';
import { type Problem, toProblem } from './stays/problems';
import type { Stay } from './stays/stay';
import { endGrant } from './steps/progress';

/** Says that another system has access with this key, which stays. */
async function otherPrefix(
	{ grants }: Pick<ReservationRun, 'grants'>,
	stay: Stay,
): Promise<Problem[]> {
	const advice = otherPrefixAdvice(stay, await grants.lookUps.all());
	return advice ? [toProblem('other_key_prefix', advice)] : [];
}

/**
 * Ends the access of one guest, or of all guests of the reservation. Throws only if nothing was
 * changed yet, or if the item must fail.
 */
export async function endAccess(
	run: ReservationRun,
	uncancellable: SendRequest,
	order: End,
	values: ItemValues,
): Promise<ReconciledStay> {
	const { stay, guestName, isPrefixUsual } = order;
	const known = run.grants.ofReservation(stay);
	const grants = known.filter((grant) => isEndedBy(order, grant));
	const plan = order.sparesGuestInHouse
		? planUnconfirmed(grants, Date.now(), stay.guestNumber)
		: planEnd(grants, stay.guestNumber);
	const ofGuest = grants.filter(({ key }) => key.guestNumber === stay.guestNumber);
	const newest = newestOf(ofGuest) ?? newestOf(grants);
	const report: ItemReport = {
		outcome: plan.outcome,
		changes: plan.changes,
		problems: [
			...plan.problems,
			...(isPrefixUsual && grants.length === 0 ? await otherPrefix(run, stay) : []),
		],
		isDryRun: values.options.dryRun === true,
		guestName: guestName ?? newest?.name ?? undefined,
	};
	if (report.isDryRun || !newest || plan.outcome !== 'ended') {
		const record = toItem(stay, newest, report);
		return { toRecord: async () => record };
	}
	const ended: Grant[] = [];
	const isLeft = (grant: Grant) => !ended.includes(grant);
	try {
		for (const grant of grants) {
			await endGrant(uncancellable, grant.id);
			ended.push(grant);
		}
	} catch (error) {
		const grantId = newestOf(ofGuest.filter(isLeft))?.id;
		const result = { hasChanged: ended.length > 0, grantId, problems: [] };
		return failed(run, stay, report, result, error, values);
	} finally {
		run.grants.note(stay, known.filter(isLeft));
	}
	const times = { startsAt: newest.startsAt, endsAt: newest.endsAt ?? '' };
	const record = toItem(stay, undefined, {
		...report,
		times,
		placeNames: newest.placeNames,
		timeZone: timeZoneOf(newest),
	});
	return { toRecord: async () => record };
}

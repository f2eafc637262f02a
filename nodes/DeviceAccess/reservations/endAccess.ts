import type { ItemValues } from '../operation/types';
import type { SendRequest } from '../transport/request';
import { type Grant, guestNameOf, newestOf, otherPrefixAdvice } from './grants/grant';
import { type ItemReport, toItem } from './items/item';
import type { ReservationRun } from './makeOrders';
import { planEnd, planUnconfirmed } from './plan/diff';
import { accessShown } from './plan/oldAccess';
import { endedItem, failedItemOrThrow, type ReconciledStay } from './reconciledStay';
import { type Problem, toProblem } from './stays/problems';
import type { End, Stay } from './stays/stay';
import { endGrant } from './steps/act';

export async function endAccess(
	run: ReservationRun,
	uncancellable: SendRequest,
	order: End,
	values: ItemValues,
): Promise<ReconciledStay> {
	const { stay, guestName, isPrefixUsual } = order;
	const grants = run.grants.ofReservation(stay);
	const plan = order.sparesGuestInHouse ? planUnconfirmed(grants, Date.now()) : planEnd(grants);
	const shown = accessShown(grants, Date.now());
	const report: ItemReport = {
		outcome: plan.outcome,
		changes: plan.changes,
		problems: [
			...plan.problems,
			...(isPrefixUsual && grants.length === 0 ? await otherPrefix(run, stay) : []),
		],
		isDryRun: values.options.dryRun === true,
		guestName: guestName ?? (shown && guestNameOf(shown)),
	};
	if (report.isDryRun || !shown || plan.outcome !== 'ended') {
		const record = toItem(stay, shown, report);
		return { toRecord: async () => record };
	}
	const ended: Grant[] = [];
	const isOpen = (grant: Grant) => !ended.includes(grant);
	try {
		for (const grant of grants) {
			await endGrant(uncancellable, grant.id);
			ended.push(grant);
		}
	} catch (error) {
		const grantId = newestOf(grants.filter(isOpen))?.id;
		const result = { hasChanged: ended.length > 0, grantId, problems: [] };
		return failedItemOrThrow(run, stay, report, result, error, values);
	} finally {
		run.grants.setOfReservation(stay, grants.filter(isOpen));
	}
	return endedItem(stay, shown, report);
}

async function otherPrefix(
	{ grants }: Pick<ReservationRun, 'grants'>,
	stay: Stay,
): Promise<Problem[]> {
	const advice = otherPrefixAdvice(stay, await grants.ofAll());
	return advice ? [toProblem('other_key_prefix', advice)] : [];
}

import { describeError } from '../../errors/describeError';
import { CancelledError } from '../../errors/errors';
import { groupBy } from '../../operation/run/sendItems';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';
import { type Grant, newestOf } from '../grants/grant';
import { getGrantsById } from '../grants/grantLookUps';
import { isIssued } from '../grants/readiness';
import { needsCodes, readRelated, withCodes } from '../grants/readGrants';
import type { GrantsOfRun } from '../grants/grantsOfRun';
import { toProblem } from '../stays/problems';
import type { Stay } from '../stays/stay';
import { readGrant } from '../steps/progress';
import { type ItemReport, toItem } from './item';

/** A grant to read again for the item, together with those of the other items. */
export interface ReadAgain {
	prefix: string;
	/** Undefined if it is unknown which grant gives access: then the newest. */
	grantId?: string;
	/**
	 * The record that the service returned when it created the grant, if nothing has changed since.
	 */
	record?: WireObject;
	/** True if only a wait can have changed it. */
	isOnlyAfterWait?: true;
	/** The grant, once it was read again. */
	grant?: Grant;
	/** True if the grant was created a moment ago, so that its locks cannot have answered yet. */
	isNew?: boolean;
}

/**
 * Reads grants again, up to 500 per request. `hasWaited` is true after a wait. What cannot be read
 * stays unread.
 */
export async function readAllAgain(
	send: SendRequest,
	all: readonly ReadAgain[],
	hasWaited: boolean,
): Promise<void> {
	const wanted = all.filter(({ isOnlyAfterWait }) => hasWaited || isOnlyAfterWait !== true);
	for (const [prefix, some] of groupBy(wanted, (again) => again.prefix)) {
		const ids = some.flatMap(({ grantId, record }) =>
			grantId !== undefined && (hasWaited || record === undefined) ? [grantId] : [],
		);
		const created = hasWaited
			? []
			: some.flatMap(({ record }) => (record === undefined ? [] : [record]));
		try {
			const listed = ids.length > 0 ? await getGrantsById(send, ids) : [];
			const grants = await readRelated(send, prefix, [...created, ...listed]);
			const byId = new Map(grants.map((grant) => [grant.id, grant]));
			for (const again of some) {
				again.grant = byId.get(again.grantId ?? '');
				again.isNew = !hasWaited && again.record !== undefined;
			}
		} catch (error) {
			// Each item reads its own grant, and says if it cannot.
			if (error instanceof CancelledError) return;
		}
	}
}

/** The item after its changes or its wait. A failed read must not look as if nothing was done. */
export async function readItem(
	run: { send: SendRequest; grants: GrantsOfRun },
	stay: Stay,
	{ grantId, grant: known, isNew = false }: ReadAgain,
	report: ItemReport,
): Promise<WireObject> {
	try {
		const grant =
			known ??
			(grantId === undefined
				? newestOf(await run.grants.ofGuest(stay))
				: await readGrant({ send: run.send, stay }, grantId));
		if (isNew || !grant) return toItem(stay, grant, { ...report, isNew });
		return toItem(stay, await withCodesIfNeeded(run.send, grant), report);
	} catch (error) {
		const { message } = describeError(error);
		const unread = toProblem('unreadable', { why: message });
		return {
			...toItem(stay, undefined, { ...report, problems: [...(report.problems ?? []), unread] }),
			access_grant_id: grantId ?? null,
		};
	}
}

/** Before the PIN is issued, the codes matter only if they show which PIN works at which door. */
const withCodesIfNeeded = async (send: SendRequest, grant: Grant): Promise<Grant> =>
	isIssued(grant) || needsCodes(grant) ? await withCodes(send, grant) : grant;

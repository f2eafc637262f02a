import { describeError } from '../../errors/describeError';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';
import type { Grant } from '../grants/grant';
import type { GrantsOfRun } from '../grants/grantsOfRun';
import { isIssued } from '../grants/problems';
import { needsCodes, withCodes } from '../grants/readGrants';
import { toProblem } from '../stays/problems';
import type { Stay } from '../stays/stay';
import { readGrant } from '../steps/progress';
import { type ItemReport, toItem } from './item';

/**
 * The item with this grant, after the changes and the wait of all items. A failed read must not look
 * as if nothing was done. `unchanged`: the grant as it was found, if this item changed nothing.
 */
export async function readItem(
	{ send, grants }: { send: SendRequest; grants: Pick<GrantsOfRun, 'readAgainOf'> },
	stay: Stay,
	id: string,
	report: ItemReport,
	unchanged?: Grant,
): Promise<WireObject> {
	try {
		const again = grants.readAgainOf(id);
		// Its locks cannot have answered yet.
		if (again?.isNew) return toItem(stay, again.grant, { ...report, isNew: true });
		const grant = again?.grant ?? unchanged ?? (await readGrant({ send, stay }, id));
		// Before the PIN is issued, the codes matter only if they show which PIN works at which door.
		const needs = needsCodes(grant) || (grant !== unchanged && isIssued(grant));
		return toItem(stay, needs ? await withCodes(send, grant) : grant, report);
	} catch (error) {
		const { message } = describeError(error);
		const unread = toProblem('unreadable', { why: message });
		return {
			...toItem(stay, undefined, { ...report, problems: [...(report.problems ?? []), unread] }),
			access_grant_id: id,
		};
	}
}

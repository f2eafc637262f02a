import { ActionFailedError } from '../../errors/errors';
import { isNotFound } from '../../errors/refusals';
import { takeObject } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import type { WaitLimits } from '../../waiting/awaitOutcomes';
import { type GrantRecords, readRecords } from '../grants/grantRecords';
import type { GrantPerson } from '../grants/guest';
import type { DesiredAccess, CurrentAccess } from '../plan/plan';
import type { Problem } from '../grants/problems';
import type { StayInput } from '../stays/stayInput';
import { rethrow } from '../../errors/rethrow';

/** Everything that the steps of a plan need. */
export interface StepContext {
	send: SendRequest;
	limits: WaitLimits;
	stay: StayInput;
	wanted: DesiredAccess;
	/** The person of a new grant, or the one that 'editGuest' corrects. */
	person: GrantPerson;
	/** Looks for the person of a new grant again. */
	findPerson: () => Promise<GrantPerson>;
	found: readonly CurrentAccess[];
	/** True if a door accepts reservation keys. */
	sendsReservationKey: boolean;
	/** True once the node has tried the grant both with and without that key. */
	hasTriedBothForms?: boolean;
	/** True once the conflicting grants were ended. */
	hasEndedOthers?: boolean;
	failsIfPinTaken: boolean;
}

/** The result of the steps. */
export interface StepResult {
	/** The grant that now gives access, if any. */
	grantId?: string;
	/** Problems to show to a person. */
	notes: Problem[];
	/** True once something was changed. */
	hasChanged: boolean;
	endedGrantIds: string[];
}

/** The result before the first step. */
export const nothingChanged = (): StepResult => ({
	notes: [],
	hasChanged: false,
	endedGrantIds: [],
});

/** Deletes a grant and adds it to `result`. A grant that is already gone counts as ended. */
export async function endGrant(
	send: SendRequest,
	grantId: string,
	result: Pick<StepResult, 'hasChanged' | 'endedGrantIds'>,
): Promise<void> {
	try {
		await send({
			endpoint: '/access_grants/delete',
			body: { access_grant_id: grantId },
			effect: 'write',
		});
	} catch (error) {
		if (!isNotFound(error, 'access_grant')) rethrow(error);
	}
	result.hasChanged = true;
	result.endedGrantIds.push(grantId);
}

/** Reads one grant with its related records. Throws ServiceError if it is gone. */
export async function readGrant(
	{ send, stay }: Pick<StepContext, 'send' | 'stay'>,
	grantId: string,
): Promise<GrantRecords> {
	const grant = takeObject(
		await send({
			endpoint: '/access_grants/get',
			body: { access_grant_id: grantId },
			effect: 'read',
		}),
		'access_grant',
	);
	const [found] = await readRecords(send, stay.prefix, [grant]);
	if (found) return found;
	throw new ActionFailedError('The access grant no longer exists', { access_grant_id: grantId });
}

import { rethrow } from '../../errors/rethrow';
import { isNotFound } from '../../errors/refusals';
import { ActionFailedError } from '../../errors/errors';
import { takeObject } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import type { WaitLimits } from '../../waiting/awaitOutcomes';
import type { WireObject } from '../../wire/records';
import type { Grant } from '../grants/grant';
import { readRelated } from '../grants/readGrants';
import { isSameTime, type Wanted } from '../plan/wanted';
import type { Problem } from '../stays/problem';
import type { StayKey } from '../stays/stay';

/** Everything that the steps of one guest need. */
export interface StepRun {
	/** Neither Stop nor the failure of another item holds it back. */
	send: SendRequest;
	limits: WaitLimits;
	stay: StayKey;
	wanted: Wanted;
	/** All grants of the guest at the time of the plan. */
	grants: readonly Grant[];
	/** The access of the other guests of the reservation. */
	grantsOfOtherGuests: readonly Grant[];
	/** The keys for a new person of this guest. */
	ownKeys: readonly string[];
	/** True if a door accepts reservation keys. */
	sendsReservationKey: boolean;
	/** True if a guest is in the house, and a lock of the new rooms is offline. */
	isNewLockOffline: boolean;
	/** All grants of a person. */
	grantsOfPerson: (personId: string) => Promise<WireObject[]>;
}

/** What the steps have done so far. Up to date even after a failure. */
export interface StepResult {
	/** The grant that was created, if any. */
	createdGrantId?: string;
	/** Its record as the service returned it, if nothing has changed since. */
	createdGrant?: WireObject;
	endedGrantIds: string[];
	/** Problems to show to a person. */
	problems: Problem[];
	/** True once something was changed. */
	hasChanged: boolean;
}

/** The result before the first step. */
export const nothingChanged = (): StepResult => ({
	problems: [],
	hasChanged: false,
	endedGrantIds: [],
});

/** True if the answer to a creation is the grant that was requested: its key and its end. */
export const isRequested = (
	answered: WireObject,
	{ key, endsAt }: { key: string; endsAt: string | null },
): boolean => {
	const end = typeof answered.ends_at === 'string' ? answered.ends_at : null;
	return (
		answered.access_grant_key === key && (endsAt === null ? end === null : isSameTime(endsAt, end))
	);
};

/** Deletes a grant. One that is already gone counts as ended. */
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
	{ send, stay }: Pick<StepRun, 'send' | 'stay'>,
	grantId: string,
): Promise<Grant> {
	const answer = await send({
		endpoint: '/access_grants/get',
		body: { access_grant_id: grantId },
		effect: 'read',
	});
	const grant = takeObject(answer, 'access_grant');
	const [read] =
		grant.access_grant_id === grantId ? await readRelated(send, stay.prefix, [grant]) : [];
	if (read) return read;
	throw new ActionFailedError('The service returned another access grant', {
		access_grant_id: grantId,
	});
}

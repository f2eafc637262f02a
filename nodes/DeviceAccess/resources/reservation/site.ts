import { ActionFailedError } from '../../errors/errors';
import { isNotFound } from '../../errors/isNotFound';
import { takeObject } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import type { WaitLimits } from '../../waiting/awaitOutcomes';
import { type FoundRecords, readRecords } from './found';
import type { GrantPerson } from './guest';
import type { DesiredAccess, FoundAccess } from './plan';
import type { Problem } from './problems';
import type { WantedStay } from './wanted';

/** Everything that the steps of one plan need. */
export interface Site {
	send: SendRequest;
	limits: WaitLimits;
	stay: WantedStay;
	wanted: DesiredAccess;
	/** Whom a new grant is for. */
	person: GrantPerson;
	found: readonly FoundAccess[];
	/** True where a door takes the service's reservation keys. */
	sendsReservationKey: boolean;
	/** True once the service has refused the grant both with that key and without it. */
	hasTriedBothForms?: boolean;
	/** True once the accesses that stood in the way were ended. */
	hasEndedOthers?: boolean;
	failsIfPinTaken: boolean;
}

/** What the steps have come to. */
export interface CarriedOut {
	/** The grant that now gives the access; undefined where none does. */
	grantId?: string;
	/** What a person has to know of the way there. */
	notes: Problem[];
	/** True once something was changed. */
	hasChanged: boolean;
	endedGrantIds: string[];
}

/** Ends an access, and notes it; one that is gone already is ended. */
export async function endGrant(send: SendRequest, grantId: string, carriedOut: Pick<CarriedOut, 'hasChanged' | 'endedGrantIds'>): Promise<void> {
	try {
		await send({ endpoint: '/access_grants/delete', body: { access_grant_id: grantId }, effect: 'write' });
	} catch (error) {
		if (!isNotFound(error, 'access_grant')) await Promise.reject(error);
	}
	carriedOut.hasChanged = true;
	carriedOut.endedGrantIds.push(grantId);
}

/** Reads one grant with all that belongs to it. Throws ActionFailedError where it is gone. */
export async function readGrant({ send, stay }: Pick<Site, 'send' | 'stay'>, grantId: string): Promise<FoundRecords> {
	const grant = takeObject(await send({ endpoint: '/access_grants/get', body: { access_grant_id: grantId }, effect: 'read' }), 'access_grant');
	const [found] = await readRecords(send, stay.prefix, [grant]);
	if (found) return found;
	throw new ActionFailedError('The access grant is no longer there', { access_grant_id: grantId });
}

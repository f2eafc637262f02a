import { lookUpEach } from '../../lists/batchedLookUps';
import { lookUpRecords } from '../../waiting/lookUpRecords';
import { takeList } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import { type WireObject, wireObjectsIn } from '../../wire/records';
import type { RecordState, WaitCondition } from '../../operation/waitCondition';
import { errorsOf } from '../../reservations/grants/problems';
import { doorsThatStayClosed, methodsThatDoNotFit } from './closedDoors';
import { isIssued } from '../../reservations/grants/readiness';
import { messagesOf, typesOf } from '../../wire/issues';

/**
 * Waits until the PINs and keys of a grant are issued. The item has them under `access_methods`.
 */
export const waitUntilIssued: WaitCondition = {
	optionName: 'waitUntilIssued',
	option: {
		displayName: 'Wait Until Issued',
		type: 'boolean',
		default: false,
		description:
			"Whether to wait until every PIN and key of the grant is issued, and return them under 'access_methods'. Only then does the node check whether they fit, and which doors a card or key opens. The node does not wait for cards that you encode or assign.",
	},
	idField: 'access_grant_id',
	outcome: 'issued',
	reachedSentence: 'All access methods are issued',
	pendingSentence: 'Not all access methods are issued yet',
	failedSentence: 'The access grant has errors',
	failedAdvice:
		"The access grant exists, and what could be created opens its doors. Its ID is in 'details'. Delete it with 'Delete access grant' before you create another one",
	lookUp: (send, failures) => {
		const lookUpGrants = lookUpRecords(send, ACCESS_GRANTS, failures);
		return async (accessGrantIds) => {
			const grants = await lookUpGrants(accessGrantIds);
			// Looks up the methods of each grant separately, so that unreadable ones do not affect the
			// other grants.
			const states = await lookUpEach([...grants.keys()], failures, async (id) => {
				const grant = grants.get(id);
				return [
					id,
					grant ? await stateOf(send, grant, await listMethods(send, id)) : goneState(id),
				] as const;
			});
			return new Map(states);
		};
	},
};

const ACCESS_GRANTS = {
	idField: 'access_grant_id',
	member: 'access_grant',
	list: '/access_grants/list',
	get: '/access_grants/get',
};

const goneState = (id: string): RecordState => ({
	is: 'failed',
	reasons: ['The access grant no longer exists'],
	record: { access_grant_id: id },
});

async function listMethods(send: SendRequest, accessGrantId: string): Promise<WireObject[]> {
	const endpoint = '/access_methods/list';
	const answer = await send({
		endpoint,
		body: { access_grant_id: accessGrantId },
		effect: 'read',
		maxRetries: 0,
	});
	return takeList(answer, 'access_methods');
}

async function stateOf(
	send: SendRequest,
	grant: WireObject,
	methods: WireObject[],
): Promise<RecordState> {
	const record = { ...grant, access_methods: methods };
	const errors = [...wireObjectsIn(grant.errors), ...methods.flatMap(errorsOf)];
	if (errors.length > 0)
		return {
			is: 'failed',
			reasons: [...messagesOf(errors), ...(await methodsThatDoNotFit(send, grant, methods))],
			type: typesOf(errors)[0],
			record,
		};
	if (!isIssued({ grant, methods }, { leavesCards: true })) return { is: 'pending', record };
	const restriction = await doorsThatStayClosed(send, grant, methods);
	return { is: 'reached', record, ...(restriction !== '' && { restriction }) };
}

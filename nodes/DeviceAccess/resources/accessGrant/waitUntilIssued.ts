import { lookUpEach, type LookUpFailures } from '../../lists/lookUps';
import type { LookUp } from '../../waiting/awaitOutcomes';
import { lookUpRecords } from '../../waiting/lookUpRecords';
import { takeList } from '../../transport/httpCall';
import type { SendRequest } from '../../transport/request';
import { messagesOf, typesOf } from '../../wire/issues';
import type { WireObject } from '../../wire/records';
import { RECORDS } from '../../wire/recordTable';
import { booleanField, type WaitCondition } from '../../operation';
import type { Progress } from '../../waiting/progress';
import { errorsOf, isIssued } from '../../reservations/grants/readiness';
import { doorsThatStayClosed, errorsOfDoors, methodsMissingFrom } from './closedDoors';

/** Waits until the PINs and keys of a grant are issued, and says no more than that. */
export const waitUntilIssued: WaitCondition = {
	optionName: 'waitUntilIssued',
	option: booleanField(
		'Wait Until Issued',
		"Whether to wait until every PIN and key of the grant is issued, and return them under 'access_methods'. Only then does the node check whether they fit, and which doors a card or key opens. The node does not wait for cards that you encode or assign.",
		true,
	),
	idField: 'access_grant_id',
	done: { outcome: 'issued', sentence: 'All access methods are issued' },
	pendingSentence: 'Not all access methods are issued yet',
	failedSentence: 'The access grant has errors',
	lookUp: (send, failures) =>
		lookUpGrants(send, failures, async (grant, methods) => await stateOf(send, grant, methods)),
};

/**
 * The same for an item that shows it: the item has the methods under `access_methods`, and names
 * what a method does not open.
 */
export const waitUntilGrantIssued: WaitCondition = {
	...waitUntilIssued,
	lookUp: (send, failures) =>
		lookUpGrants(
			send,
			failures,
			async (grant, methods) =>
				await withDoors(send, grant, methods, await stateOf(send, grant, methods)),
		),
};

/** The same for a new grant. One that was there before may give access to a guest in the house. */
export const waitUntilNewGrantIssued: WaitCondition = {
	...waitUntilGrantIssued,
	failedAdvice:
		"The access grant exists, and what could be created opens its doors. Its ID is in 'details'. Delete it with 'Delete access grant' before you create another one",
};

function lookUpGrants(
	send: SendRequest,
	failures: LookUpFailures,
	stateOfGrant: (grant: WireObject, methods: WireObject[]) => Promise<Progress>,
): LookUp<Progress> {
	const lookUp = lookUpRecords(send, RECORDS.accessGrant, failures);
	return async (accessGrantIds) => {
		const grants = await lookUp(accessGrantIds);
		// Looks up the methods of each grant separately, so that unreadable ones do not affect the
		// other grants.
		const states = await lookUpEach([...grants.keys()], failures, async (id) => {
			const grant = grants.get(id);
			return [
				id,
				grant ? await stateOfGrant(grant, await listMethods(send, id)) : goneState(id),
			] as const;
		});
		return new Map(states);
	};
}

const goneState = (id: string): Progress => ({
	is: 'failed',
	reasons: ['The access grant no longer exists'],
	type: 'access_grant_not_found',
	advice: '',
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
): Promise<Progress> {
	const record = { ...grant, access_methods: methods };
	const errors = [...(await errorsOfDoors(send, grant)), ...methods.flatMap(errorsOf)];
	if (errors.length > 0)
		return { is: 'failed', reasons: messagesOf(errors), type: typesOf(errors)[0], record };
	const isReached = isIssued({ record: grant, methods }, { leavesCards: true });
	return { is: isReached ? 'done' : 'pending', record };
}

/** Adds what the methods of a grant do not open. */
async function withDoors(
	send: SendRequest,
	grant: WireObject,
	methods: WireObject[],
	state: Progress,
): Promise<Progress> {
	if (state.is === 'failed')
		return {
			...state,
			reasons: [...(state.reasons ?? []), ...(await methodsMissingFrom(send, grant, methods))],
		};
	const restriction = state.is === 'done' ? await doorsThatStayClosed(send, grant, methods) : '';
	return restriction === '' ? state : { ...state, restriction };
}

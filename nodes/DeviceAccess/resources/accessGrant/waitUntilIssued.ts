import { lookUpEach } from '../../lists/lookUpInBatches';
import { lookUpRecords } from '../../waiting/lookUpRecords';
import { takeList } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import { type WireObject, wireObjectsIn } from '../../wire/records';
import type { RecordState, WaitCondition } from '../../operation/waitCondition';
import { messagesOf, typesOf, warningsOf } from '../../wire/issues';

/** Waits until the PINs and keys of a grant are issued. The item has them under `access_methods`. */
export const waitUntilIssued: WaitCondition = {
	optionName: 'waitUntilIssued',
	option: {
		displayName: 'Wait Until Issued',
		type: 'boolean',
		default: false,
		description:
			"Whether to wait until every PIN and key of the grant is issued, and return them under 'access_methods'. The node does not wait for cards that you encode or assign.",
	},
	idField: 'access_grant_id',
	outcome: 'issued',
	reachedSentence: 'All access methods are issued',
	pendingSentence: 'Not all access methods are issued yet',
	failedSentence: 'The access grant has errors',
	failedAdvice:
		"The access grant may still exist. Look at it with 'Access Grant: Get' before you create another one",
	lookUp: (send, failures) => {
		const lookUpGrants = lookUpRecords(send, ACCESS_GRANTS, failures);
		return async (accessGrantIds) => {
			const grants = await lookUpGrants(accessGrantIds);
			// Looks up the methods of each grant separately, so that unreadable ones do not affect the other grants.
			const states = await lookUpEach([...grants.keys()], failures, async (id) => {
				const grant = grants.get(id);
				return [id, grant ? stateOf(grant, await listMethods(send, id)) : goneState(id)] as const;
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
	type: 'access_grant_not_found',
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

function stateOf(grant: WireObject, methods: WireObject[]): RecordState {
	const record = { ...grant, access_methods: methods };
	const errors = [...wireObjectsIn(grant.errors), ...methods.flatMap(errorsOf)];
	if (errors.length > 0)
		return { is: 'failed', reasons: messagesOf(errors), type: typesOf(errors)[0], record };
	const requested = wireObjectsIn(grant.requested_access_methods);
	// The request for a PIN remains after that PIN is replaced. A method fulfills a request only if it is not older.
	const isComplete =
		methods.length >= requested.length ||
		requested.every((request) =>
			methods.some((method) => method.mode === request.mode && !isOlder(method, request)),
		);
	const isEncodingAwaited = hasWarning(grant, 'encoding_required');
	const isReady = (method: WireObject) =>
		isIssued(method) || (isEncodingAwaited && method.mode === 'card');
	const isReached = isComplete && methods.every(isReady) && ![grant, ...methods].some(isBeingMoved);
	return { is: isReached ? 'reached' : 'pending', record };
}

const isOlder = (a: WireObject, b: WireObject) =>
	Date.parse(String(a.created_at)) < Date.parse(String(b.created_at));

/**
 * The service keeps trying after `failed_to_issue`, so this error no longer matters once a method
 * is issued (docs/service.md#grants-5).
 */
const errorsOf = ({ is_issued: isIssuedNow, errors }: WireObject): WireObject[] =>
	wireObjectsIn(errors).filter(
		({ error_code: code }) => isIssuedNow !== true || code !== 'failed_to_issue',
	);

/**
 * An issued method keeps its old times while the service updates them (docs/service.md#grants-3).
 */
const isBeingMoved = (record: WireObject): boolean =>
	hasWarning(record, 'updating_access_times') ||
	wireObjectsIn(record.pending_mutations).some(
		({ mutation_code: code }) => code === 'updating_access_times',
	);

const hasWarning = (record: WireObject, code: string) =>
	warningsOf(record).some(({ warning_code: found }) => found === code);

/**
 * The node does not wait for a card, because a person must encode or assign it. Some grants say so
 * in a warning (docs/service.md#grants-9).
 */
const isIssued = (method: WireObject) =>
	method.is_issued === true ||
	method.is_ready_for_encoding === true ||
	method.is_ready_for_assignment === true;

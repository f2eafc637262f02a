import { codeOfIssue } from '../../operation/output/shapeRecord';
import { isSetOnLock, warningsOf } from '../../wire/issues';
import { type WireObject, wireObjectsIn } from '../../wire/records';
import type { Problem } from '../stays/problems';
import { canOpen, locksOf, MAKING_MS, type Records } from './grant';

/**
 * Which methods count: those with these modes, or those that were requested and not deleted since.
 */
type WantedModes = readonly string[] | undefined;

/**
 * True if every wanted access method exists and is issued with its current times. With
 * `leavesCards`, a card that waits for a person to encode or assign it counts as issued.
 */
export function isIssued(
	{ record, methods }: Records,
	{ modes, leavesCards = false }: { modes?: WantedModes; leavesCards?: boolean } = {},
): boolean {
	const counted = methods.filter(({ mode }) => modes?.includes(String(mode)) ?? true);
	return (
		isComplete(record, counted, modes) &&
		counted.every(
			(method) => method.is_issued === true || (leavesCards && isForStaff(record, method)),
		) &&
		![record, ...counted].some(areTimesChanging)
	);
}

/**
 * True if the guest can enter: every wanted method is issued, nothing is being changed, every lock
 * is online or has the PIN, and no problem keeps a door closed. If the codes were read, every PIN
 * must also be on its lock.
 */
export function isReady(
	grant: Records<'devices' | 'codes'>,
	problems: readonly Problem[],
	modes?: WantedModes,
): boolean {
	const { record, methods, codes = [] } = grant;
	return (
		methods.length > 0 &&
		methods.length >= countOfMethods(record) &&
		isIssued(grant, { modes }) &&
		[record, ...methods].every(
			({ pending_mutations: pending }) => wireObjectsIn(pending).length === 0,
		) &&
		locksOf(grant).every((lock) => canOpen(lock, codes)) &&
		codes.every((code) => code.status === undefined || isSetOnLock(code) === true) &&
		!problems.some((problem) => problem.keeps_door_closed)
	);
}

/**
 * True for a card that a person must encode or assign. Some grants say so in a warning
 * (docs/service.md#grants-9).
 */
export const isForStaff = (grant: WireObject, method: WireObject): boolean =>
	method.is_ready_for_encoding === true ||
	method.is_ready_for_assignment === true ||
	(method.mode === 'card' && codesOfWarnings(grant).includes('encoding_required'));

/**
 * True if a method of each wanted mode exists, or for each request one that was not deleted since.
 */
function isComplete(
	grant: WireObject,
	methods: readonly WireObject[],
	modes: WantedModes,
): boolean {
	if (modes) return modes.every((mode) => methods.some((method) => method.mode === mode));
	const requests = wireObjectsIn(grant.requested_access_methods);
	const isFulfilled = (request: WireObject) => {
		const { created_access_method_ids: ids } = request;
		// What was made for the request exists, or somebody deleted it, such as an old PIN or a card
		// that is no longer wanted.
		if (Array.isArray(ids) && ids.length > 0) return true;
		if (methods.length > 0 && Date.parse(String(request.created_at)) < Date.now() - MAKING_MS)
			return true;
		return methods.some((method) => method.mode === request.mode && !isOlder(method, request));
	};
	return methods.length >= requests.length || requests.every(isFulfilled);
}

const countOfMethods = ({ access_method_ids: ids }: WireObject) =>
	Array.isArray(ids) ? ids.length : 0;

const isOlder = (a: WireObject, b: WireObject) =>
	Date.parse(String(a.created_at)) < Date.parse(String(b.created_at));

const UPDATING = 'updating_access_times';

/**
 * An issued method keeps its old times while the service changes them (docs/service.md#grants-3).
 */
const areTimesChanging = (record: WireObject): boolean =>
	codesOfWarnings(record).includes(UPDATING) ||
	wireObjectsIn(record.pending_mutations).some((mutation) => codeOfIssue(mutation) === UPDATING);

const codesOfWarnings = (record: WireObject) => warningsOf(record).map(codeOfIssue);

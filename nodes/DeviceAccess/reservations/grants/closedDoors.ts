import { groupBy } from '../../operation/run/sendItems';
import { inBatches } from '../../lists/batchedLookUps';
import { PAGE_SIZE } from '../../transport/limits';
import { takeObject } from '../../transport/readAnswer';
import type { ApiRequest, SendRequest } from '../../transport/request';
import { nameOfMode, type WireObject, wireObjectsIn } from '../../wire/records';
import type { Problem } from '../stays/problem';
import { doorsOf } from './doors';
import { type Grant, idOfPlace } from './grant';
import type { GrantRecords } from './grantRecords';
import { nameOfDevice } from './pins';
import { isForStaff } from './readiness';

/** IDs of the devices and entrances that access methods open, by mode. */
type OpenedDoors = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Adds the doors that no PIN, card or key of their grant opens. Takes no request for grants with PINs
 * only, because the service itself says which locks take none. A door that takes the key of one guest
 * takes those of all, so the methods are read together.
 */
export async function withClosedDoors(
	send: SendRequest,
	grants: readonly Grant[],
): Promise<Grant[]> {
	const methods = grants
		.filter(({ records }) => keysOf(records).length > 0)
		.flatMap(({ records }) => records.methods);
	if (methods.length === 0) return [...grants];
	const opened = await readOpenedDoors(send, methods);
	return grants.map((grant) => ({
		...grant,
		records: { ...grant.records, closed: closedDoors(grant.records, opened) },
	}));
}

/** The names of the doors that none of the PINs, cards and keys of their grant opens. */
export function closedDoors(records: GrantRecords, opened: OpenedDoors): string[] {
	const keys = keysOf(records);
	const openedIds = new Set(modesOf(records).flatMap((mode) => [...(opened.get(mode) ?? [])]));
	// What a card opens that was never encoded may be unknown.
	const isKnown = openedIds.size > 0 || keys.some(({ is_issued: isIssued }) => isIssued === true);
	const closed = doorsOf(records).filter((door) => !openedIds.has(idOfPlace(door)));
	return keys.length > 0 && isKnown ? [...new Set(closed.map(nameOfDevice))] : [];
}

const modesOf = ({ methods }: Pick<GrantRecords, 'methods'>): string[] => [
	...new Set(methods.map(({ mode }) => String(mode))),
];

/** Cards and keys that are finished, so that the doors they open are known. */
const keysOf = ({ grant, methods }: GrantRecords): WireObject[] =>
	methods.filter(
		(method) =>
			method.mode !== 'code' &&
			(method.is_issued === true || isForStaff(grant, method)) &&
			wireObjectsIn(method.pending_mutations).length === 0,
	);

/** Takes one request for each mode and 500 methods. */
export async function readOpenedDoors(
	send: SendRequest,
	methods: readonly WireObject[],
	options: Pick<ApiRequest, 'maxRetries'> = {},
): Promise<OpenedDoors> {
	const ofModes = [...groupBy(methods, ({ mode }) => String(mode))].map(async ([mode, ofMode]) => {
		const batches = inBatches(ofMode, PAGE_SIZE).map(async (some) => {
			const answer = await send({
				endpoint: '/access_methods/get_related',
				body: {
					access_method_ids: some.map(({ access_method_id: id }) => id),
					include: ['acs_entrances', 'devices'],
				},
				effect: 'read',
				...options,
			});
			const { devices, acs_entrances: entrances } = takeObject(answer, 'batch');
			return [...wireObjectsIn(devices), ...wireObjectsIn(entrances)].map(idOfPlace);
		});
		return [mode, new Set((await Promise.all(batches)).flat())] as const;
	});
	return new Map(await Promise.all(ofModes));
}

/** What to say of doors that stay closed to the guest; empty if there are none. */
export function problemsOfClosedDoors(
	methods: readonly WireObject[],
	closed: readonly string[],
): Problem[] {
	if (closed.length === 0) return [];
	const modes = modesOf({ methods });
	return [
		{
			code: 'door_not_opened',
			reason: `The ${modes.map((mode) => nameOfMode(mode)).join(' and the ')} ${modes.length > 1 ? 'do' : 'does'} not open ${closed.join(', ')}`,
			remedy:
				"Under 'Access Methods', add one that this door takes, such as 'PIN', or give the guest another way in.",
			keeps_door_closed: true,
		},
	];
}

/** Says for each requested access method that the grant lacks which places it does not fit. */
export function methodsThatDoNotFit(
	{ requested_access_methods: requests }: WireObject,
	methods: readonly WireObject[],
	places: readonly string[],
): string[] {
	const missing = wireObjectsIn(requests)
		.map(({ mode }) => String(mode))
		.filter((wanted) => !methods.some(({ mode }) => mode === wanted));
	const where = places.length > 0 ? places.join(', ') : 'these places';
	return [...new Set(missing)].map((mode) => `No ${nameOfMode(mode)} fits ${where}`);
}

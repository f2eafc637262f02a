import { groupBy } from '../../operation/run/runGroups';
import { inBatches } from '../../lists/inBatches';
import { PAGE_SIZE } from '../../transport/limits';
import { takeObject } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import { nameOfMode } from '../../wire/modeNames';
import { type WireObject, wireObjectsIn } from '../../wire/records';
import type { Problem } from '../stays/problem';
import { doorsOf } from './doors';
import { type Grant, idOfPlace } from './grant';
import type { ClosedDoors, GrantRecords } from './grantRecords';
import { nameOfDevice } from './pins';
import { isForStaff } from './readiness';

/** IDs of the devices and entrances that access methods open, by mode. */
type OpenedDoors = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Adds the doors that issued cards and keys do not open. Takes one request for each mode and 500
 * methods; none for grants with PINs only, because the service itself says which locks take none.
 * A door that takes the key of one guest takes those of all, so the methods are read together.
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

/** The doors that no card or key of a mode opens, although all of its grant should. */
export function closedDoors(records: GrantRecords, opened: OpenedDoors): ClosedDoors[] {
	const modes = new Set(records.methods.map(({ mode }) => String(mode)));
	const opens = (mode: string, door: WireObject) => opened.get(mode)?.has(idOfPlace(door)) === true;
	return [...groupBy(keysOf(records), ({ mode }) => String(mode))].flatMap(([mode, keys]) => {
		// What a card opens that was never encoded may be unknown.
		if (!opened.get(mode)?.size && !keys.some(({ is_issued: isIssued }) => isIssued)) return [];
		const closed = doorsOf(records).filter((door) => !opens(mode, door));
		const isOpenedOtherwise = closed.every((door) => [...modes].some((one) => opens(one, door)));
		return closed.length > 0
			? [{ mode, doors: [...new Set(closed.map(nameOfDevice))], isOpenedOtherwise }]
			: [];
	});
}

/** Cards and keys that are finished, so that the doors they open are known. */
const keysOf = ({ grant, methods }: GrantRecords): WireObject[] =>
	methods.filter(
		(method) =>
			method.mode !== 'code' &&
			(method.is_issued === true || isForStaff(grant, method)) &&
			wireObjectsIn(method.pending_mutations).length === 0,
	);

async function readOpenedDoors(
	send: SendRequest,
	methods: readonly WireObject[],
): Promise<OpenedDoors> {
	const ofModes = [...groupBy(methods, ({ mode }) => String(mode))].map(async ([mode, ofMode]) => {
		const ids = ofMode.map(({ access_method_id: id }) => id);
		const batches = await Promise.all(
			inBatches(ids, PAGE_SIZE).map(async (some) => await doorsOfMethods(send, some)),
		);
		return [mode, new Set(batches.flat().map(idOfPlace))] as const;
	});
	return new Map(await Promise.all(ofModes));
}

async function doorsOfMethods(send: SendRequest, ids: readonly unknown[]): Promise<WireObject[]> {
	const answer = await send({
		endpoint: '/access_methods/get_related',
		body: { access_method_ids: ids, include: ['acs_entrances', 'devices'] },
		effect: 'read',
	});
	const { devices, acs_entrances: entrances } = takeObject(answer, 'batch');
	return [...wireObjectsIn(devices), ...wireObjectsIn(entrances)];
}

/** What to say of doors that a card or key does not open. */
export const problemOfClosedDoors = ({ mode, doors, isOpenedOtherwise }: ClosedDoors): Problem => ({
	code: 'door_not_opened',
	reason: `The ${nameOfMode(mode)} does not open ${doors.join(', ')}`,
	remedy: isOpenedOtherwise
		? 'Tell the guest to open it with the PIN, card or key of another kind that this access has.'
		: "Under 'Access Methods', add one that this door takes, such as 'PIN', or give the guest another way in.",
	keeps_door_closed: !isOpenedOtherwise,
});

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

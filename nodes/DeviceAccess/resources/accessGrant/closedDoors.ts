import { groupBy } from '../../lists/groupBy';
import { idOfPlace, nameOfDevice } from '../../reservations/grants/grant';
import { methodsThatDoNotFit } from '../../reservations/grants/readiness';
import { readOpenedDoors } from '../../reservations/grants/readGrants';
import { takeObject } from '../../transport/httpCall';
import type { SendRequest } from '../../transport/request';
import { isAboutNoDoor, isLock } from '../../wire/locks';
import { nameOfMode } from '../../wire/modes';
import { type WireObject, wireObjectsIn } from '../../wire/records';

/**
 * Says which doors of the grant a card or key does not open, because they do not support it, or
 * that this could not be checked. Empty if it opens all of them.
 */
export async function doorsThatStayClosed(
	send: SendRequest,
	{ access_grant_id: grantId }: WireObject,
	methods: readonly WireObject[],
): Promise<string> {
	const keys = methods.filter(({ mode }) => typeof mode === 'string' && mode !== 'code');
	if (keys.length === 0) return '';
	const modeOf = ({ mode }: WireObject) => String(mode);
	try {
		const doors = (await placesOf(send, grantId, ['acs_entrances', 'devices'])).filter(isLock);
		const sentences = [...groupBy(keys, modeOf)].map(async ([mode, some]) => {
			const opened = await readOpenedDoors(send, some, { maxRetries: 0 });
			const closed = doors.filter((door) => !opened.has(idOfPlace(door)));
			return closed.length > 0
				? [`the ${nameOfMode(mode)} does not open ${namesOf(closed).join(', ')}`]
				: [];
		});
		return (await Promise.all(sentences)).flat().join('; ');
	} catch {
		return `which doors the ${[...groupBy(keys, modeOf).keys()].map((mode) => nameOfMode(mode)).join(' and the ')} opens could not be checked`;
	}
}

/** The errors of a grant, without those about devices of its places that are no doors. */
export async function errorsOfDoors(send: SendRequest, grant: WireObject): Promise<WireObject[]> {
	const errors = wireObjectsIn(grant.errors);
	const isOfDevices = errors.some(({ missing_device_ids: ids }) => Array.isArray(ids));
	if (!isOfDevices) return errors;
	const devices = await placesOf(send, grant.access_grant_id, ['devices']);
	return errors.filter((issue) => !isAboutNoDoor(issue, devices));
}

/** Names the access methods of a grant that do not exist, and the places for which they were wanted. */
export async function methodsMissingFrom(
	send: SendRequest,
	grant: WireObject,
	methods: readonly WireObject[],
): Promise<string[]> {
	const missingFrom = (places: readonly string[]) => methodsThatDoNotFit(grant, methods, places);
	if (missingFrom([]).length === 0) return [];
	const kinds = ['acs_entrances', 'devices', 'spaces'];
	const places = await placesOf(send, grant.access_grant_id, kinds).catch(() => []);
	return missingFrom(namesOf(places.filter(isLock)));
}

const namesOf = (places: readonly WireObject[]): string[] => [...new Set(places.map(nameOfDevice))];

async function placesOf(
	send: SendRequest,
	grantId: unknown,
	kinds: readonly string[],
): Promise<WireObject[]> {
	const answer = await send({
		endpoint: '/access_grants/get_related',
		body: { access_grant_ids: [grantId], include: kinds },
		effect: 'read',
		maxRetries: 0,
	});
	const batch = takeObject(answer, 'batch');
	return kinds.flatMap((kind) => wireObjectsIn(batch[kind]));
}

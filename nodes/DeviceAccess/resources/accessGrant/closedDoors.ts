import { methodsThatDoNotFit } from '../../reservations/grants/closedDoors';
import { idOfPlace } from '../../reservations/grants/grant';
import { nameOfDevice } from '../../reservations/grants/pins';
import { takeObject } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import { isAboutNoDoor, isLock } from '../../wire/locks';
import { nameOfMode } from '../../wire/modeNames';
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
	const modes = [...new Set(keys.map(({ mode }) => String(mode)))];
	try {
		const doors = await doorsOf(send, '/access_grants', { access_grant_ids: [grantId] });
		const sentences = await Promise.all(
			modes.map(async (mode) => {
				const ids = keys.filter((key) => key.mode === mode).map((key) => key.access_method_id);
				const opened = await doorsOf(send, '/access_methods', { access_method_ids: ids });
				const openedIds = new Set(opened.map(idOfPlace));
				const closed = doors.filter((door) => !openedIds.has(idOfPlace(door)));
				return closed.length > 0
					? [`the ${nameOfMode(mode)} does not open ${namesOf(closed).join(', ')}`]
					: [];
			}),
		);
		return sentences.flat().join('; ');
	} catch {
		return `which doors the ${modes.map((mode) => nameOfMode(mode)).join(' and the ')} opens could not be checked`;
	}
}

/** The errors of a grant, without those about devices of its places that are no doors. */
export async function errorsOfDoors(send: SendRequest, grant: WireObject): Promise<WireObject[]> {
	const errors = wireObjectsIn(grant.errors);
	const isOfDevices = errors.some(({ missing_device_ids: ids }) => Array.isArray(ids));
	if (!isOfDevices) return errors;
	const ids = { access_grant_ids: [grant.access_grant_id] };
	const devices = await relatedTo(send, '/access_grants', ids, ['devices']);
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
	const ids = { access_grant_ids: [grant.access_grant_id] };
	const places = await doorsOf(send, '/access_grants', ids, 'spaces').catch(() => []);
	return missingFrom(namesOf(places));
}

const namesOf = (places: readonly WireObject[]): string[] => [...new Set(places.map(nameOfDevice))];

/** The related locks and entrances, and the records of the kinds in `more`. */
async function doorsOf(
	send: SendRequest,
	resource: '/access_grants' | '/access_methods',
	ids: WireObject,
	...more: string[]
): Promise<WireObject[]> {
	return (await relatedTo(send, resource, ids, ['acs_entrances', 'devices', ...more])).filter(
		isLock,
	);
}

async function relatedTo(
	send: SendRequest,
	resource: '/access_grants' | '/access_methods',
	ids: WireObject,
	kinds: readonly string[],
): Promise<WireObject[]> {
	const answer = await send({
		endpoint: `${resource}/get_related`,
		body: { ...ids, include: kinds },
		effect: 'read',
		maxRetries: 0,
	});
	const batch = takeObject(answer, 'batch');
	return kinds.flatMap((kind) => wireObjectsIn(batch[kind]));
}

import { randomUUID } from 'node:crypto';
import type { CustomerData } from '../../schemas/space';
import type { SpaceData } from '../../state/accessState';
import { nowIso } from '../clock';
import { invalidParameters } from '../serviceError';
import { publishEvent } from '../publishEvent';
import type { Here } from '../service';
import { changeGrantDoors, type Doors } from './grantPlaces';
import { findAccount, findSpace, placesOf, requirePlaces } from './lookup';
import { taken } from './takenValue';
import { given } from '../without';

function publishOfSpace(here: Here, spaceId: string, eventType: string): void {
	const space = findSpace(here, spaceId);
	const { space_id, space_key, device_ids, acs_entrance_ids } = space;
	publishEvent(here, {
		event_type: eventType,
		space_id,
		...given({ space_key }),
		device_ids,
		acs_entrance_ids,
	});
}

type NewSpace = Omit<SpaceData, 'space_id' | 'workspace_id' | 'created_at'>;

/** Fields of a space that can change. Each list replaces the whole set. */
type SpaceChanges = Partial<
	Pick<SpaceData, 'name' | 'customer_data' | 'device_ids' | 'acs_entrance_ids'>
>;

/** Creates a space. Throws 404 for unknown places and accounts, 400 for an unknown time zone; for a taken key, see `taken`. */
export function createSpace(here: Here, draft: NewSpace): SpaceData {
	requirePlaces(here, { ...draft, space_ids: [] });
	for (const id of draft.connected_account_ids) findAccount(here, id);
	requireTimeZone(draft.customer_data);
	const { spaces } = here.access;
	if (draft.space_key && spaces.records.some(({ space_key }) => space_key === draft.space_key)) {
		throw taken(here, 'space_key', draft.space_key);
	}
	const space = spaces.add({
		...draft,
		device_ids: [],
		space_id: randomUUID(),
		workspace_id: here.workspace.record.workspace_id,
		created_at: nowIso(here),
	});
	publishOfSpace(here, space.space_id, 'space.created');
	if (draft.device_ids.length > 0)
		changeSpaceDoors(here, space, { ...space, device_ids: draft.device_ids });
	return findSpace(here, space.space_id);
}

/** Changes only the given fields, and only the given members of `customer_data`. Throws like `createSpace`. */
export function updateSpace(here: Here, space: SpaceData, changes: SpaceChanges): SpaceData {
	const {
		name = space.name,
		customer_data: data,
		device_ids = space.device_ids,
		acs_entrance_ids = space.acs_entrance_ids,
	} = changes;
	requirePlaces(here, { device_ids, acs_entrance_ids, space_ids: [] });
	requireTimeZone(data);
	here.access.spaces.update(space.space_id, {
		name,
		...(data ? { customer_data: { ...space.customer_data, ...data } } : {}),
	});
	if (changes.device_ids ?? changes.acs_entrance_ids) {
		changeSpaceDoors(here, space, {
			device_ids: [...new Set(device_ids)],
			acs_entrance_ids: [...new Set(acs_entrance_ids)],
		});
	}
	return findSpace(here, space.space_id);
}

/** Changes the devices and entrances of a space, and of every grant for the space. */
export function changeSpaceDoors(
	here: Here,
	{ space_id: id }: SpaceData,
	{ device_ids, acs_entrance_ids }: Doors,
): void {
	changeWithGrants(here, id, () => {
		here.access.spaces.update(id, { device_ids, acs_entrance_ids });
		publishOfSpace(here, id, 'space.device_membership_changed');
	});
}

/**
 * Removes a space. Its devices and entrances stay. Assumes that its grants lose the doors
 * (docs/service.md#grants-17).
 */
export function deleteSpace(here: Here, { space_id: id }: SpaceData): void {
	changeWithGrants(here, id, () => {
		publishOfSpace(here, id, 'space.deleted');
		here.access.spaces.remove(id);
	});
}

/** Changes a space, then updates the doors of every grant for the space. */
function changeWithGrants(here: Here, spaceId: string, change: () => void): void {
	const { access } = here;
	const grants = access.accessGrants.records.filter((grant) => grant.space_ids.includes(spaceId));
	const before = grants.map((grant) => placesOf(here, grant));
	change();
	for (const [index, { access_grant_id: id, space_ids: ids }] of grants.entries()) {
		const grant = access.accessGrants.update(id, {
			space_ids: ids.filter((one) => access.spaces.get(one) !== undefined),
		});
		const after = grant && placesOf(here, grant);
		if (after) changeGrantDoors(here, id, before[index] ?? after, after);
	}
}

/** Throws 400 `invalid_input` for a time zone that is not in the IANA database. */
function requireTimeZone(data: CustomerData | undefined): void {
	if (!data?.time_zone || isTimeZone(data.time_zone)) return;
	throw invalidParameters([{ path: ['customer_data', 'time_zone'], message: 'Invalid time zone' }]);
}

function isTimeZone(name: string): boolean {
	try {
		new Intl.DateTimeFormat('en', { timeZone: name });
		// JavaScript also accepts an offset such as +01:00, which is not a name.
		return /^[A-Za-z]/.test(name);
	} catch {
		return false;
	}
}

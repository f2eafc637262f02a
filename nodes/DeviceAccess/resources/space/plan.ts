import type { Endpoint } from '../../wire/endpoints';
import { isWireObject, type WireObject, orNothing, withoutUndefined } from '../../wire/records';
import type { CustomerData } from './spaceFields';

/** Undefined members stay the same. */
export interface DesiredSpace {
	key: string;
	name?: string;
	/** Used only for a new space. */
	customerKey?: string;
	data: CustomerData;
	deviceIds?: readonly string[];
	entranceIds?: readonly string[];
	/**
	 * Removes devices and entrances that are not listed here. If the list of a kind is empty, nothing
	 * of that kind is removed.
	 */
	removesOthers: boolean;
	/** The doors that any item names for this space; none of them is removed. */
	named?: ReadonlySet<string>;
	isUnread?: true;
}

export interface FoundSpace {
	record: WireObject;
	deviceIds: readonly string[];
	entranceIds: readonly string[];
}

/** `what` is the name of the member in the API. */
interface SpaceChange {
	what: string;
	before: unknown;
	after: unknown;
}

export interface SpacePlan {
	outcome: 'created' | 'updated' | 'unchanged';
	changes: SpaceChange[];
	/** Additions come before removals. */
	steps: Array<{ endpoint: Endpoint; body: WireObject }>;
}

export function planSpace(desired: DesiredSpace, found: FoundSpace | undefined): SpacePlan {
	// A new space needs a name.
	const name = desired.name ?? (found ? undefined : desired.key);
	const before = found ? dataOf(found) : {};
	const newData = Object.fromEntries(
		Object.entries(desired.data).filter(([member, value]) => !isSame(before[member], value)),
	);
	const newName = name === found?.record.name ? undefined : name;
	const devices = changeOfDoors(desired.deviceIds, found?.deviceIds ?? [], desired);
	const entrances = changeOfDoors(desired.entranceIds, found?.entranceIds ?? [], desired);
	const changes = [
		...(newName === undefined
			? []
			: [{ what: 'name', before: found?.record.name ?? null, after: newName }]),
		...Object.entries(newData).map(([what, after]) => ({
			what,
			before: before[what] ?? null,
			after,
		})),
		...(devices.isChanged
			? [{ what: 'device_ids', before: found?.deviceIds ?? [], after: devices.after }]
			: []),
		...(entrances.isChanged
			? [{ what: 'acs_entrance_ids', before: found?.entranceIds ?? [], after: entrances.after }]
			: []),
	];
	if (!found)
		return {
			outcome: 'created',
			changes,
			steps: [{ endpoint: '/spaces/create', body: bodyOfNew(desired, name) }],
		};
	const id = found.record.space_id;
	const doors = (endpoint: Endpoint, member: string, ids: readonly string[]) =>
		ids.length > 0 ? [{ endpoint, body: { space_id: id, [member]: ids } }] : [];
	const update = orNothing(withoutUndefined({ name: newName, customer_data: orNothing(newData) }));
	const steps = [
		...doors('/spaces/add_devices', 'device_ids', devices.added),
		...doors('/spaces/add_acs_entrances', 'acs_entrance_ids', entrances.added),
		...(update ? [{ endpoint: '/spaces/update' as const, body: { space_id: id, ...update } }] : []),
		...doors('/spaces/remove_devices', 'device_ids', devices.removed),
		...doors('/spaces/remove_acs_entrances', 'acs_entrance_ids', entrances.removed),
	];
	return { outcome: steps.length > 0 ? 'updated' : 'unchanged', changes, steps };
}

const bodyOfNew = (desired: DesiredSpace, name: string | undefined): WireObject =>
	withoutUndefined({
		name,
		space_key: desired.key,
		customer_key: desired.customerKey,
		customer_data: orNothing(desired.data),
		device_ids: desired.deviceIds,
		acs_entrance_ids: desired.entranceIds,
	});

function changeOfDoors(
	desired: readonly string[] = [],
	found: readonly string[],
	{ removesOthers, named }: Pick<DesiredSpace, 'removesOthers' | 'named'>,
) {
	const added = desired.filter((id) => !found.includes(id));
	const removed =
		removesOthers && desired.length > 0
			? found.filter((id) => !desired.includes(id) && !named?.has(id))
			: [];
	return {
		added,
		removed,
		isChanged: added.length + removed.length > 0,
		after: [...found.filter((id) => !removed.includes(id)), ...added],
	};
}

const dataOf = ({ record: { customer_data: data } }: FoundSpace): WireObject =>
	isWireObject(data) ? data : {};

/** The service may return 15:00 as 15:00:00 (docs/service.md#systems-4). */
const isSame = (found: unknown, desired: unknown): boolean =>
	found === desired || found === `${String(desired)}:00`;

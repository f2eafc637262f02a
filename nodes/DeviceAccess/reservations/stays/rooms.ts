import { InvalidParameterError } from '../../errors/errors';
import { listAll } from '../../lists/listAllPages';
import { readOnce } from '../../lists/readOnce';
import type { SendRequest } from '../../transport/request';
import type { Endpoint } from '../../wire/endpoints';
import { isLock } from '../../wire/locks';
import { idsIn, isText, isUuid, isWireObject, type WireObject } from '../../wire/records';
import { readTimeOfDay } from '../../operation/form/checkValues';
import { isTimeZone } from '../../operation/form/times';
import { type Problem, toProblem } from './problems';
import { isSameText, lettersOf, type StayWithAccess } from './stay';
import { canBeDays } from './stayTimes';

export interface Rooms {
	spaces: WireObject[];
	names: string[];
	/** What to say of rooms that were found only by their name. */
	byName: ReadonlyArray<{ room: string; problem: Problem }>;
	timeZone?: string;
	checkIn?: string;
	checkOut?: string;
}

/** Reads each list of the workspace once per run, on first use. */
export class RoomReader {
	/** Keys and names of all spaces, because a list can name thousands of unknown rooms. */
	private texts?: string[];
	private readonly lists: (endpoint: Endpoint) => Promise<WireObject[]>;

	constructor(send: SendRequest, maxPages?: number) {
		this.lists = readOnce(
			async (endpoint: Endpoint) =>
				await listAll(send, {
					endpoint,
					// '/acs/entrances/list' answers with 'acs_entrances'.
					member: endpoint.slice(1, -'/list'.length).replace('/', '_'),
					parameters: {},
					maxPages,
				}),
		);
	}

	/** Of every space of the workspace, as items name rooms. */
	async allNames(): Promise<string[]> {
		return (await this.lists('/spaces/list')).map(nameOfSpace);
	}

	async doorsIn(spaces: readonly WireObject[]): Promise<WireObject[]> {
		const hasDevices = spaces.some(({ device_count: count }) => count !== 0);
		const locks = hasDevices ? await this.locksIn(spaces) : [];
		return [...locks, ...(await this.entrancesIn(spaces))];
	}

	private async locksIn(spaces: readonly WireObject[]): Promise<WireObject[]> {
		return placesIn(spaces, await this.lists('/devices/list')).filter(isLock);
	}

	private async entrancesIn(spaces: readonly WireObject[]): Promise<WireObject[]> {
		const hasEntrances = spaces.some(({ acs_entrance_count: count }) => count !== 0);
		return hasEntrances ? placesIn(spaces, await this.lists('/acs/entrances/list')) : [];
	}

	/**
	 * A door without the flag counts as one that accepts none (docs/service.md#grants-13). If the
	 * service then requires the key, the node sends it.
	 */
	async canBelongToReservation(spaces: readonly WireObject[]): Promise<boolean> {
		const entrances = await this.entrancesIn(spaces);
		return entrances.some((entrance) => entrance.can_belong_to_reservation === true);
	}

	async find(wanted: StayWithAccess): Promise<Rooms> {
		const all = await this.lists('/spaces/list');
		const { rooms, roomNames = {} } = wanted;
		// A room can have the key of a member that every object inherits.
		const found = rooms.map((room) =>
			this.findSpace(all, room, Object.hasOwn(roomNames, room) ? roomNames[room] : undefined),
		);
		// A list can name a room twice, such as once for each night.
		const spaces = [...new Set(found.map(({ space }) => space))];
		return {
			...(await this.hoursOf(wanted, spaces)),
			spaces,
			byName: found.flatMap(({ problem }, index) =>
				problem ? { room: rooms[index] ?? '', problem } : [],
			),
			names: spaces.map(nameOfSpace),
		};
	}

	/**
	 * Of the rooms, or else of the accounts and locations of their locks. Of several rooms, the
	 * earliest check-in and the latest check-out.
	 */
	private async hoursOf(
		{ checkIn, checkOut, timeZone, arrival, departure }: StayWithAccess,
		spaces: WireObject[],
	): Promise<Pick<Rooms, 'timeZone' | 'checkIn' | 'checkOut'>> {
		const ofRooms = customerData(spaces);
		// If every time is an instant, the zone is only for information, so rooms may differ.
		const needsZone = timeZone === 'room' && !('instantMs' in arrival && 'instantMs' in departure);
		const areDays = canBeDays(arrival, departure);
		const needed = [
			(needsZone || (timeZone === 'room' && areDays)) && 'time_zone',
			checkIn === undefined && (isDayAlone(arrival) || areDays) && 'default_checkin_time',
			checkOut === undefined && (isDayAlone(departure) || areDays) && 'default_checkout_time',
		];
		const needsMore = needed.some((member) => member && textsAt(ofRooms, member).length === 0);
		const sources = [ofRooms, ...(needsMore ? await this.behind(spaces) : [])];
		const textsOf = (member: string) =>
			sources.map((source) => textsAt(source, member)).find((texts) => texts.length > 0) ?? [];
		const zones = textsOf('time_zone');
		if (needsZone && zones.length > 1)
			throw new InvalidParameterError(
				'The rooms are in different time zones',
				"Choose one under 'Time Zone' in Options, or map times with an offset from UTC.",
				'several_time_zones',
			);
		const times = (label: string, member: string) =>
			textsOf(member)
				.flatMap((time) => readTimeOfDay(`${label} of the room`, time) ?? [])
				.sort();
		return {
			timeZone: onlyOne(zones),
			checkIn: times('Check-in Time', 'default_checkin_time').at(0),
			checkOut: times('Check-out Time', 'default_checkout_time').at(-1),
		};
	}

	/** The zone of a lock is nearer than that of its maker's account. */
	private async behind(spaces: WireObject[]): Promise<WireObject[][]> {
		const locks = await this.locksIn(spaces);
		return [locations(locks), accountsOf(locks, await this.lists('/connected_accounts/list'))];
	}

	private findSpace(
		spaces: readonly WireObject[],
		room: string,
		name: string | undefined,
	): { space: WireObject; problem?: Problem } {
		// A room chosen from the list is an ID. Any other text is a key.
		const byId = isUuid(room)
			? spaces.find(({ space_id: id }) => id === room.toLowerCase())
			: undefined;
		const byKey = byId ?? spaces.find(({ space_key: key }) => key === room);
		if (byKey) return { space: byKey };
		const [byName, ...others] =
			name === undefined
				? []
				: spaces.filter((space) =>
						[space.name, space.display_name].some((own) => isText(own) && isSameText(own, name)),
					);
		if (others.length > 0)
			throw new InvalidParameterError(
				`Several spaces have the name '${name}'`,
				'Rename all but one of them, or map the space key of the room.',
				'ambiguous_room',
			);
		// A person who enters a name means it.
		if (byName)
			return isSameText(room, name)
				? { space: byName }
				: { space: byName, problem: foundByName(room, byName) };
		throw new InvalidParameterError(
			`No space has the key '${room}'${name === undefined ? '' : ` or the name '${name}'`}`,
			`Create the space, or correct the key. ${this.likely(spaces, name ?? room)}To list all spaces with their keys, use 'Get many spaces'.`,
			'unknown_room',
		);
	}

	/** At most two spaces whose key or name is or contains this one. */
	private likely(spaces: readonly WireObject[], room: string): string {
		const texts = (this.texts ??= spaces.map(
			({ space_key: key, name, display_name: displayName }) =>
				`|${[key, name, displayName].filter(isText).map(lettersOf).join('|')}|`,
		));
		const wanted = lettersOf(room);
		const parts = wanted === '' ? [] : [`|${wanted}|`, wanted];
		const likely = parts.flatMap((part) =>
			spaces.filter((_space, index) => texts[index]?.includes(part)),
		);
		const names = [...new Set(likely)]
			.slice(0, 2)
			.map((space) =>
				isText(space.space_key)
					? `'${space.space_key}' (${nameOfSpace(space)})`
					: `${nameOfSpace(space)} (without a key)`,
			);
		return names.length === 0 ? '' : `Did you mean ${names.join(' or ')}? `;
	}
}

/** Another house of the workspace can have a room with the same name. */
const foundByName = (room: string, space: WireObject): Problem =>
	toProblem('room_found_by_name', {
		room,
		space: nameOfSpace(space),
		key: isText(space.space_key)
			? `with the space key '${space.space_key}'`
			: 'which has no space key',
	});

export const isInAny = ({ space_ids: ids }: WireObject, spaceIds: readonly unknown[]): boolean =>
	idsIn(ids).some((id) => spaceIds.includes(id));

function placesIn(spaces: readonly WireObject[], places: readonly WireObject[]): WireObject[] {
	const ids = spaces.map(({ space_id: id }) => id);
	return places.filter((place) => isInAny(place, ids));
}

export const nameOfSpace = ({
	name,
	display_name: displayName,
	space_key: key,
}: WireObject): string => [displayName, name, key].find(isText) ?? '';

/** Of the spaces, or else of the locks or their accounts. Undefined if they have none or several. */
export function timeZoneOfDoors(
	spaces: readonly WireObject[],
	devices: readonly WireObject[],
	accounts: readonly WireObject[] = [],
): string | undefined {
	const locks = devices.filter(isLock);
	return (
		onlyOne(textsAt(customerData(spaces), 'time_zone')) ??
		onlyOne(textsAt(locations(locks), 'time_zone')) ??
		onlyOne(textsAt(accountsOf(locks, accounts), 'time_zone'))
	);
}

const onlyOne = ([text, ...others]: readonly string[]) => (others.length === 0 ? text : undefined);

const objectsAt = (records: readonly WireObject[], member: string) =>
	records.map(({ [member]: value }) => (isWireObject(value) ? value : {}));
const customerData = (spaces: readonly WireObject[]) => objectsAt(spaces, 'customer_data');
const accountsOf = (locks: readonly WireObject[], accounts: readonly WireObject[]) => {
	const ids = locks.map(({ connected_account_id: id }) => id);
	return accounts.filter(({ connected_account_id: id }) => ids.includes(id));
};
const locations = (locks: readonly WireObject[]) => objectsAt(locks, 'location');

/** A time zone that n8n does not know is none, because no time could be shown in it. */
const textsAt = (records: readonly WireObject[], member: string): string[] => {
	const texts = [...new Set(records.map(({ [member]: value }) => value).filter(isText))];
	return member === 'time_zone' ? texts.filter(isTimeZone) : texts;
};

const isDayAlone = (time: StayWithAccess['arrival']) =>
	'day' in time && time.timeOfDay === undefined;

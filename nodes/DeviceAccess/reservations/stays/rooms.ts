import { InvalidParameterError } from '../../errors/errors';
import { listAll } from '../../lists/listAllPages';
import { readOnce } from '../../lists/getRecord';
import type { SendRequest } from '../../transport/request';
import { isLock } from '../../wire/issues';
import { isWireObject, type WireObject } from '../../wire/records';
import { isUuid } from '../../wire/values';
import { readTimeOfDay } from '../../resources/fields/timeOfDay';
import type { Problem } from './problem';
import type { StayWithAccess } from './stay';
import { lettersOf } from './texts';

/** The rooms of a stay, with their hours. */
export interface Rooms {
	spaces: WireObject[];
	/** The names to show to a person. */
	names: string[];
	/** Says which rooms were found by their names only. */
	problems: Problem[];
	timeZone?: string;
	checkIn?: string;
	checkOut?: string;
}

/** Looks up rooms. Reads each list of the workspace once per run, on first use. */
export class RoomReader {
	/** Keys and names of all spaces, because a list can name thousands of unknown rooms. */
	private letters?: string[];
	private readonly lists: (endpoint: string) => Promise<WireObject[]>;

	constructor(send: SendRequest, maxPages?: number) {
		this.lists = readOnce(
			async (endpoint) =>
				await listAll(send, {
					endpoint,
					// '/acs/entrances/list' answers with 'acs_entrances'.
					member: endpoint.slice(1, -'/list'.length).replace('/', '_'),
					parameters: {},
					maxPages,
				}),
		);
	}

	/**
	 * Throws InvalidParameterError for a missing room, an invalid time of day in a room, or rooms in
	 * different time zones.
	 */
	async find(wanted: StayWithAccess): Promise<Rooms> {
		const all = await this.spaces();
		// A list can name a room twice, such as once for each night.
		const found = wanted.rooms.map((room) => this.findSpace(all, room, roomName(wanted, room)));
		const spaces = [...new Set(found.map(({ space }) => space))];
		return {
			...(await this.hoursOf(wanted, spaces)),
			spaces,
			problems: found.flatMap(({ problem }) => problem ?? []),
			names: spaces.map(nameOfSpace),
		};
	}

	/** IDs of all doors that the rooms open. Reads the lists of them. */
	async doorIdsOf({ spaces }: Rooms): Promise<string[]> {
		return (await this.doorsIn(spaces)).map(
			({ device_id: deviceId, acs_entrance_id: entranceId }) => String(deviceId ?? entranceId),
		);
	}

	/** The locks that the rooms open and that are offline. */
	async offlineLocksOf({ spaces }: Rooms): Promise<Array<{ id: string; name: string }>> {
		return (await this.doorsIn(spaces))
			.filter(({ properties }) => (properties as WireObject | undefined)?.online === false)
			.map(({ device_id: id, display_name: name }) => ({
				id: String(id),
				name: String(name ?? id),
			}));
	}

	/** The locks and entrances in these spaces. Reads the lists of them. */
	async doorsIn(spaces: readonly WireObject[]): Promise<WireObject[]> {
		const spaceIds = spaces.map(({ space_id: id }) => id);
		const has = (count: string) => spaces.some(({ [count]: doors }) => doors !== 0);
		const all = [
			...(has('device_count') ? (await this.devices()).filter(isLock) : []),
			...(has('acs_entrance_count') ? await this.entrances() : []),
		];
		return all.filter((place) => isInAny(place, spaceIds));
	}

	/** All devices of the workspace. */
	async devices(): Promise<WireObject[]> {
		return await this.lists('/devices/list');
	}

	/** All entrances of the workspace. */
	async entrances(): Promise<WireObject[]> {
		return await this.lists('/acs/entrances/list');
	}

	/** All spaces of the workspace. */
	async spaces(): Promise<WireObject[]> {
		return await this.lists('/spaces/list');
	}

	/**
	 * The hours and time zone of the rooms. Values of the rooms themselves come before those of their
	 * accounts and devices.
	 */
	private async hoursOf(
		{ checkIn, checkOut, timeZone, arrival, departure }: StayWithAccess,
		spaces: WireObject[],
	) {
		const ofRooms = customerData(spaces);
		const needed = {
			timeZone: timeZone === 'room' && !('instantMs' in arrival && 'instantMs' in departure),
			checkIn: checkIn === undefined && isDayAlone(arrival),
			checkOut: checkOut === undefined && isDayAlone(departure),
		};
		const isMissing =
			(needed.timeZone && !ofRooms.some(({ time_zone: zone }) => isText(zone))) ||
			(needed.checkIn && !ofRooms.some(({ default_checkin_time: time }) => isText(time))) ||
			(needed.checkOut && !ofRooms.some(({ default_checkout_time: time }) => isText(time)));
		const behind = isMissing ? await this.behind(spaces) : [];
		return {
			// If every time is an instant, the zone is only for information, so rooms may differ.
			timeZone: needed.timeZone ? oneTimeZone(ofRooms, behind) : timeZoneOfSpaces(spaces),
			// Several rooms: from the earliest check-in to the latest check-out.
			checkIn:
				hoursOf('Check-in Time', ofRooms, 'default_checkin_time').at(0) ??
				hoursOf('Check-in Time', behind, 'default_checkin_time').at(0),
			checkOut:
				hoursOf('Check-out Time', ofRooms, 'default_checkout_time').at(-1) ??
				hoursOf('Check-out Time', behind, 'default_checkout_time').at(-1),
		};
	}

	/** The accounts and locations of the locks in the rooms. */
	private async behind(spaces: WireObject[]): Promise<WireObject[]> {
		const ids = spaces.map(({ space_id: id }) => id);
		const devices = (await this.devices()).filter(
			(device) => isLock(device) && isInAny(device, ids),
		);
		const accountIds = devices.map(({ connected_account_id: id }) => id);
		const accounts = await this.lists('/connected_accounts/list');
		const ofAccounts = accounts.filter(({ connected_account_id: id }) => accountIds.includes(id));
		return [
			...ofAccounts,
			...devices.map(({ location }) => (isWireObject(location) ? location : {})),
		];
	}

	/**
	 * True if a door of the rooms accepts reservation keys (docs/service.md#grants-13). A door
	 * without the flag counts as one that does not; if the service then requires the key, the node
	 * sends it. Reads the list of entrances.
	 */
	async canBelongToReservation({ spaces }: Rooms): Promise<boolean> {
		const ids = spaces.map(({ space_id: id }) => id);
		const hasEntrances = spaces.some(({ acs_entrance_count: count }) => count !== 0);
		return (hasEntrances ? await this.entrances() : []).some(
			(entrance) => entrance.can_belong_to_reservation === true && isInAny(entrance, ids),
		);
	}

	/**
	 * The space with this key, or else with this name. Throws InvalidParameterError if there is none,
	 * or several with the name.
	 */
	private findSpace(
		spaces: readonly WireObject[],
		room: string,
		name: string | undefined,
	): { space: WireObject; problem?: Problem } {
		// A room chosen from the list is an ID. Any other text is a key.
		const found = isUuid(room)
			? spaces.find(({ space_id: id }) => id === room.toLowerCase())
			: undefined;
		const space = found ?? spaces.find(({ space_key: key }) => key === room);
		if (space) return { space };
		const named = name === undefined ? [] : spaces.filter((one) => isNamed(one, name));
		if (named.length > 1)
			throw new InvalidParameterError(
				`Several spaces have the name '${name}'`,
				'Rename all but one of them, or map the space key of the room.',
				'ambiguous_room',
			);
		const [only] = named;
		if (only) return { space: only, problem: foundByName(room, only) };
		throw new InvalidParameterError(
			`No space has the key '${room}'${name === undefined ? '' : ` or the name '${name}'`}`,
			[
				'Create the space, or correct the key.',
				this.likely(spaces, name ?? room),
				"To list all spaces with their keys, use 'Get many spaces'.",
			]
				.filter(Boolean)
				.join(' '),
			'unknown_room',
		);
	}

	/** Names two spaces that can be meant: their key or name is or contains this one. */
	private likely(spaces: readonly WireObject[], room: string): string {
		const letters = (this.letters ??= spaces.map((space) => `|${textsOf(space).join('|')}|`));
		const having = (part: string) =>
			spaces.filter((_space, index) => letters[index]?.includes(part));
		const wanted = lettersOf(room);
		const likely = wanted === '' ? [] : [...having(`|${wanted}|`), ...having(wanted)];
		const names = [...new Set(likely)].slice(0, 2).map(keyAndName);
		return names.length === 0 ? '' : `Did you mean ${names.join(' or ')}?`;
	}
}

const textsOf = ({ space_key: key, name, display_name: displayName }: WireObject): string[] =>
	[key, name, displayName].filter(isText).map(lettersOf);

const keyAndName = (space: WireObject): string =>
	isText(space.space_key)
		? `'${space.space_key}' (${nameOfSpace(space)})`
		: `${nameOfSpace(space)} (without a key)`;

/** Another house of the workspace can have a room with the same name. */
const foundByName = (room: string, space: WireObject): Problem => ({
	code: 'room_found_by_name',
	reason: `No space has the key '${room}', so the room was found by its name: '${nameOfSpace(space)}', ${isText(space.space_key) ? `with the space key '${space.space_key}'` : 'which has no space key'}`,
	remedy: `If this is another room, give the space of the right room the key '${room}'.`,
	keeps_door_closed: false,
});

/** True for a device or entrance in one of these spaces. */
export const isInAny = ({ space_ids: ids }: WireObject, spaceIds: readonly unknown[]): boolean =>
	Array.isArray(ids) && ids.some((id) => spaceIds.includes(id));

/** A room can have the key of a member that every object inherits. */
const roomName = ({ roomNames = {} }: StayWithAccess, room: string): string | undefined =>
	Object.hasOwn(roomNames, room) ? roomNames[room] : undefined;

/** The name of a space, as people see it. */
export const nameOfSpace = ({
	name,
	display_name: displayName,
	space_key: key,
}: WireObject): string => [displayName, name, key].find(isText) ?? '';

/** The spaces' own time zone, or undefined if they have none or several. */
function timeZoneOfSpaces(spaces: readonly WireObject[]): string | undefined {
	const zones = zonesOf(customerData(spaces));
	return zones.length === 1 ? zones[0] : undefined;
}

/** The time zone of the spaces, or else of the locks. Undefined if they have none or several. */
export const timeZoneOfDoors = (
	spaces: readonly WireObject[],
	devices: readonly WireObject[],
): string | undefined => timeZoneOfSpaces(spaces) ?? timeZoneOfDevices(devices);

function timeZoneOfDevices(devices: readonly WireObject[]): string | undefined {
	const zones = zonesOf(
		devices.filter(isLock).map(({ location }) => (isWireObject(location) ? location : {})),
	);
	return zones.length === 1 ? zones[0] : undefined;
}

const customerData = (spaces: readonly WireObject[]) =>
	spaces.map(({ customer_data: data }) => (isWireObject(data) ? data : {}));

/** Case and white space around a name do not matter. */
const isNamed = ({ name, display_name: displayName }: WireObject, wanted: string): boolean =>
	[name, displayName].some(
		(own) => isText(own) && own.trim().toLowerCase() === wanted.trim().toLowerCase(),
	);

/**
 * The time zone of the rooms. Throws InvalidParameterError for several, because the times of the
 * stay have no offset.
 */
function oneTimeZone(ofRooms: WireObject[], behind: WireObject[]): string | undefined {
	const [first, ...others] = zonesOf(ofRooms).length > 0 ? zonesOf(ofRooms) : zonesOf(behind);
	if (others.length === 0) return first;
	throw new InvalidParameterError(
		'The rooms are in different time zones',
		"Choose one under 'Time Zone' in Options, or map times with an offset from UTC.",
		'several_time_zones',
	);
}

const zonesOf = (sources: WireObject[]): string[] => [
	...new Set(sources.flatMap(({ time_zone: zone }) => (isText(zone) ? [zone] : []))),
];
const isDayAlone = (time: StayWithAccess['arrival']) =>
	'day' in time && time.timeOfDay === undefined;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * The times of day in these records, earliest first. Throws InvalidParameterError for one that is
 * not a time.
 */
const hoursOf = (label: string, sources: readonly WireObject[], member: string): string[] =>
	sources.flatMap((source) => readTimeOfDay(`${label} of the room`, source[member]) ?? []).sort();

import { listAll } from '../lists/listAllPages';
import type { ReadPages } from '../operation/kinds/many';
import type { ItemRun } from '../operation/types';
import type { SendRequest } from '../transport/request';
import { grantIdsIn } from '../wire/events';
import type { ServiceEvent, WireObject } from '../wire/records';
import { withoutUndefined } from '../wire/values';
import { doorsOf, type Grant, idOfPlace, locksOf, nameOfDevice } from './grants/grant';
import { GrantLookUps } from './grants/grantLookUps';
import { eachOnce, eventsOfCodes, eventsOfPerson, listEventsOf } from './history/stayEvents';
import { stayHistory } from './history/stayHistory';
import { guestNameOf } from './items/item';
import { timeZoneOf } from './items/messageKey';
import { readAccess } from './readReservations';
import { LEAD_MS } from './stays/stay';

/** Events of locks that concern every guest. */
const EVENTS_OF_LOCKS = ['device.disconnected', 'device.connected', 'device.low_battery'];

/**
 * Makes the function that yields what happened to the access of one guest, oldest first, in one
 * page. It throws ActionFailedError if the guest has none.
 */
export function historyReader({ send, settings: { maxPages } }: ItemRun): ReadPages {
	const lookUps = new GrantLookUps(send, maxPages);
	return async function* (_send, { parameters, limit = Infinity }) {
		const { stay, grants, newest } = await readAccess(send, lookUps, parameters);
		const events = await eventsOfStay(send, grants);
		const nameOf = (grant: Grant) => guestNameOf(grant, stay.reservationKey);
		const records = stayHistory({
			grants,
			events,
			doors: await namesOfDoors(send, grants, events),
			timeZone: timeZoneOf(newest),
			nowMs: Date.now(),
		}).map(({ what, text, happened_at: happenedAt, event, ...rest }) =>
			withoutUndefined({
				reservation_key: stay.reservationKey,
				guest_number: stay.guestNumber > 1 ? stay.guestNumber : undefined,
				what,
				text,
				happened_at: happenedAt,
				guest_name: nameOf(grants.find(({ id }) => grantIdsIn(event ?? {}).includes(id)) ?? newest),
				...rest,
				event,
			}),
		);
		yield { records: records.slice(0, limit), isCut: records.length > limit || undefined };
	};
}

async function eventsOfStay(send: SendRequest, grants: readonly Grant[]): Promise<ServiceEvent[]> {
	const methodIds = grants.flatMap(({ methods }) => methods.map(({ access_method_id: id }) => id));
	const [ofCodes, ...others] = await Promise.all([
		eventsOfCodes(send, grants),
		listEventsOf(
			send,
			'access_grant_ids',
			grants.map(({ id }) => id),
		),
		listEventsOf(send, 'access_method_ids', methodIds),
		...grants.flatMap((grant) => [
			eventsOfLocks(send, grant),
			eventsOfPerson(send, grant, ['lock.unlocked', 'lock.access_denied']),
		]),
	]);
	return eachOnce([...ofCodes.values(), ...others].flat());
}

/** When the locks were offline, from shortly before the start of the access to its end. */
async function eventsOfLocks(send: SendRequest, grant: Grant): Promise<ServiceEvent[]> {
	const { startsAt, endsAt } = grant;
	const fromMs = Date.parse(startsAt) - LEAD_MS;
	const toMs = Math.min(Date.now(), endsAt === null ? Infinity : Date.parse(endsAt));
	const ids = toMs > fromMs ? locksOf(grant).map(idOfPlace) : [];
	const filters = { event_types: EVENTS_OF_LOCKS };
	return await listEventsOf(send, 'device_ids', ids, filters, { fromMs, toMs });
}

/** Names by ID. Asks only for doors that the access no longer opens. */
async function namesOfDoors(
	send: SendRequest,
	grants: readonly Grant[],
	events: readonly ServiceEvent[],
): Promise<Map<string, string>> {
	const names = new Map<string, string>();
	const add = (doors: readonly WireObject[]) =>
		doors.forEach((door) => names.set(idOfPlace(door), nameOfDevice(door)));
	add(grants.flatMap(doorsOf));
	const addMissing = async (endpoint: string, member: string, idName: string) => {
		const ids = events
			.map(({ [idName]: id }) => id)
			.filter((id) => typeof id === 'string' && !names.has(id));
		if (ids.length === 0) return;
		const parameters = { [`${idName}s`]: [...new Set(ids)] };
		add(await listAll(send, { endpoint, member, parameters }));
	};
	await Promise.all([
		addMissing('/devices/list', 'devices', 'device_id'),
		addMissing('/acs/entrances/list', 'acs_entrances', 'acs_entrance_id'),
	]);
	return names;
}

import type { SendRequest } from '../../transport/request';
import type { ServiceEvent } from '../../wire/records';
import { type Grant, idOfPlace, locksOf } from '../grants/grant';
import { listEventsOf, listStayEvents } from './listStayEvents';

/** How long before and after a PIN its codes are created, in milliseconds. */
const CREATED_BEFORE_MS = 60_000;
const CREATED_AFTER_MS = 15 * 60_000;

/**
 * Events of the codes of each grant and of their backup codes, by the ID of the grant. The grants
 * have their codes. Reads several grants together.
 */
export async function eventsOfCodes(
	send: SendRequest,
	grants: readonly Grant[],
	eventTypes?: readonly string[],
): Promise<Map<string, ServiceEvent[]>> {
	const filters = eventTypes === undefined ? {} : { event_types: eventTypes };
	const codes = await Promise.all(
		grants.map(async (grant) => ({
			grant,
			ids: codesOf(grant),
			past: await pastCodes(send, grant),
		})),
	);
	const ids = codes.flatMap((one) => [...one.ids, ...one.past]);
	const events = await listEventsOf(send, 'access_code_ids', ids, filters);
	const backups = await listEventsOf(send, 'access_code_ids', backupsIn(events), filters);
	return new Map(
		codes.map((one) => {
			const pins = one.grant.methods.map(({ code }) => code);
			const ofPins = events.filter(({ code }) => typeof code === 'string' && pins.includes(code));
			const isPast = (id: string) => ofPins.some(({ access_code_id: other }) => other === id);
			const own = eventsWith([...one.ids, ...one.past.filter(isPast)], events);
			return [one.grant.id, [...own, ...eventsWith(backupsIn(own), backups)]];
		}),
	);
}

const codesOf = ({ codes = [] }: Grant): string[] =>
	codes.map(({ access_code_id: id }) => String(id));

const eventsWith = (ids: readonly string[], events: readonly ServiceEvent[]): ServiceEvent[] =>
	events.filter(({ access_code_id: id }) => typeof id === 'string' && ids.includes(id));

const backupsIn = (events: readonly ServiceEvent[]): string[] =>
	events.flatMap(({ event_type: type, backup_access_code_id: id }) =>
		type === 'access_code.backup_access_code_pulled' && typeof id === 'string' ? [id] : [],
	);

/**
 * Codes that can be those of a stay that is over, because they were created with its PIN, on its
 * locks: the service no longer lists its codes. Only those with its PIN are.
 */
async function pastCodes(send: SendRequest, grant: Grant): Promise<string[]> {
	const deviceIds = locksOf(grant).map(idOfPlace);
	// Doors of access systems have no codes.
	if (codesOf(grant).length > 0 || deviceIds.length === 0) return [];
	const created = await Promise.all(
		grant.methods
			.filter(({ mode }) => mode === 'code')
			.map(({ created_at: at }) => Date.parse(String(at)))
			.filter((ms) => !Number.isNaN(ms))
			.map(
				async (ms) =>
					await listStayEvents(
						send,
						{ event_types: ['access_code.created'], device_ids: deviceIds },
						{ fromMs: ms - CREATED_BEFORE_MS, toMs: ms + CREATED_AFTER_MS },
					),
			),
	);
	return created.flat().flatMap(({ access_code_id: id }) => id ?? []);
}

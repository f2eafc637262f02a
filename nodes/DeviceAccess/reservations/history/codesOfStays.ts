import type { SendRequest } from '../../transport/request';
import type { ServiceEvent } from '../../wire/records';
import { eachOnce, listEventsOf, listStayEvents } from './listStayEvents';
import type { MethodLife } from './methodLives';

/** How long before and after a method its codes are created, in milliseconds. */
const CREATED_BEFORE_MS = 60_000;
const CREATED_AFTER_MS = 15 * 60_000;

/** What is known of one grant to find its codes. */
export interface GrantToSearch {
	id: string;
	/** The devices that it opens; undefined for a grant that was deleted. */
	deviceIds?: readonly string[];
	/** IDs of the codes that the service lists for it. */
	codeIds: readonly string[];
	lives: readonly MethodLife[];
}

/** The codes of a grant, and the events of each, which can have its PIN. */
export interface CodesOfGrant {
	codeIds: ReadonlySet<string>;
	events: readonly ServiceEvent[];
}

/**
 * The codes of grants with their events, by the ID of the grant. The service no longer lists the
 * code of an old PIN or of a stay that is over, and its events do not name the grant: it is a code
 * that was created with a method of the grant, on one of its doors, with its PIN.
 */
export async function codesOfStays(
	send: SendRequest,
	grants: readonly GrantToSearch[],
	eventTypes?: readonly string[],
): Promise<Map<string, CodesOfGrant>> {
	const candidates = await Promise.all(
		grants.map(async (grant) => [grant, await unlistedCodes(send, grant)] as const),
	);
	const ids = candidates.flatMap(([{ codeIds }, unlisted]) => [...codeIds, ...unlisted.keys()]);
	const filters = eventTypes === undefined ? {} : { event_types: eventTypes };
	const events = await listEventsOf(send, 'access_code_ids', ids, filters);
	const backups = await eventsOfBackups(send, events, ids, filters);
	return new Map(
		candidates.map(([grant, unlisted]) => [
			grant.id,
			ownCodes(grant, unlisted, eachOnce([...events, ...backups])),
		]),
	);
}

/** The PINs that a code must have to belong to the grant, by the ID of the code. */
async function unlistedCodes(
	send: SendRequest,
	{ deviceIds, codeIds, lives }: GrantToSearch,
): Promise<Map<string, ReadonlySet<string>>> {
	const unlisted = new Map<string, ReadonlySet<string>>();
	// Doors of access systems have no codes.
	if (deviceIds?.length === 0) return unlisted;
	const searched = lives.filter(
		({ isDeleted, pins, createdAtMs }) =>
			pins.size > 0 && createdAtMs !== undefined && (isDeleted || codeIds.length === 0),
	);
	await Promise.all(
		searched.map(async ({ createdAtMs = 0, pins }) => {
			const created = await listStayEvents(
				send,
				{
					event_types: ['access_code.created'],
					...(deviceIds === undefined ? {} : { device_ids: deviceIds }),
				},
				{ fromMs: createdAtMs - CREATED_BEFORE_MS, toMs: createdAtMs + CREATED_AFTER_MS },
			);
			for (const { access_code_id: id } of created)
				if (typeof id === 'string' && !codeIds.includes(id)) unlisted.set(id, pins);
		}),
	);
	return unlisted;
}

function ownCodes(
	{ codeIds }: GrantToSearch,
	unlisted: ReadonlyMap<string, ReadonlySet<string>>,
	events: readonly ServiceEvent[],
): CodesOfGrant {
	const own = new Set(codeIds);
	for (const { access_code_id: id, code } of events)
		if (id && typeof code === 'string' && unlisted.get(id)?.has(code)) own.add(id);
	for (const event of events)
		if (own.has(event.access_code_id ?? '')) for (const id of backupsIn([event])) own.add(id);
	return {
		codeIds: own,
		events: events.filter(({ access_code_id: id }) => own.has(id ?? '')),
	};
}

async function eventsOfBackups(
	send: SendRequest,
	events: readonly ServiceEvent[],
	known: readonly string[],
	filters: { event_types?: readonly string[] },
): Promise<ServiceEvent[]> {
	const ids = backupsIn(events).filter((id) => !known.includes(id));
	return await listEventsOf(send, 'access_code_ids', ids, filters);
}

/** IDs of the backup codes that replaced codes. */
const backupsIn = (events: readonly ServiceEvent[]): string[] =>
	events.flatMap(({ event_type: type, backup_access_code_id: id }) =>
		type === 'access_code.backup_access_code_pulled' && typeof id === 'string' ? [id] : [],
	);

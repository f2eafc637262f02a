import type { SendRequest } from '../../transport/request';
import { happenedAt, happenedAtMs } from '../../wire/events';
import { type ServiceEvent, type WireObject, wireObjectsIn } from '../../wire/records';
import type { Grant } from '../grants/grant';
import { eventsOfCodes } from './eventsOfCodes';
import { eventsOfPerson } from './eventsOfPerson';

/** The openings of a stay, in ISO 8601. */
export interface Entries {
	first_entry_at: string | null;
	last_entry_at: string | null;
	/** Null if the guest may have come with a PIN, card or key that was replaced since. */
	never_entered: boolean | null;
}

/** Openings, and what shows to which grant a code belongs. */
const OPENINGS_AND_CODES = [
	'lock.unlocked',
	'access_code.backup_access_code_pulled',
	'access_code.scheduled_on_device',
	'access_code.set_on_device',
];

/**
 * When the guest of each grant first and last opened a door, by the ID of the grant. The grants
 * have their codes. Reads several grants together, but asks for each one that opens doors with
 * something else than a PIN.
 */
export async function readEntries(
	send: SendRequest,
	grants: readonly Grant[],
): Promise<Map<string, Entries>> {
	const [ofCodes, ...ofPeople] = await Promise.all([
		eventsOfCodes(send, grants, OPENINGS_AND_CODES),
		...grants.map(async (grant) =>
			hasOnlyPins(grant) ? [] : await eventsOfPerson(send, grant, ['lock.unlocked']),
		),
	]);
	return new Map(
		grants.map((grant, index) => [
			grant.id,
			entriesOf(grant, [...(ofCodes.get(grant.id) ?? []), ...(ofPeople[index] ?? [])]),
		]),
	);
}

const hasOnlyPins = ({ methods, entrances }: Grant): boolean =>
	methods.every(({ mode }) => mode === 'code') && entrances.length === 0;

/** The openings among the events of a guest's PINs, cards and keys, oldest first. */
export const openingsIn = (events: readonly ServiceEvent[]): ServiceEvent[] =>
	events
		.filter(({ event_type: type }) => type === 'lock.unlocked')
		.sort((a, b) => happenedAtMs(a) - happenedAtMs(b));

function entriesOf(grant: Grant, events: readonly ServiceEvent[]): Entries {
	const openings = openingsIn(events);
	const [first, last] = [openings.at(0), openings.at(-1)];
	return {
		first_entry_at: first ? happenedAt(first) : null,
		last_entry_at: last ? happenedAt(last) : null,
		never_entered: first ? false : isReplacement(grant) ? null : true,
	};
}

/** True if the guest had another PIN, card or key after the arrival. */
function isReplacement({ key, createdAtMs, startsAt, record, methods }: Grant): boolean {
	const startsMs = Date.parse(startsAt);
	const isLater = ({ created_at: at }: WireObject) => Date.parse(String(at)) > startsMs;
	return (
		(key.part > 1 && createdAtMs > startsMs) ||
		(methods.some(isLater) &&
			wireObjectsIn(record.requested_access_methods).length > methods.length)
	);
}

/** The entries of a guest who has several grants. */
export function uniteEntries(all: readonly Entries[]): Entries {
	const times = all
		.flatMap(({ first_entry_at: first, last_entry_at: last }) => [first, last])
		.filter((time) => time !== null)
		.sort((a, b) => Date.parse(a) - Date.parse(b));
	return {
		first_entry_at: times.at(0) ?? null,
		last_entry_at: times.at(-1) ?? null,
		never_entered:
			times.length > 0 ? false : all.some((one) => one.never_entered === null) ? null : true,
	};
}

import { isAboutReservation, mayHaveActed, type ServiceError } from '../../errors/errors';
import { takeList } from '../../transport/httpCall';
import type { WireObject } from '../../wire/records';
import {
	doorsOf,
	type Grant,
	idOfPlace,
	isBeingDeleted,
	isKeyOfStay,
	isRunning,
	isOnline,
	toGrantKey,
} from '../grants/grant';
import {
	getGrantByKey,
	getGrantsOfPerson,
	getPersonByKey,
	readRelated,
} from '../grants/readGrants';
import { diff, PIN_CHANGE } from '../plan/diff';
import { CONTACTS, isOwnMailbox, isSameGuest } from '../plan/person';
import { type NewAccess, isInHouse } from '../plan/situation';
import { stayKeyOf } from '../stays/stay';
import { isPinTaken } from './methods';
import { learn, type Progress, refusePin, setGrants, type StepRun } from './progress';

/** True if the service has made the access, although its answer was lost. */
export async function wasCreated(
	{ part }: NewAccess,
	error: unknown,
	run: StepRun,
	progress: Progress,
): Promise<boolean> {
	if (!mayHaveActed(error)) return false;
	try {
		const created = await getGrantByKey(run.send, toGrantKey({ ...run.stay, part }));
		return created !== undefined && (await addFound(created, run, progress));
	} catch {
		return false;
	}
}

/**
 * What the refusal of new access teaches: about the PIN, the reservation's key, the person, the
 * contacts, or the key of the access. Throws one that teaches nothing.
 */
export async function learnFrom(
	refusal: ServiceError,
	access: NewAccess,
	sendsKey: boolean,
	run: StepRun,
	progress: Progress,
): Promise<void> {
	const { status } = refusal.answer;
	const contacts = contactsIn(access);
	const hasContacts = contacts.length > 0;
	// What the service fails to do with a contact, it may do without.
	if (![400, 409, 422].includes(status) && !(status >= 500 && hasContacts)) throw refusal;
	if (access.pin !== undefined && isPinTaken(refusal)) return refusePin(progress, access.pin);
	// Who refuses a contact can quote any part of it. What is about the reservation comes again without it.
	const canBeQuoted = contacts.some((one) => isAboutReservation(one, ''));
	if (!canBeQuoted && namesReservation(refusal, access, run))
		return await learnOfReservation(refusal, sendsKey, run, progress);
	if (status < 500 && (await learnPerson(access, run, progress))) return;
	if (hasContacts) return learn(progress, { areContactsRefused: true });
	await learnKey(refusal, access, run, progress);
}

/** Our own key and a name can have any word in it. */
function namesReservation({ answer }: ServiceError, access: NewAccess, { stay }: StepRun): boolean {
	const key = toGrantKey({ ...stay, part: access.part });
	const words = [key, access.name ?? '']
		.filter((own) => isAboutReservation(own, ''))
		.reduce(
			(text, own) => text.replaceAll(own.toLowerCase(), ''),
			answer.serviceMessage.toLowerCase(),
		);
	return isAboutReservation(words, answer.type);
}

/** 400: the system requires or refuses the key. 409: it allows one access (docs/service.md#grants-12). */
async function learnOfReservation(
	refusal: ServiceError,
	sendsKey: boolean,
	run: StepRun,
	progress: Progress,
): Promise<void> {
	const { status } = refusal.answer;
	const { memo, situation } = progress;
	learn(progress, { areContactsRefused: false });
	if (status === 400 && memo.sendsReservationKey === undefined)
		return learn(progress, { sendsReservationKey: !sendsKey });
	if (status !== 409) throw refusal;
	const same = await grantsOfReservation(run);
	for (const one of same)
		if (isKeyOfStay(run.stay, one.access_grant_key) && (await addOverlooked(one, run, progress)))
			return;
	if (memo.failure || !(await mayEndFirst(same, run, progress))) throw refusal;
	const ids = situation.grants.map(({ id }) => id);
	learn(progress, { toEndFirst: [...memo.toEndFirst, ...ids] });
}

/** If further keys do not help, the key is not the reason. */
const MOST_PARTS = 20;

/** A guest without a person has had no access that could use up keys. */
const MOST_PARTS_OF_NEW = 3;

/** Somebody has the key: the guest, in access that no list had, or the service, which never frees one. */
async function learnKey(
	refusal: ServiceError,
	{ part, person }: NewAccess,
	run: StepRun,
	progress: Progress,
): Promise<void> {
	const { memo, situation } = progress;
	const existing = await getGrantByKey(run.send, toGrantKey({ ...run.stay, part }));
	if (existing && (await addOverlooked(existing, run, progress))) return;
	// An earlier guest of the stay can have used up more.
	const isNew =
		'user_identity' in person && situation.grants.length + memo.usedPersonKeys.length === 0;
	const most = isNew ? MOST_PARTS_OF_NEW : MOST_PARTS;
	const isTaken = existing !== undefined || isKeyTaken(refusal);
	if (memo.usedParts.length >= most || !(isTaken || refusal.answer.status === 409)) throw refusal;
	// A conflict that names no reason uses up a key only if it comes again with this key.
	if (!isTaken && memo.conflictOfPart !== part) return learn(progress, { conflictOfPart: part });
	learn(progress, { usedParts: [...memo.usedParts, part] });
}

const contactsIn = ({ person }: NewAccess): string[] =>
	'user_identity' in person ? CONTACTS.flatMap((one) => person.user_identity[one] ?? []) : [];

/** With the key at the service, ours or not. */
async function grantsOfReservation({ send, stay }: StepRun): Promise<WireObject[]> {
	const reservationKey = stayKeyOf(stay);
	const body = { reservation_key: reservationKey };
	const answer = await send({ endpoint: '/access_grants/list', body, effect: 'read' });
	return takeList(answer, 'access_grants').filter(
		(grant) => grant.reservation_key === reservationKey && !isBeingDeleted(grant),
	);
}

/**
 * The end of the guest's access would help nobody as long as a lock of the new rooms is offline, or
 * somebody else's access has the same key.
 */
async function mayEndFirst(
	ofReservation: readonly WireObject[],
	run: StepRun,
	{ situation: { grants, wanted, nowMs } }: Progress,
): Promise<boolean> {
	if (grants.length === 0) return false;
	const inHouse = grants.filter((grant) => isInHouse(wanted, grant, nowMs));
	if (inHouse.length > 0 && (await run.doors()).some((door) => isNewOffline(door, inHouse)))
		return false;
	// A list can still have the stay's own access that has ended.
	return ofReservation.every(({ access_grant_key: key }) => isKeyOfStay(run.stay, key));
}

const isNewOffline = (door: WireObject, grants: readonly Grant[]): boolean =>
	!isOnline(door) &&
	!grants.every((grant) => doorsOf(grant).some((own) => idOfPlace(own) === idOfPlace(door)));

/** Like addFound, for access that was there before this execution. */
async function addOverlooked(
	record: WireObject,
	run: StepRun,
	progress: Progress,
): Promise<boolean> {
	const isAdded = await addFound(record, run, progress);
	if (isAdded) progress.firstDiff = diff(progress.situation);
	return isAdded;
}

/** False if the access is gone by now, or known. */
async function addFound(record: WireObject, run: StepRun, progress: Progress): Promise<boolean> {
	const isKnown = ({ id }: Grant) => id === record.access_grant_id;
	const read = progress.situation.grants.some(isKnown)
		? []
		: await readRelated(run.send, run.stay.prefix, [record]);
	if (read.length === 0) return false;
	setGrants(progress, (grants) => [...grants, ...read]);
	return true;
}

/**
 * True if somebody has the key of the new person: the guest, whose person the access then gets, or
 * an earlier guest of the stay. A list can lack a later part of the guest's access.
 */
async function learnPerson(access: NewAccess, run: StepRun, progress: Progress): Promise<boolean> {
	const { person } = access;
	const key = 'user_identity' in person ? person.user_identity.user_identity_key : undefined;
	const { memo, situation } = progress;
	if (key === undefined) return false;
	const known = await getPersonByKey(run.send, key);
	// If the person is hidden, it may be a contact that the service refuses. If not, another key may be free.
	if (!known || (known === 'hidden' && contactsIn(access).length > 0)) return false;
	if (known === 'hidden') {
		learn(progress, { usedPersonKeys: [...memo.usedPersonKeys, key] });
		return true;
	}
	const { guest } = situation.wanted;
	const isGuest = isSameGuest(guest, { person: known, name: null, key: run.stay });
	learn(progress, isGuest ? { person: known } : { usedPersonKeys: [...memo.usedPersonKeys, key] });
	// So the stay may have access with a later key, which a list can lack: in the house, any key.
	const later = await Promise.all(
		[2, 3].map(async (part) => await getGrantByKey(run.send, toGrantKey({ ...run.stay, part }))),
	);
	const listed = isRunning(situation.wanted, situation.nowMs)
		? await getGrantsOfPerson(run.send, String(known.user_identity_id))
		: [];
	for (const grant of [...later, ...listed])
		if (grant && isKeyOfStay(run.stay, grant.access_grant_key) && !isBeingDeleted(grant))
			await addOverlooked(grant, run, progress);
	// The guest had access that is gone, as after an execution that was stopped, and knows its PIN.
	const { firstDiff } = progress;
	if (isGuest && isOwnMailbox(known, run.stay) && firstDiff.outcome === 'created')
		progress.firstDiff = { ...firstDiff, changes: [...firstDiff.changes, PIN_CHANGE] };
	return true;
}

const isKeyTaken = ({ answer: { type, serviceMessage, validationErrors } }: ServiceError) =>
	/grant[ _]?key|already|duplicate|taken|unique/i.test(
		`${type} ${serviceMessage} ${Object.keys(validationErrors ?? {}).join(' ')}`,
	);

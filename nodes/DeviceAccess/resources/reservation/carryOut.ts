import { ActionFailedError, ServiceError } from '../../errors/errors';
import { takeObject } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import { awaitOutcome, type WaitLimits } from '../../waiting/awaitOutcomes';
import type { WireObject } from '../../wire/records';
import { withoutUndefined } from '../../wire/withoutUndefined';
import { changePin } from './changePin';
import { type FoundRecords, getGrant, readCodes, readRecords } from './found';
import { toGrantKey } from './grantKey';
import type { GrantPerson } from './guest';
import type { DesiredAccess, FoundAccess, Step } from './plan';
import { findProblems, isReady, type Problem } from './problems';
import type { RequestedMethod, WantedStay } from './wanted';

/** Everything that the steps of one plan need. */
export interface Site {
	send: SendRequest;
	limits: WaitLimits;
	stay: WantedStay;
	wanted: DesiredAccess;
	/** Whom a new grant is for. */
	person: GrantPerson;
	found: readonly FoundAccess[];
	/** True where a door takes the service's reservation keys. */
	sendsReservationKey: boolean;
	failsIfPinTaken: boolean;
}

/** What the steps have come to. */
export interface CarriedOut {
	/** The grant that now gives the access; undefined where none does. */
	grantId?: string;
	/** What a person has to know of the way there. */
	notes: Problem[];
	/** True once something was changed. */
	hasChanged: boolean;
}

/** Thrown when the key of a new grant is taken by a grant of ours that was not there when the plan was made. */
export class GrantAppearedError extends Error {
	constructor(readonly grant: WireObject) {
		super('A grant with this key has appeared');
	}
}

/** More keys than a stay can use up by moving. */
const MOST_PARTS = 20;

const NOT_READY_YET: Problem = {
	code: 'old_access_kept',
	reason: 'The new access is not ready yet, so the old one was kept',
	remedy: 'Run this step again: it removes the old access once the new one is ready.',
	keeps_door_closed: false,
};

const GAP: Problem = {
	code: 'access_interrupted',
	reason: 'The service allows only one of both accesses: the old one ended before the new one was ready',
	remedy: 'If the guest is in the house, tell them when the new PIN works.',
	keeps_door_closed: false,
};

/** Does the steps one after another; `carriedOut` tells at any time, also after a failure, what has become of it. */
export async function carryOut(steps: readonly Step[], site: Site, carriedOut: CarriedOut): Promise<void> {
	for (const step of steps) {
		await doStep(step, site, carriedOut);
		carriedOut.hasChanged = true;
	}
}

async function doStep(step: Step, site: Site, carriedOut: CarriedOut): Promise<void> {
	const { send } = site;
	const write = async (endpoint: string, body: WireObject) => void (await send({ endpoint, body, effect: 'write' }));
	switch (step.do) {
		case 'create':
			carriedOut.grantId = await createGrant(site, step.pin, carriedOut);
			return;
		case 'update':
			return await write('/access_grants/update', withoutUndefined({ access_grant_id: step.grantId, name: step.name, starts_at: step.startsAt, ends_at: step.endsAt }));
		case 'move':
			return await move(step, site, carriedOut);
		case 'addMethods':
			return await write('/access_grants/request_access_methods', { access_grant_id: step.grantId, requested_access_methods: toRequested(step.modes, site.wanted.pin?.code) });
		case 'changePin':
			carriedOut.notes.push(...(await changePin(send, site.limits, await readGrant(site, step.grantId), step.code)).notes);
			return;
		case 'deleteMethods':
			for (const id of step.ids) await write('/access_methods/delete', { access_method_id: id });
			return;
		case 'delete':
			return await deleteGrant(send, step.grantId);
		case 'deleteWhenReady':
			if (await becomesReady(site, carriedOut.grantId)) return await deleteGrant(send, step.grantId);
			carriedOut.notes.push(NOT_READY_YET);
			return;
		case 'editGuest':
			return await write('/user_identities/update', { user_identity_id: await personOf(site, carriedOut.grantId), ...step.edit });
	}
}

/** Ends an access; one that is gone already is ended. */
export async function deleteGrant(send: SendRequest, grantId: string): Promise<void> {
	try {
		await send({ endpoint: '/access_grants/delete', body: { access_grant_id: grantId }, effect: 'write' });
	} catch (error) {
		if (!(error instanceof ServiceError && error.answer.type === 'access_grant_not_found')) throw error;
	}
}

/** Some services take new places for a grant, some refuse or ignore them (facts 2, E1): what it has become decides. */
async function move({ grantId, otherwise }: Extract<Step, { do: 'move' }>, site: Site, carriedOut: CarriedOut): Promise<void> {
	const { places, startsAt, endsAt, name } = site.wanted;
	const body = { access_grant_id: grantId, name, starts_at: startsAt, ends_at: endsAt, space_ids: places.spaceIds, device_ids: places.deviceIds, acs_entrance_ids: places.entranceIds };
	try {
		await site.send({ endpoint: '/access_grants/update', body, effect: 'write' });
		if (isOnPlaces((await readGrant(site, grantId)).access, site.wanted)) return;
	} catch (error) {
		if (!(error instanceof ServiceError && error.answer.status === 400)) throw error;
	}
	await carryOut(otherwise, site, carriedOut);
}

/** Tries the next key where one was used before: a service may not give a key twice. */
async function createGrant(site: Site, pin: string | undefined, carriedOut: CarriedOut): Promise<string> {
	const inUse = site.found.map(({ key }) => key.part);
	for (let part = 1; part <= MOST_PARTS; part++) {
		if (inUse.includes(part)) continue;
		const key = toGrantKey(site.stay.prefix, { ...site.stay, part });
		const grantId = await createWithKey(site, key, pin, carriedOut);
		if (grantId !== undefined) return grantId;
		const existing = await getGrant(site.send, key);
		if (existing) throw new GrantAppearedError(existing);
	}
	throw new ActionFailedError('Every key for this reservation was used before', {}, undefined, 'Give the reservation another key.');
}

/** Undefined where the key was used before. */
async function createWithKey(site: Site, key: string, pin: string | undefined, carriedOut: CarriedOut): Promise<string | undefined> {
	try {
		const grantId = await create(site, key, pin, site.sendsReservationKey);
		await refuseOtherPin(site, grantId, pin);
		return grantId;
	} catch (error) {
		if (!(error instanceof ServiceError) || ![400, 409].includes(error.answer.status)) throw error;
		if (isAboutReservation(error)) return await createAgainstRule(site, key, pin, error, carriedOut);
		if (isKeyTaken(error)) return undefined;
		throw error;
	}
}

/** A system that demands the reservation key or cannot take it says so with 400; one access at a time, with 409 (facts 2, C). */
async function createAgainstRule(site: Site, key: string, pin: string | undefined, refusal: ServiceError, carriedOut: CarriedOut): Promise<string> {
	if (refusal.answer.status === 400) return await create(site, key, pin, !site.sendsReservationKey);
	const old = site.found.filter(({ key: { part } }) => toGrantKey(site.stay.prefix, { ...site.stay, part }) !== key);
	if (old.length === 0) throw refusal;
	for (const { grantId } of old) await deleteGrant(site.send, grantId);
	carriedOut.hasChanged = true;
	carriedOut.notes.push(GAP);
	return await create(site, key, pin, site.sendsReservationKey);
}

async function create({ send, stay, wanted, person }: Site, key: string, pin: string | undefined, withReservationKey: boolean): Promise<string> {
	const { places, name, startsAt, endsAt, modes } = wanted;
	const body = withoutUndefined({
		...person,
		access_grant_key: key,
		reservation_key: withReservationKey ? stay.reservationKey : undefined,
		name,
		starts_at: startsAt,
		ends_at: endsAt,
		space_ids: some(places.spaceIds),
		device_ids: some(places.deviceIds),
		acs_entrance_ids: some(places.entranceIds),
		requested_access_methods: toRequested(modes, pin),
	});
	const grant = takeObject(await send({ endpoint: '/access_grants/create', body, effect: 'write' }), 'access_grant');
	return String(grant.access_grant_id);
}

/** With 'Fail' under If Taken: what has just been created goes again. */
async function refuseOtherPin(site: Site, grantId: string, pin: string | undefined): Promise<void> {
	if (!site.failsIfPinTaken || pin === undefined || site.wanted.pin?.code !== pin) return;
	const { access } = await readGrant(site, grantId);
	const codes = access.methods.flatMap(({ code }) => code ?? []);
	if (codes.length === 0 || codes.includes(pin)) return;
	await deleteGrant(site.send, grantId);
	throw new ActionFailedError('The PIN is taken on a lock of these rooms; no access was created', { type: 'pin_taken' }, undefined, "Choose another PIN, or set 'If PIN Is Taken' to Another PIN.");
}

async function becomesReady(site: Site, grantId: string | undefined): Promise<boolean> {
	const id = grantId ?? site.found.find((access) => isOnPlaces(access, site.wanted))?.grantId;
	if (id === undefined) return false;
	const look = async () => {
		const found = await readGrant(site, id);
		const records = { ...found, codes: await readCodes(site.send, found) };
		return isReady(records, findProblems(records)) ? true : undefined;
	};
	return (await look()) ?? (await awaitOutcome(look, site.limits)) ?? false;
}

/** Reads one grant with all that belongs to it. Throws ActionFailedError where it is gone. */
async function readGrant({ send, stay }: Pick<Site, 'send' | 'stay'>, grantId: string): Promise<FoundRecords> {
	const grant = takeObject(await send({ endpoint: '/access_grants/get', body: { access_grant_id: grantId }, effect: 'read' }), 'access_grant');
	const [found] = await readRecords(send, stay.prefix, [grant]);
	if (found) return found;
	throw new ActionFailedError('The access grant is no longer there', { access_grant_id: grantId });
}

async function personOf(site: Site, grantId = site.found[0]?.grantId ?? ''): Promise<unknown> {
	return (await readGrant(site, grantId)).grant.user_identity_id;
}

/** The methods of a new grant; a PIN goes with the mode code alone. */
const toRequested = (modes: readonly string[], pin: string | undefined): RequestedMethod[] =>
	modes.map((mode) => (mode === 'code' && pin !== undefined ? { mode, code: pin } : { mode }));

const some = (ids: readonly string[]) => (ids.length > 0 ? ids : undefined);

const textOf = ({ answer: { type, serviceMessage } }: ServiceError) => `${type} ${serviceMessage}`;
const isAboutReservation = (error: ServiceError) => /reservation[ _]?key|can_belong|belong to (?:a|the) reservation/i.test(textOf(error));
const isKeyTaken = (error: ServiceError) => error.answer.status === 409 || /grant[ _]?key|already|duplicate|taken|unique/i.test(textOf(error));

const isOnPlaces = ({ places }: FoundAccess, { places: wanted }: DesiredAccess): boolean =>
	(['spaceIds', 'deviceIds', 'entranceIds'] as const).every((kind) => places[kind].length === wanted[kind].length && wanted[kind].every((id) => places[kind].includes(id)));


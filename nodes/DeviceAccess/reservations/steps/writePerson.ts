import {
	ActionFailedError,
	CancelledError,
	NotStartedError,
	rethrow,
	ServiceError,
} from '../../errors/errors';
import { describeError, joinSentences } from '../../errors/describeError';
import { readFirstPage } from '../../lists/listAllPages';
import { takeObject } from '../../transport/httpCall';
import type { SendRequest } from '../../transport/request';
import { withoutUndefined, type WireObject } from '../../wire/records';
import { getPersonByKey } from '../grants/readGrants';
import type { Guest } from '../stays/stay';
import {
	choosePerson,
	type GrantPerson,
	leftOutProblem,
	NAME_NOT_WRITTEN,
	contactsInCommon,
	type KnownPeople,
} from '../plan/person';
import type { Action, Situation } from '../plan/situation';
import type { Problem } from '../stays/problems';

export interface FoundPerson {
	person: GrantPerson;
	record?: WireObject;
	problems: readonly Problem[];
	withContact: readonly WireObject[];
}

/**
 * For a guest whose access the service refused together with a new person. Throws the refusal if
 * the people cannot be read.
 */
export async function findPerson(
	send: SendRequest,
	refusal: ServiceError,
	{ wanted: { guest }, ownKeys }: Pick<Situation, 'wanted' | 'ownKeys'>,
): Promise<FoundPerson> {
	const keys = guest.key === undefined ? [] : [guest.key];
	const byContact = await answerOrError(searchPeople(send, guest, keys));
	if ('error' in byContact) throw refusal;
	const first = choose(guest, ownKeys, byContact.answer);
	if (first.record) return first;
	const byKey = await answerOrError(searchPeople(send, { unusable: [] }, ownKeys));
	if ('error' in byKey) throw refusal;
	return choose(guest, ownKeys, {
		...byContact.answer,
		byKey: new Map([...byContact.answer.byKey, ...byKey.answer.byKey]),
	});
}

function choose(guest: Guest, ownKeys: readonly string[], people: KnownPeople): FoundPerson {
	const { person, leftOut } = choosePerson(guest, ownKeys, people);
	const { byKey, withContact } = people;
	const record =
		'user_identity_id' in person
			? [...byKey.values(), ...withContact].find(
					({ user_identity_id: id }) => id === person.user_identity_id,
				)
			: undefined;
	// The diff has said which contacts are none.
	const problems = leftOut.filter(({ why }) => why !== 'unusable').map(leftOutProblem);
	return { person, record, problems, withContact };
}

/**
 * Creates a person alone, which shows whether the service refused the person or the key of the
 * grant. Throws ActionFailedError if it refuses even a person without contacts.
 */
export async function createPerson(send: SendRequest, found: FoundPerson): Promise<FoundPerson> {
	if (!('user_identity' in found.person)) return found;
	const { user_identity: wanted } = found.person;
	const first = await tryToCreate(send, wanted);
	if ('person' in first) return { ...found, ...first };
	const { contacts, others } = splitContacts(wanted);
	const second = await tryToCreate(send, others);
	if ('error' in second)
		return rethrow(isRefusal(second.error) ? personRefused(second.error) : second.error);
	const leftOut = contacts.map((contact) => leftOutProblem({ contact, why: 'notTaken' }));
	return { ...found, ...second, problems: [...found.problems, ...leftOut] };
}

/** Returns what cannot be written, which never fails the item: the doors open without it. */
export async function editPerson(
	send: SendRequest,
	{ personId, edit }: Extract<Action, { do: 'editPerson' }>,
): Promise<Problem[]> {
	const tryToWrite = async (body: Readonly<Record<string, string>>) =>
		await answerOrError(
			send({
				endpoint: '/user_identities/update',
				body: { user_identity_id: personId, ...body },
				effect: 'write',
			}),
		);
	const { contacts, others } = splitContacts(edit);
	const hasOthers = Object.keys(others).length > 0;
	const first = await tryToWrite(edit);
	if (!('error' in first)) return [];
	const second = contacts.length > 0 && hasOthers ? await tryToWrite(others) : first;
	return [
		...contacts.map((contact) => leftOutProblem({ contact, why: 'notTaken' })),
		...(hasOthers && 'error' in second ? [NAME_NOT_WRITTEN] : []),
	];
}

const PEOPLE = { endpoint: '/user_identities/list', member: 'user_identities' };

/** Asks the service for each key and contact, because a list can lack a new person. */
export async function searchPeople(
	send: SendRequest,
	guest: Guest,
	keys: readonly string[],
): Promise<KnownPeople> {
	const withKeys = await Promise.all(keys.map(async (key) => await getPersonByKey(send, key)));
	const contacts = [guest.emailAddress, guest.phoneNumber].filter((text) => text !== undefined);
	const found = await Promise.all(
		contacts.map(
			async (text) =>
				(await readFirstPage(send, { ...PEOPLE, parameters: { search: text } })).records,
		),
	);
	return known(
		[...withKeys.filter((person) => person !== undefined), ...found.flat()],
		guest,
		keys,
	);
}

/** Compares every record, because a search also finds partial matches. */
function known(people: readonly WireObject[], guest: Guest, keys: readonly string[]): KnownPeople {
	const once = new Map(people.map((person) => [person.user_identity_id, person]));
	return {
		byKey: new Map(
			[...once.values()].flatMap((person) => {
				const { user_identity_key: key } = person;
				return typeof key === 'string' && keys.includes(key) ? [[key, person]] : [];
			}),
		),
		withContact: [...once.values()].filter((person) =>
			contactsInCommon(guest, person).some(({ isSame }) => isSame),
		),
	};
}

/** An error of the service, which never includes that the execution was stopped. */
async function answerOrError<Answer>(
	answering: Promise<Answer>,
): Promise<{ answer: Answer } | { error: unknown }> {
	try {
		return { answer: await answering };
	} catch (error) {
		return error instanceof CancelledError || error instanceof NotStartedError
			? rethrow(error)
			: { error };
	}
}

function splitContacts(person: Readonly<Record<string, string>>) {
	const { email_address: email, phone_number: phone, ...others } = person;
	const contacts = [
		...(email === undefined ? [] : (['email_address'] as const)),
		...(phone === undefined ? [] : (['phone_number'] as const)),
	];
	return { contacts, others };
}

export const contactsOf = (person: Readonly<Record<string, string>>) =>
	splitContacts(person).contacts;

const isRefusal = (error: unknown): error is ServiceError =>
	error instanceof ServiceError && [400, 409, 422].includes(error.answer.status);

async function tryToCreate(
	send: SendRequest,
	person: Readonly<Record<string, string>>,
): Promise<Pick<FoundPerson, 'person' | 'record'> | { error: unknown }> {
	const created = await answerOrError(
		send({
			endpoint: '/user_identities/create',
			body: withoutUndefined({ ...person }),
			effect: 'write',
		}),
	);
	if ('error' in created) return created;
	const record = takeObject(created.answer, 'user_identity');
	return { person: { user_identity_id: String(record.user_identity_id) }, record };
}

function personRefused(refusal: ServiceError): ActionFailedError {
	const { message, description } = describeError(refusal);
	return new ActionFailedError(
		`The service refuses the person of this guest: ${message}`,
		{ type: 'person_refused' },
		undefined,
		joinSentences([
			description,
			"Look for the guest with 'Get many people', and enter that person's key in 'Guest Key'",
		]),
	);
}

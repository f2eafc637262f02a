import {
	ActionFailedError,
	CancelledError,
	NotStartedError,
	rethrow,
	ServiceError,
} from '../../errors/errors';
import { describeError, joinSentences } from '../../errors/describeError';
import { takeObject } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import { withoutUndefined } from '../../wire/values';
import { searchPeople } from '../grants/people';
import { choosePerson, type GrantPerson } from '../plan/person';
import { leftOutProblem, NAME_NOT_WRITTEN } from '../plan/planProblems';
import type { Action, Situation } from '../plan/situation';
import type { Problem } from '../stays/problems';
import type { WireObject } from '../../wire/records';

interface FoundPerson {
	person: GrantPerson;
	problems: readonly Problem[];
	/** Everyone who has a contact of the guest. */
	withContact: readonly WireObject[];
}

/**
 * The person of a guest whose access the service refused together with a new person: one with the
 * guest's key, or name and contact, or else a new one, without the contacts that others have or the
 * service refuses. Created alone, it shows whether the service refused the person or the key of the
 * grant. Throws ActionFailedError, with the service's words, if it refuses even a person without
 * contacts.
 */
export async function findOrCreatePerson(
	send: SendRequest,
	refusal: ServiceError,
	{ wanted: { guest }, ownKeys }: Pick<Situation, 'wanted' | 'ownKeys'>,
): Promise<FoundPerson> {
	const keys = [...ownKeys, ...(guest.key === undefined ? [] : [guest.key])];
	const found = await answerOrError(searchPeople(send, guest, keys));
	if ('error' in found) throw refusal;
	const { withContact } = found.answer;
	const { person, leftOut } = choosePerson(guest, keys, found.answer);
	// The diff has said which contacts are none.
	const problems = leftOut.filter(({ why }) => why !== 'unusable').map(leftOutProblem);
	if ('user_identity_id' in person) return { person, problems, withContact };
	const first = await tryToCreate(send, person.user_identity);
	if ('person' in first) return { person: first.person, problems, withContact };
	const { contacts, others } = splitContacts(person.user_identity);
	const second = await tryToCreate(send, others);
	if ('error' in second)
		return rethrow(isRefusal(second.error) ? personRefused(second.error) : second.error);
	const why = isRefusal(first.error) ? 'refused' : 'notWritten';
	return {
		person: second.person,
		problems: contacts.map((contact) => leftOutProblem({ contact, why })),
		withContact,
	};
}

/**
 * Changes a person. Returns what cannot be written, which never fails the item: the doors open without
 * it.
 */
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
	const why = isRefusal(first.error) ? 'refused' : 'notWritten';
	const second = contacts.length > 0 && hasOthers ? await tryToWrite(others) : first;
	return [
		...contacts.map((contact) => leftOutProblem({ contact, why })),
		...(hasOthers && 'error' in second ? [NAME_NOT_WRITTEN] : []),
	];
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

const isRefusal = (error: unknown): error is ServiceError =>
	error instanceof ServiceError && [400, 409, 422].includes(error.answer.status);

async function tryToCreate(
	send: SendRequest,
	person: Readonly<Record<string, string>>,
): Promise<{ person: GrantPerson } | { error: unknown }> {
	const created = await answerOrError(
		send({
			endpoint: '/user_identities/create',
			body: withoutUndefined({ ...person }),
			effect: 'write',
		}),
	);
	if ('error' in created) return created;
	const { user_identity_id: id } = takeObject(created.answer, 'user_identity');
	return { person: { user_identity_id: String(id) } };
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

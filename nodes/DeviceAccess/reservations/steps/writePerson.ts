import { rethrow } from '../../errors/rethrow';
import { describeError, joinSentences } from '../../errors/describeError';
import {
	ActionFailedError,
	CancelledError,
	NotStartedError,
	ServiceError,
} from '../../errors/errors';
import { takeObject } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import { withoutUndefined } from '../../wire/withoutUndefined';
import { searchPeople } from '../grants/people';
import { choosePerson, type GrantPerson } from '../plan/person';
import { leftOutProblem, NAME_NOT_WRITTEN } from '../plan/planProblems';
import type { Step } from '../plan/step';
import type { StepResult, StepRun } from './stepRun';

type NewPerson = Extract<GrantPerson, { user_identity: unknown }>;

/**
 * Creates the person of a grant, and returns it. If that fails, looks again for somebody
 * whom another item or execution created in the meantime, and then leaves the contacts out. Throws
 * ActionFailedError, with the service's words, if the service refuses even a person without
 * contacts.
 */
export async function createPerson(
	run: Pick<StepRun, 'send' | 'wanted' | 'ownKeys'>,
	{ user_identity: asked }: NewPerson,
	result: StepResult,
): Promise<GrantPerson> {
	const first = await tryToCreate(run.send, asked);
	if ('person' in first) return first.person;
	const { guest } = run.wanted;
	const keys = [...run.ownKeys, ...(guest.key === undefined ? [] : [guest.key])];
	const found = await answerOrError(searchPeople(run.send)(guest, keys));
	if ('error' in found) return rethrow(first.error);
	const again = choosePerson(guest, keys, found.answer);
	if ('user_identity_id' in again.person) return again.person;
	const { user_identity: chosen } = again.person;
	const second = await tryToCreate(run.send, chosen);
	if ('person' in second) {
		result.problems.push(...again.leftOut.map(leftOutProblem));
		return second.person;
	}
	const { contacts, others } = splitContacts(chosen);
	const third = await tryToCreate(run.send, others);
	if ('error' in third)
		return rethrow(isRefusal(third.error) ? personRefused(third.error) : third.error);
	const why = isRefusal(second.error) ? 'refused' : 'notWritten';
	result.problems.push(...contacts.map((contact) => leftOutProblem({ contact, why })));
	return third.person;
}

/**
 * Changes a person. What cannot be written is said in `result`, and never fails the item: the doors
 * open without it.
 */
export async function editPerson(
	{ personId, edit }: Extract<Step, { do: 'editPerson' }>,
	{ send }: Pick<StepRun, 'send'>,
	result: StepResult,
): Promise<void> {
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
	if (!('error' in first)) return;
	const why = isRefusal(first.error) ? 'refused' : 'notWritten';
	result.problems.push(...contacts.map((contact) => leftOutProblem({ contact, why })));
	const second = contacts.length > 0 && hasOthers ? await tryToWrite(others) : first;
	if (hasOthers && 'error' in second) result.problems.push(NAME_NOT_WRITTEN);
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

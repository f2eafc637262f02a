import { rethrow } from '../../errors/rethrow';
import { describeError, joinSentences } from '../../errors/describeError';
import { ActionFailedError, ServiceError } from '../../errors/errors';
import { takeObject } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import { withoutUndefined } from '../../wire/withoutUndefined';
import { searchPeople } from '../grants/people';
import { choosePerson, type GrantPerson, type LeftOutContact } from '../plan/person';
import { leftOutProblem } from '../plan/planProblems';
import type { Step } from '../plan/step';
import type { StepResult, StepRun } from './stepRun';

type NewPerson = Extract<GrantPerson, { user_identity: unknown }>;

/**
 * Creates the person of a grant, and returns it. If the service refuses, looks again for somebody
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
	const again = choosePerson(guest, keys, await searchPeople(run.send)(guest, keys));
	if ('user_identity_id' in again.person) return again.person;
	const { user_identity: chosen } = again.person;
	const second = await tryToCreate(run.send, chosen);
	if ('person' in second) {
		result.problems.push(...again.leftOut.map(leftOutProblem));
		return second.person;
	}
	const { contacts, others } = splitContacts(chosen);
	const third = await tryToCreate(run.send, others);
	if ('refusal' in third) throw personRefused(third.refusal);
	result.problems.push(...contacts.map(refusedContact));
	return third.person;
}

/** Changes a person. If the service refuses, leaves the contacts out, and says so in `result`. */
export async function editPerson(
	{ personId, edit }: Extract<Step, { do: 'editPerson' }>,
	{ send }: Pick<StepRun, 'send'>,
	result: StepResult,
): Promise<void> {
	const write = async (body: Readonly<Record<string, string>>) =>
		await send({
			endpoint: '/user_identities/update',
			body: { user_identity_id: personId, ...body },
			effect: 'write',
		});
	try {
		await write(edit);
	} catch (error) {
		const { contacts, others } = splitContacts(edit);
		if (!isRefusal(error) || contacts.length === 0) return rethrow(error);
		if (Object.keys(others).length > 0) await write(others);
		result.problems.push(...contacts.map(refusedContact));
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

const refusedContact = (contact: LeftOutContact['contact']) =>
	leftOutProblem({ contact, why: 'refused' });

const isRefusal = (error: unknown): error is ServiceError =>
	error instanceof ServiceError && [400, 409, 422].includes(error.answer.status);

async function tryToCreate(
	send: SendRequest,
	person: Readonly<Record<string, string>>,
): Promise<{ person: GrantPerson } | { refusal: ServiceError }> {
	try {
		const answer = await send({
			endpoint: '/user_identities/create',
			body: withoutUndefined({ ...person }),
			effect: 'write',
		});
		const { user_identity_id: id } = takeObject(answer, 'user_identity');
		return { person: { user_identity_id: String(id) } };
	} catch (error) {
		return isRefusal(error) ? { refusal: error } : rethrow(error);
	}
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

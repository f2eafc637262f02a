import { rethrow } from '../../errors/rethrow';
import { describeError, joinSentences } from '../../errors/describeError';
import { ActionFailedError, ServiceError } from '../../errors/errors';
import { takeObject } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import { withoutUndefined } from '../../wire/withoutUndefined';
import { searchPeople } from '../grants/people';
import { choosePerson, type GrantPerson } from '../plan/person';
import { leftOutProblem } from '../plan/planProblems';
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
	const { email_address: email, phone_number: phone, ...withoutContacts } = chosen;
	const third = await tryToCreate(run.send, withoutContacts);
	if ('refusal' in third) throw personRefused(third.refusal);
	const refused = [
		...(email === undefined ? [] : (['email_address'] as const)),
		...(phone === undefined ? [] : (['phone_number'] as const)),
	];
	result.problems.push(...refused.map((contact) => leftOutProblem({ contact, why: 'refused' })));
	return third.person;
}

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
		if (error instanceof ServiceError && [400, 409, 422].includes(error.answer.status))
			return { refusal: error };
		return rethrow(error);
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

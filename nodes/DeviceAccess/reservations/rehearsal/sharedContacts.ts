import { leftOutProblem } from '../plan/planProblems';
import type { Problem } from '../stays/problem';
import { isSameText } from '../stays/texts';
import type { RehearsedStay } from './rehearsedStay';

const MEMBERS = [
	['email_address', 'emailAddress'],
	['phone_number', 'phoneNumber'],
] as const;

/**
 * The contacts that a new guest would not get, because an earlier stay of the input with another
 * name has them, such as the address of an agency. A guest without a name is the same as nobody.
 */
export function sharedContacts(stays: readonly RehearsedStay[]): Map<RehearsedStay, Problem[]> {
	const problems = new Map<RehearsedStay, Problem[]>();
	for (const [contact, member] of MEMBERS) {
		const firstNames = new Map<string, string | undefined>();
		for (const one of stays) {
			const { guest } = one.stay;
			const value = guest[member]?.toLowerCase();
			if (value === undefined) continue;
			if (!firstNames.has(value)) firstNames.set(value, guest.name);
			else if (
				!one.current &&
				(guest.name === undefined || !isSameText(firstNames.get(value), guest.name))
			)
				problems.set(one, [
					...(problems.get(one) ?? []),
					leftOutProblem({ contact, why: 'belongsToAnother' }),
				]);
		}
	}
	return problems;
}

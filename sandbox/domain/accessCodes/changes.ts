import type { PendingMutation } from '../../schemas/accessCode';
import type { StoredAccessCode } from '../../state/state';

/** Fields of a code that can change. Null removes a name or a time. */
export interface AccessCodeChanges {
	name?: string | null;
	code?: string;
	startsAt?: string | null;
	endsAt?: string | null;
}

export function realChanges(code: StoredAccessCode, changes: AccessCodeChanges): AccessCodeChanges {
	const current: Required<AccessCodeChanges> = {
		name: code.name,
		code: code.code,
		startsAt: code.startsAt ?? null,
		endsAt: code.endsAt ?? null,
	};
	return Object.fromEntries(
		Object.entries(changes).filter(
			([member, value]) =>
				value !== undefined && value !== current[member as keyof AccessCodeChanges],
		),
	);
}

export function updateMutations(
	code: StoredAccessCode,
	changes: AccessCodeChanges,
	createdAt: string,
): PendingMutation[] {
	const mutations: PendingMutation[] = [];
	if (changes.code !== undefined) {
		mutations.push({
			mutation_code: 'updating_code',
			message: 'The PIN is being changed on the device.',
			created_at: createdAt,
			from: { code: code.code },
			to: { code: changes.code },
		});
	}
	if (changes.name !== undefined) {
		mutations.push({
			mutation_code: 'updating_name',
			message: 'The name is being changed on the device.',
			created_at: createdAt,
			from: { name: code.name },
			to: { name: changes.name },
		});
	}
	if (changes.startsAt !== undefined || changes.endsAt !== undefined) {
		const from = { starts_at: code.startsAt ?? null, ends_at: code.endsAt ?? null };
		mutations.push({
			mutation_code: 'updating_time_frame',
			message: 'The time frame is being changed on the device.',
			created_at: createdAt,
			from,
			to: {
				starts_at: changes.startsAt === undefined ? from.starts_at : changes.startsAt,
				ends_at: changes.endsAt === undefined ? from.ends_at : changes.endsAt,
			},
		});
	}
	return mutations;
}

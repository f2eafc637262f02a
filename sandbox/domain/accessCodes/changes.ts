import type { PendingMutation } from '../../schemas/accessCode';
import type { StoredAccessCode } from '../../state/state';
import { newMutation } from '../issues';
import type { Here } from '../service';

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
	here: Here,
	code: StoredAccessCode,
	changes: AccessCodeChanges,
): PendingMutation[] {
	const mutations: PendingMutation[] = [];
	if (changes.code !== undefined) {
		const change = { from: { code: code.code }, to: { code: changes.code } };
		const message = 'The PIN is being changed on the device.';
		mutations.push(newMutation(here, 'updating_code', message, change));
	}
	if (changes.name !== undefined) {
		const change = { from: { name: code.name }, to: { name: changes.name } };
		const message = 'The name is being changed on the device.';
		mutations.push(newMutation(here, 'updating_name', message, change));
	}
	if (changes.startsAt !== undefined || changes.endsAt !== undefined) {
		const from = { starts_at: code.startsAt ?? null, ends_at: code.endsAt ?? null };
		const { startsAt = from.starts_at, endsAt = from.ends_at } = changes;
		const change = { from, to: { starts_at: startsAt, ends_at: endsAt } };
		const message = 'The time frame is being changed on the device.';
		mutations.push(newMutation(here, 'updating_time_frame', message, change));
	}
	return mutations;
}

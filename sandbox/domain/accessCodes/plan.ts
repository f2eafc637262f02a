import { providerOf } from '../records';
import type { PendingMutation } from '../../schemas/accessCode';
import type { StoredAccessCode, StoredDevice } from '../../state/state';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Programming starts this long before the code does (facts 5). */
const NATIVE_LEAD_MS = 72 * HOUR_MS;
const LEAD_MS = 60 * MINUTE_MS;

/** Facts 5, "No native scheduling"; the third is in no fixture. */
const PROVIDERS_WITHOUT_SCHEDULING: ReadonlySet<string> = new Set(['lockvendor', 'smartthings', 'lockly']);

/** Whether the lock keeps the code's times itself, so that it can be programmed long before they begin. */
export function isNativelyScheduled(code: StoredAccessCode, device: StoredDevice): boolean {
	return code.prefersNativeScheduling !== false && !PROVIDERS_WITHOUT_SCHEDULING.has(providerOf(device));
}

/** When the code is to be programmed on the device, in ms since the epoch; in the past means at once. */
export function programmingTimeMs(code: StoredAccessCode, device: StoredDevice): number {
	if (!code.startsAt) return -Infinity;
	return Date.parse(code.startsAt) - (isNativelyScheduled(code, device) ? NATIVE_LEAD_MS : LEAD_MS);
}

export const startMs = ({ startsAt }: StoredAccessCode) => (startsAt ? Date.parse(startsAt) : -Infinity);

export const endMs = ({ endsAt }: StoredAccessCode) => (endsAt ? Date.parse(endsAt) : Infinity);

/** Whether a backup code can still be pulled for the code. */
export function isBackupAvailable(code: StoredAccessCode): boolean {
	return code.usesBackupPool === true && code.pulledBackupAccessCodeId === undefined;
}

/** What a caller may change of a code; null removes a name or a time. */
export interface AccessCodeChanges {
	name?: string | null;
	code?: string;
	startsAt?: string | null;
	endsAt?: string | null;
}

/** The changes without what is so already. */
export function realChanges(code: StoredAccessCode, changes: AccessCodeChanges): AccessCodeChanges {
	const current: Required<AccessCodeChanges> = {
		name: code.name,
		code: code.code,
		startsAt: code.startsAt ?? null,
		endsAt: code.endsAt ?? null,
	};
	return Object.fromEntries(
		Object.entries(changes).filter(
			([member, value]) => value !== undefined && value !== current[member as keyof AccessCodeChanges],
		),
	);
}

/** One mutation for each kind of change: the PIN, the name, the time frame. */
export function updateMutations(code: StoredAccessCode, changes: AccessCodeChanges, createdAt: string): PendingMutation[] {
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

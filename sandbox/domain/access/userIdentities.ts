import { randomUUID } from 'node:crypto';
import type { Static, Type } from 'typebox';
import type { UserIdentityData } from '../../state/accessState';
import { UserIdentityFields } from '../../schemas/userIdentity';
import { nowIso } from '../clock';
import type { Service } from '../service';
import { ServiceError } from '../serviceError';
import type { WorkspaceState } from '../../state/state';

/** What a caller may say of a person. */
export type UserIdentityInput = Static<Type.TObject<typeof UserIdentityFields>>;

/** Throws 409 `duplicate_user_identity_key` for a key that another one has. */
export function createUserIdentity(service: Service, workspace: WorkspaceState, input: UserIdentityInput): UserIdentityData {
	requireFreeKey(workspace, input.user_identity_key);
	return workspace.access.userIdentities.add({
		user_identity_id: randomUUID(),
		workspace_id: workspace.record.workspace_id,
		user_identity_key: null,
		full_name: null,
		email_address: null,
		phone_number: null,
		...knownFields(input),
		created_at: nowIso(service),
		errors: [],
		warnings: [],
	});
}

/** Throws 409 `duplicate_user_identity_key`, which is assumed, for a key that another one has. */
export function requireFreeKey(workspace: WorkspaceState, key?: string | null, ownId?: string): void {
	if (!key) return;
	const holder = workspace.access.userIdentities.records.find((one) => one.user_identity_key === key);
	if (!holder || holder.user_identity_id === ownId) return;
	throw new ServiceError(409, 'duplicate_user_identity_key', 'Another user identity has this key.', { data: { user_identity_key: key } });
}

/** The members that were named, and no others: unknown parameters are ignored. */
export function knownFields(input: UserIdentityInput): UserIdentityInput {
	return Object.fromEntries(
		Object.entries(input).filter(([name, value]) => name in UserIdentityFields && value !== undefined),
	);
}

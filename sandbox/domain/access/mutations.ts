import type { AccessMethodMutation } from '../../schemas/accessMethod';
import type { WorkspaceState } from '../../state/state';
import { nowIso } from '../clock';
import { isBeingDeleted } from '../issues';
import type { Service } from '../service';

/** The mutation of a method that gets codes on more devices. `from` and `to` are its device IDs before and after. */
export function provisioningAccess(
	service: Service,
	from: string[],
	to: string[],
): AccessMethodMutation {
	const message = 'The access code is being set on the devices.';
	return {
		mutation_code: 'provisioning_access',
		message,
		created_at: nowIso(service),
		from: { device_ids: from },
		to: { device_ids: to },
	};
}

/** The mutation of a method that loses devices. `from` and `to` are its device IDs before and after. */
export function revokingAccess(
	service: Service,
	from: string[],
	to: string[],
): AccessMethodMutation {
	const message = 'The access is being taken from the devices.';
	return {
		mutation_code: 'revoking_access',
		message,
		created_at: nowIso(service),
		from: { device_ids: from },
		to: { device_ids: to },
	};
}

export function dropMutations(
	{ access }: WorkspaceState,
	accessGrantId: string,
	...codes: string[]
): void {
	const isLeft = ({ mutation_code }: { mutation_code: string }) => !codes.includes(mutation_code);
	const grant = access.accessGrants.get(accessGrantId);
	if (!grant) return;
	access.accessGrants.update(accessGrantId, {
		pending_mutations: grant.pending_mutations.filter(isLeft),
	});
	for (const method of access.methodsOf(accessGrantId)) {
		if (isBeingDeleted(method)) continue;
		access.accessMethods.update(method.access_method_id, {
			pending_mutations: method.pending_mutations.filter(isLeft),
		});
	}
}

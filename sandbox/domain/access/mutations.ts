import type { AccessMethodMutation } from '../../schemas/accessMethod';
import { isBeingDeleted, newMutation } from '../issues';
import type { Here, Service } from '../service';

const MESSAGES = {
	provisioning_access: 'The access code is being set on the devices.',
	revoking_access: 'The access is being taken from the devices.',
};

/** The mutation of a method that gets codes on more devices, or loses devices. `from` and `to` are its device IDs before and after. */
export const deviceMutation = (
	service: Service,
	mutation_code: keyof typeof MESSAGES,
	from: string[],
	to: string[],
): AccessMethodMutation =>
	newMutation(service, mutation_code, MESSAGES[mutation_code], {
		from: { device_ids: from },
		to: { device_ids: to },
	});

export function dropMutations({ access }: Here, accessGrantId: string, ...codes: string[]): void {
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

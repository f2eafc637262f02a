import type { AccessMethodMutation } from '../../schemas/accessMethod';
import { nowIso } from '../clock';
import { isBeingDeleted } from '../issues';
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
): AccessMethodMutation => ({
	mutation_code,
	message: MESSAGES[mutation_code],
	created_at: nowIso(service),
	from: { device_ids: from },
	to: { device_ids: to },
});

export function dropMutations(
	{ workspace: { access } }: Here,
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

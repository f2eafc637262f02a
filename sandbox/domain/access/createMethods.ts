import { randomUUID } from 'node:crypto';
import { placesOf, type Places } from './lookup';
import type { AccessGrantData, AccessMethodData } from '../../state/accessState';
import type { Fault } from '../../faults/faults';
import { deviceMutation } from './mutations';
import { choosePin, provideCodes } from './grantCodes';
import { addInstantKey } from './instantKeys';
import { nowIso } from '../clock';
import type { AccessGrantWarning, RequestedMethod } from '../../schemas/accessGrant';
import type { Here, Service } from '../service';

interface CreatedMethods {
	methods: AccessMethodData[];
	missingDeviceIds: string[];
	warnings: AccessGrantWarning[];
}

type Draft = Omit<AccessMethodData, 'access_method_id'> & { access_method_id?: string };

/**
 * Creates the methods for one request: one card for each access control system of the entrances, or a single PIN or key.
 * None if no place fits. Assumes that keys and cards need an entrance, and that a PIN needs an entrance or a device that
 * accepts it.
 */
export function createAccessMethods(
	here: Here,
	grant: AccessGrantData,
	request: RequestedMethod,
	fault?: Fault,
): CreatedMethods {
	const places = placesOf(here, grant);
	const drafts = {
		code: () => codeMethod(here, grant, places, { pin: request.code, fault }),
		card: () => cardMethods(here, grant, places.acs_entrance_ids),
		mobile_key: () => keyMethod(here, grant, request, places.acs_entrance_ids),
		cloud_key: () => keyMethod(here, grant, request, places.acs_entrance_ids),
	}[request.mode]();
	const methods = drafts.methods.map((draft) =>
		here.access.accessMethods.add({ access_method_id: randomUUID(), ...draft }),
	);
	return { ...drafts, methods };
}

interface Drafts extends Omit<CreatedMethods, 'methods'> {
	methods: Draft[];
}

function codeMethod(
	here: Here,
	grant: AccessGrantData,
	{ device_ids, acs_entrance_ids }: Omit<Places, 'space_ids'>,
	{ pin: requestedPin, fault }: { pin?: string; fault?: Fault },
): Drafts {
	const pin = requestedPin ?? choosePin(here, device_ids);
	const accessMethodId = randomUUID();
	const { codes, ...rest } = provideCodes(here, {
		grant,
		accessMethodId,
		deviceIds: device_ids,
		pin,
		isPinRequested: requestedPin !== undefined,
		fault,
	});
	if (codes.length === 0 && acs_entrance_ids.length === 0) return { methods: [], ...rest };
	const deviceIds = codes.map(({ deviceId }) => deviceId);
	const [onlyCode] = codes.length === 1 && acs_entrance_ids.length === 0 ? codes : [];
	const method: Draft = {
		...base(here, grant, 'code'),
		access_method_id: accessMethodId,
		// A method for a single device has the PIN of its code, or none until the lock's maker chooses one.
		code: onlyCode ? onlyCode.code || null : pin,
		device_ids: deviceIds,
		acs_entrance_ids,
		pending_mutations:
			deviceIds.length === 0 ? [] : [deviceMutation(here, 'provisioning_access', [], deviceIds)],
	};
	return { methods: [method], ...rest };
}

function cardMethods(here: Here, grant: AccessGrantData, entranceIds: string[]): Drafts {
	const { entrances, accessSystems } = here.access;
	const methods = accessSystems.records.flatMap((system): Draft[] => {
		const acs_entrance_ids = entranceIds.filter(
			(id) => entrances.get(id)?.acs_system_id === system.acs_system_id,
		);
		if (acs_entrance_ids.length === 0) return [];
		const isAssigned = system.cards === 'assigned';
		return [
			{
				...base(here, grant, 'card'),
				acs_system_id: system.acs_system_id,
				acs_entrance_ids,
				is_assignment_required: isAssigned,
				is_ready_for_assignment: isAssigned,
				is_encoding_required: !isAssigned,
				is_ready_for_encoding: false,
			},
		];
	});
	return { methods, missingDeviceIds: [], warnings: [] };
}

function keyMethod(
	here: Here,
	grant: AccessGrantData,
	{ mode }: RequestedMethod,
	acs_entrance_ids: string[],
): Drafts {
	const methods =
		acs_entrance_ids.length === 0
			? []
			: [{ ...base(here, grant, mode), access_method_id: randomUUID(), acs_entrance_ids }];
	if (mode === 'mobile_key')
		for (const { access_method_id: id } of methods) addInstantKey(here, grant, id);
	return { methods, missingDeviceIds: [], warnings: [] };
}

function base(service: Service, grant: AccessGrantData, mode: RequestedMethod['mode']): Draft {
	const { access_grant_id, workspace_id, customization_profile_id } = grant;
	return {
		access_grant_id,
		workspace_id,
		mode,
		created_at: nowIso(service),
		issued_at: null,
		...(customization_profile_id ? { customization_profile_id } : {}),
		device_ids: [],
		acs_entrance_ids: [],
		readyDeviceIds: [],
		wasIssued: false,
		errors: [],
		warnings: [],
		pending_mutations: [],
	};
}

import type { Here } from '../../domain/service';
import { randomUUID } from 'node:crypto';
import { draftOf, requireTimes, sharingObjection, toIso } from '../../domain/accessCodes/newCode';
import {
	generatePin,
	isPinTaken,
	pinObjection,
	requireAllowedPin,
	sharedPin,
} from '../../domain/accessCodes/pinRules';
import { createCode } from '../../domain/accessCodes/create';
import { updateCode } from '../../domain/accessCodes/update';
import { findDevice } from '../../domain/lookup';
import { toManagedRecord } from '../../domain/accessCodes/records';
import type { Parameters } from '../../schemas/parameters';
import { invalidInput, notFound } from '../../domain/serviceError';
import type { StoredDevice } from '../../state/state';
import { defineRoute } from './defineRoute';
import { given } from '../../domain/without';

export const accessCodeSetRoutes = [
	defineRoute({
		path: '/access_codes/create_multiple',
		answer(here, { parameters, fault }) {
			const devices = [...new Set(parameters.device_ids)].map((id) => findDevice(here, id));
			const pins = pinsOf(here, devices, parameters);
			// If the caller chose the PIN, the codes have no key (docs/service.md#codes-15).
			const common_code_key =
				parameters.code === undefined ? `auto_set_by_create_multiple_${randomUUID()}` : undefined;
			const drafts = devices.map((device, index) =>
				draftOf(here, device, { ...parameters, code: pins[index], common_code_key }),
			);
			const codes = drafts.map((draft) => createCode(here, draft, { fault }));
			return {
				access_codes: codes.map((code) => toManagedRecord(here, code)),
			};
		},
	}),

	defineRoute({
		path: '/access_codes/update_multiple',
		answer(here, { parameters, fault }) {
			const { common_code_key: key, name } = parameters;
			const codes = [...here.workspace.accessCodesByDevice.values()]
				.flat()
				.filter((code) => code.isManaged && code.commonCodeKey === key);
			if (codes.length === 0) throw notFound('access_code', { common_code_key: key });
			const times = { startsAt: toIso(parameters.starts_at), endsAt: toIso(parameters.ends_at) };
			for (const code of codes)
				requireTimes(here, { startsAt: code.startsAt, endsAt: code.endsAt, ...given(times) });
			for (const code of codes) updateCode(here, code, { name, ...times }, { fault });
		},
	}),

	defineRoute({
		path: '/access_codes/generate_code',
		answer(here, { parameters: { device_id } }) {
			return {
				generated_code: {
					device_id,
					code: generatePin(here, findDevice(here, device_id)),
				},
			};
		},
	}),
];

/** The PIN of each device: the same for all. Undefined if the device cannot have it and may get a random one of its own. */
function pinsOf(
	here: Here,
	devices: StoredDevice[],
	parameters: Parameters<'/access_codes/create_multiple'>,
): Array<string | undefined> {
	const mayDiffer = parameters.behavior_when_code_cannot_be_shared === 'create_random_code';
	const common =
		parameters.code ?? commonPin(here, devices, mayDiffer, parameters.preferred_code_length);
	return devices.map((device) => {
		const objection = sharingObjection(device) ?? pinObjection(device, common);
		const isPossible =
			objection === undefined && !isPinTaken(here, device.record.device_id, common);
		if (isPossible) return common;
		if (mayDiffer) return undefined;
		requireAllowedPin(here, device, common);
		throw invalidInput(objection ?? 'The code cannot be shared by these devices');
	});
}

/** A PIN for all devices. If there is none and the PINs may differ, a PIN for the first device, which others may share. */
function commonPin(
	here: Here,
	devices: StoredDevice[],
	mayDiffer: boolean,
	preferredLength?: number,
): string {
	const pin =
		sharedPin(here, devices, preferredLength) ??
		(mayDiffer ? sharedPin(here, devices.slice(0, 1), preferredLength) : undefined);
	if (pin === undefined) throw invalidInput('These devices have no code length in common');
	return pin;
}

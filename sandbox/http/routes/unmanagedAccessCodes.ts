import { randomUUID } from 'node:crypto';
import { accessCodesOf, findAccessCode, findDevice, requireSandbox } from '../../domain/lookup';
import { paginate } from '../pagination';
import { publishOfCode } from '../../domain/accessCodes/codeEvents';
import { toUnmanagedRecord } from '../../domain/accessCodes/records';
import {
	convertUnmanagedCode,
	deleteUnmanagedCode,
	overtake,
} from '../../domain/accessCodes/unmanaged';
import { nowIso } from '../../domain/clock';
import { PROVIDERS_WITHOUT_CONVERSION, providerOf } from '../../domain/providers';
import { type ServiceError, invalidInput, unsupportedDevice } from '../../domain/serviceError';
import type { StoredAccessCode } from '../../state/state';
import { defineRoute } from './defineRoute';

export const unmanagedAccessCodeRoutes = [
	defineRoute({
		path: '/access_codes/unmanaged/list',
		answer(here, request) {
			const device = findDevice(here.workspace, request.parameters.device_id);
			const codes = accessCodesOf(here.workspace, request.parameters.device_id, false).filter(
				(code) => isFoundBy(code, request.parameters.search),
			);
			const { entries, pagination } = paginate(here, codes, request, { defaultLimit: 300_000 });
			return { access_codes: entries.map((code) => toUnmanagedRecord(code, device)), pagination };
		},
	}),

	defineRoute({
		path: '/access_codes/unmanaged/get',
		answer({ state, workspace }, { parameters }) {
			if (!parameters.access_code_id && !(parameters.device_id && parameters.code)) {
				throw invalidInput('Either access_code_id, or device_id and code, are required');
			}
			const code = findAccessCode(state, workspace, false, parameters);
			return { access_code: toUnmanagedRecord(code, findDevice(workspace, code.deviceId)) };
		},
	}),

	defineRoute({
		path: '/access_codes/unmanaged/convert_to_managed',
		answer(here, { parameters, fault }) {
			const { workspace } = here;
			const { access_code_id, force, sync } = parameters;
			const code = findAccessCode(here.state, workspace, false, { access_code_id });
			const provider = providerOf(findDevice(workspace, code.deviceId));
			if (PROVIDERS_WITHOUT_CONVERSION.has(provider)) {
				throw unsupported(
					`Access codes on ${provider} devices cannot be converted to managed ones.`,
					code,
				);
			}
			if (code.cannotBeManaged)
				throw unsupported('This access code cannot be converted to a managed one.', code);
			const attempt = convertUnmanagedCode(here, code, {
				force,
				isExternalModificationAllowed:
					parameters.is_external_modification_allowed ?? parameters.allow_external_modification,
				sync,
				fault,
			});
			return here.settings.convertAnswer === 'okOnly' ? {} : { action_attempt: attempt };
		},
	}),

	defineRoute({
		path: '/access_codes/unmanaged/delete',
		answer(here, { parameters, fault }) {
			const { workspace } = here;
			if (fault?.kind === 'overtaken') {
				overtake(here, findAccessCode(here.state, workspace, false, parameters), fault.by);
			}
			const code = findAccessCode(here.state, workspace, false, parameters);
			if (code.cannotDelete) {
				throw unsupported(
					'This unmanaged access code can only be deleted in the app of the lock maker.',
					code,
				);
			}
			const attempt = deleteUnmanagedCode(here, code, {
				sync: parameters.sync,
				fault,
			});
			return here.settings.deleteAnswer === 'okOnly' ? {} : { action_attempt: attempt };
		},
	}),

	defineRoute({
		path: '/access_codes/simulate/create_unmanaged_access_code',
		answer(here, { parameters }) {
			const { workspace } = here;
			const device = findDevice(workspace, parameters.device_id);
			requireSandbox(workspace, 'simulate access codes');
			const code = here.state.addAccessCode(workspace, {
				accessCodeId: randomUUID(),
				deviceId: parameters.device_id,
				name: parameters.name,
				code: parameters.code,
				createdAt: nowIso(here),
			});
			publishOfCode(here, code, 'unmanaged.created');
			return { access_code: toUnmanagedRecord(code, device) };
		},
	}),
];

function unsupported(message: string, code: StoredAccessCode): ServiceError {
	return unsupportedDevice(message, {
		access_code_id: code.accessCodeId,
		device_id: code.deviceId,
	});
}

function isFoundBy(code: StoredAccessCode, search?: string): boolean {
	if (!search) return true;
	const wanted = search.toLowerCase();
	return [code.name ?? '', code.code, code.accessCodeId].some((text) =>
		text.toLowerCase().includes(wanted),
	);
}

import { randomUUID } from 'node:crypto';
import {
	accessCodesOf,
	codesFoundBy,
	findAccessCode,
	findDevice,
	requireSandbox,
} from '../../domain/lookup';
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
import { type ServiceError, unsupportedDevice } from '../../domain/serviceError';
import type { StoredAccessCode } from '../../state/state';
import { defineRoute } from './defineRoute';

export const unmanagedAccessCodeRoutes = [
	defineRoute({
		path: '/access_codes/unmanaged/list',
		answer(here, request) {
			const { device_id: deviceId, search } = request.parameters;
			findDevice(here, deviceId);
			const { entries, pagination } = paginate(
				here,
				accessCodesOf(here, deviceId, false),
				request,
				{
					defaultLimit: 300_000,
					matches: codesFoundBy(search),
				},
			);
			return { access_codes: entries.map((code) => toUnmanagedRecord(here, code)), pagination };
		},
	}),

	defineRoute({
		path: '/access_codes/unmanaged/get',
		answer: (here, { parameters }) => ({
			access_code: toUnmanagedRecord(here, findAccessCode(here, false, parameters)),
		}),
	}),

	defineRoute({
		path: '/access_codes/unmanaged/convert_to_managed',
		answer(here, { parameters, fault }) {
			const { access_code_id, force, sync } = parameters;
			const code = findAccessCode(here, false, { access_code_id });
			const provider = providerOf(findDevice(here, code.deviceId));
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
			if (fault?.kind === 'overtaken')
				overtake(here, findAccessCode(here, false, parameters), fault.by);
			const code = findAccessCode(here, false, parameters);
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
			findDevice(here, parameters.device_id);
			requireSandbox(here, 'simulate access codes');
			const code = here.state.addAccessCode(here.workspace, {
				accessCodeId: randomUUID(),
				deviceId: parameters.device_id,
				name: parameters.name,
				code: parameters.code,
				createdAt: nowIso(here),
			});
			publishOfCode(here, code, 'unmanaged.created');
			return { access_code: toUnmanagedRecord(here, code) };
		},
	}),
];

function unsupported(message: string, code: StoredAccessCode): ServiceError {
	return unsupportedDevice(message, {
		access_code_id: code.accessCodeId,
		device_id: code.deviceId,
	});
}

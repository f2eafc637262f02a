import { findAccessGrant } from '../../domain/access/lookup';
import { draftOf, requireTimes, toIso } from '../../domain/accessCodes/newCode';
import { accessCodesOf, codesFoundBy, findAccessCode, findDevice } from '../../domain/lookup';
import { beginAttempt } from '../../domain/attempts';
import { pullBackup } from '../../domain/accessCodes/backup';
import { createCode } from '../../domain/accessCodes/create';
import { releaseCode, removeCode } from '../../domain/accessCodes/remove';
import { updateCode } from '../../domain/accessCodes/update';
import { paginate } from '../pagination';
import { toManagedRecord } from '../../domain/accessCodes/records';
import type { ActionAttempt } from '../../schemas/actionAttempt';
import type { Parameters } from '../../schemas/parameters';
import type { Here, Service } from '../../domain/service';
import { invalidInput } from '../../domain/serviceError';
import type { StoredAccessCode } from '../../state/state';
import { defineRoute } from './defineRoute';
import { requireAllowedPin } from '../../domain/accessCodes/pinRules';

export const accessCodeRoutes = [
	defineRoute({
		path: '/access_codes/create',
		answer(here, { parameters, fault }) {
			const device = findDevice(here, parameters.device_id);
			const draft = draftOf(here, device, parameters);
			const attempt = beginAttempt(here, {
				actionType: 'CREATE_ACCESS_CODE',
				deviceId: parameters.device_id,
				fault,
			});
			const code = createCode(here, draft, { attempt, fault, sync: parameters.sync });
			return { access_code: toManagedRecord(here, code), ...answerOf(here, attempt.record) };
		},
	}),

	defineRoute({
		path: '/access_codes/list',
		answer(here, request) {
			const codes = selectCodes(here, request.parameters);
			const { entries, pagination } = paginate(here, codes, request, {
				defaultLimit: 55_000,
				matches: codesFoundBy(request.parameters.search),
			});
			return { access_codes: entries.map((code) => toManagedRecord(here, code)), pagination };
		},
	}),

	defineRoute({
		path: '/access_codes/get',
		answer: (here, { parameters }) => ({
			access_code: toManagedRecord(here, findAccessCode(here, true, parameters)),
		}),
	}),

	defineRoute({
		path: '/access_codes/update',
		// What parameters do to an existing code that only the OpenAPI has, such as `preferred_code_length`, is unknown: they do
		// nothing here (docs/service.md#codes-18).
		answer(here, { parameters, fault }) {
			const code = findOwn(here, parameters);
			const changes = changesOf(here, code, parameters);
			const isAllowed =
				parameters.is_external_modification_allowed ?? parameters.allow_external_modification;
			if (isAllowed !== undefined)
				here.state.updateAccessCode(code, { isExternalModificationAllowed: isAllowed });
			const attempt = beginAttempt(here, {
				actionType: 'UPDATE_ACCESS_CODE',
				deviceId: code.deviceId,
				fault,
			});
			updateCode(here, code, changes, { attempt, fault, sync: parameters.sync });
			if (parameters.is_managed === false) releaseCode(here, code);
			return answerOf(here, attempt.record);
		},
	}),

	defineRoute({
		path: '/access_codes/delete',
		answer(here, { parameters, fault }) {
			const code = findOwn(here, parameters);
			const attempt = beginAttempt(here, {
				actionType: 'DELETE_ACCESS_CODE',
				deviceId: code.deviceId,
				fault,
			});
			removeCode(here, code, { attempt, fault, sync: parameters.sync });
			return answerOf(here, attempt.record);
		},
	}),

	defineRoute({
		path: '/access_codes/pull_backup_access_code',
		answer(here, { parameters }) {
			const code = findAccessCode(here, true, parameters);
			const backup_access_code = toManagedRecord(here, pullBackup(here, code));
			const { pulledBackupAnswer } = here.settings;
			if (pulledBackupAnswer === 'backupOnly') return { backup_access_code };
			if (pulledBackupAnswer === 'accessCodeOnly') return { access_code: backup_access_code };
			return { access_code: toManagedRecord(here, code), backup_access_code };
		},
	}),
];

function answerOf({ settings }: Service, attempt: ActionAttempt) {
	return settings.accessCodeAnswer === 'okOnly' ? {} : { action_attempt: attempt };
}

/** The code with this ID. Throws 400 `invalid_input` if the request names a device other than the code's. */
function findOwn(
	here: Here,
	{ access_code_id, device_id }: { access_code_id: string; device_id?: string },
) {
	const code = findAccessCode(here, true, { access_code_id });
	if (device_id !== undefined && device_id !== code.deviceId)
		throw invalidInput('The access code is on another device');
	return code;
}

function changesOf(
	here: Here,
	code: StoredAccessCode,
	parameters: Parameters<'/access_codes/update'>,
) {
	const { name, code: pin, type } = parameters;
	if (pin !== undefined && pin !== code.code)
		requireAllowedPin(here, findDevice(here, code.deviceId), pin);
	const isMadeOngoing = type === 'ongoing';
	if (isMadeOngoing && (parameters.starts_at ?? parameters.ends_at))
		throw invalidInput('An ongoing access code has no times');
	const startsAt = isMadeOngoing ? null : toIso(parameters.starts_at);
	const endsAt = isMadeOngoing ? null : toIso(parameters.ends_at);
	const after = {
		startsAt: startsAt === undefined ? code.startsAt : startsAt,
		endsAt: endsAt === undefined ? code.endsAt : endsAt,
	};
	if (type === 'time_bound' && !after.startsAt)
		throw invalidInput('A time-bound access code needs starts_at and ends_at');
	if (startsAt !== undefined || endsAt !== undefined) requireTimes(here, after);
	return { name, code: pin, startsAt, endsAt };
}

/**
 * The codes that match. Requires one of the filters. Finds backup codes only by ID
 * (docs/service.md#lists-8).
 */
function selectCodes(here: Here, filters: Parameters<'/access_codes/list'>): StoredAccessCode[] {
	const { device_id: deviceId, access_code_ids: ids, access_method_id: methodId } = filters;
	const hasGrant = filters.access_grant_id !== undefined || filters.access_grant_key !== undefined;
	// No fixture has a customer.
	const hasCustomer =
		filters.customer_key !== undefined || filters.user_identifier_key !== undefined;
	if (!deviceId && !ids && !hasGrant && !methodId && !hasCustomer) {
		throw invalidInput(
			'One of device_id, access_code_ids, access_grant_id, access_grant_key, access_method_id is required',
		);
	}
	if (deviceId) findDevice(here, deviceId);
	const grantId = hasGrant ? findAccessGrant(here, filters).access_grant_id : undefined;
	if (hasCustomer) return [];
	const wantedIds = ids && new Set(ids);
	return candidates(here, deviceId, wantedIds)
		.filter(
			(code) =>
				(wantedIds ? wantedIds.has(code.accessCodeId) : !code.isBackup) &&
				(!grantId || code.accessGrantId === grantId) &&
				(!methodId || code.accessMethodId === methodId),
		)
		.sort((left, right) => left.sequence - right.sequence);
}

function candidates(here: Here, deviceId?: string, ids?: Set<string>): StoredAccessCode[] {
	const { state, workspace } = here;
	if (deviceId) return accessCodesOf(here, deviceId, true);
	if (!ids)
		return [...workspace.accessCodesByDevice.keys()].flatMap((id) => accessCodesOf(here, id, true));
	return [...ids]
		.flatMap((id) => state.accessCodes.get(id) ?? [])
		.filter((code) => code.isManaged && code.workspaceId === workspace.record.workspace_id);
}

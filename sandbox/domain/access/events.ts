import type { AccessGrantData, AccessMethodData } from '../../state/accessState';
import { publishEvent } from '../publishEvent';
import type { Service } from '../service';
import type { WorkspaceState } from '../../state/state';

/** Publishes an event of a method. Only events about issuing or reissuing carry its PIN. */
export function publishOfMethod(
	service: Service,
	workspace: WorkspaceState,
	method: AccessMethodData,
	eventType: string,
): void {
	const { access_grant_id, access_method_id, code, isBackupCode } = method;
	const key = workspace.access.accessGrants.get(access_grant_id)?.access_grant_key;
	publishEvent(service, workspace, {
		event_type: eventType,
		access_method_id,
		access_grant_ids: [access_grant_id],
		...(key === undefined ? {} : { access_grant_keys: [key] }),
		...(/issued$/.test(eventType) && code ? { code, is_backup_code: isBackupCode ?? false } : {}),
	});
}

export function publishOfGrant(
	service: Service,
	workspace: WorkspaceState,
	{ access_grant_id, access_grant_key }: AccessGrantData,
	eventType: string,
	members: Record<string, unknown> = {},
): void {
	publishEvent(service, workspace, {
		event_type: eventType,
		access_grant_id,
		...(access_grant_key === undefined ? {} : { access_grant_key }),
		...members,
	});
}

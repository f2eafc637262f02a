import type { AccessGrantData, AccessMethodData } from '../../state/accessState';
import { publishEvent } from '../publishEvent';
import type { Here } from '../service';
import { given } from '../without';

/** Publishes an event of a method. Only events about issuing or reissuing carry its PIN. */
export function publishOfMethod(here: Here, method: AccessMethodData, eventType: string): void {
	const { access_grant_id, access_method_id, code, isBackupCode } = method;
	const key = here.access.accessGrants.get(access_grant_id)?.access_grant_key;
	publishEvent(here, {
		event_type: eventType,
		access_method_id,
		access_grant_ids: [access_grant_id],
		...(key === undefined ? {} : { access_grant_keys: [key] }),
		...(/issued$/.test(eventType) && code ? { code, is_backup_code: isBackupCode ?? false } : {}),
	});
}

export function publishOfGrant(
	here: Here,
	{ access_grant_id, access_grant_key }: AccessGrantData,
	eventType: string,
	members: Record<string, unknown> = {},
): void {
	publishEvent(here, {
		event_type: eventType,
		access_grant_id,
		...given({ access_grant_key }),
		...members,
	});
}

import type { ServiceError } from './errors';

/** Records whose name in the editor differs from the one in the API. */
const RECORD_NAMES: Readonly<Record<string, string>> = {
	action_attempts: 'action attempt',
	acs_credential: 'access credential',
	acs_user: 'access system user',
	user_identity: 'person',
};

/**
 * Names the missing record by the ID or key in the request: "No space has the key 'room-999'".
 * Undefined for any other failed call. Never repeats one of the `secrets`.
 */
export function missingRecordSentence(
	{ type, status, endpoint, sent = [], identifiers = {} }: ServiceError['answer'],
	secrets: string[],
): string | undefined {
	const [, record] = /^([a-z_]+)_not_found$/.exec(type) ?? [];
	// The credential or the options name the workspace, and the hints for workspaces say more.
	if (status !== 404 || record === undefined || record === 'workspace') return undefined;
	const name = nameOfRecord(record, endpoint);
	const [id, key] = [identifiers[`${record}_id`], identifiers[`${record}_key`]];
	if (id !== undefined && !secrets.includes(id)) return `No ${name} has the ID '${id}'`;
	if (key !== undefined && !secrets.includes(key)) return `No ${name} has the key '${key}'`;
	return record === 'access_code' && sent.includes('code')
		? `No ${name} on the device has this PIN`
		: `There is no such ${name} in this workspace`;
}

/**
 * Managed and unmanaged records are separate: the endpoint of one does not find the other
 * (docs/service.md#calls-8).
 */
function nameOfRecord(record: string, endpoint: string): string {
	const name =
		(Object.hasOwn(RECORD_NAMES, record) && RECORD_NAMES[record]) ||
		record.replace(/^acs_/, '').replaceAll('_', ' ');
	if (endpoint.startsWith(`/${record.replace(/y$/, 'ie')}s/unmanaged/`)) return `unmanaged ${name}`;
	return record === 'access_code' ? `managed ${name}` : name;
}

import { routes } from '../../sandbox/http/routes';
import { dossierEntries } from '../../test/operations';
import { requestsOf } from '../../test/operations/dossier';

/** Why no operation offers an endpoint. */
const NOT_OFFERED: Readonly<Record<string, string>> = {
	'/devices/delete':
		'the service no longer supports it; connectedAccount.delete removes an account with its devices',
	'/devices/list_device_providers':
		'connectWebview.create and customer.createPortal offer the providers as choices',
	'/locks/get': 'deprecated; device.get gives the same record',
	'/locks/list': 'device.getAll gives the same records, with more filters',
	'/access_codes/report_device_constraints':
		'it tells the service once which PIN lengths a lock takes, and the service already knows them for most locks',
	'/access_codes/get_timeline': 'undocumented and unreleased',
	'/access_codes/unmanaged/update':
		'the older way to convert a code, without an outcome; unmanagedAccessCode.convertToManaged is the newer one',
	'/acs/systems/report_devices': 'only Hotek systems need it, once, when they are set up',
	'/acs/entrances/grant_access':
		'it gives access without an end to one entrance, and no endpoint takes back only that access; access from accessGrant.create can have an end, and accessGrant.delete takes it back',
	'/acs/credentials/list_accessible_entrances':
		'entrance.getAll gives the same entrances, filtered by the credential',
	'/spaces/add_connected_account':
		'devices and entrances bring their accounts into a space; space.addDevices and space.addEntrances add them',
	'/spaces/remove_connected_account':
		'an account leaves a space with its devices and entrances; space.removeDevices and space.removeEntrances remove them',
	'/spaces/get_related':
		'device.getAll, entrance.getAll, accessMethod.getAll and connectedAccount.getAll find the same records by their space',
	'/user_identities/list_acs_users':
		'accessSystemUser.getAll gives the same users, filtered by the person',
	'/user_identities/list_acs_systems':
		'each user that accessSystemUser.getAll finds for a person names its access system',
	'/user_identities/merge':
		"it is in a later version of the vendor's SDK, but not in the vendor's OpenAPI specification",
	'/acs/encoders/simulate/next_credential_encode_will_fail':
		"it only tests a workflow without cards; n8n's HTTP Request node can send it",
	'/acs/encoders/simulate/next_credential_encode_will_succeed':
		"it only tests a workflow without cards; n8n's HTTP Request node can send it",
	'/acs/encoders/simulate/next_credential_scan_will_fail':
		"it only tests a workflow without cards; n8n's HTTP Request node can send it",
	'/acs/encoders/simulate/next_credential_scan_will_succeed':
		"it only tests a workflow without cards; n8n's HTTP Request node can send it",
	...Object.fromEntries(
		[
			'schedules/create',
			'schedules/delete',
			'schedules/get',
			'schedules/list',
			'schedules/update',
			'set_fallback_climate_preset',
		].map((name) => [
			`/thermostats/${name}`,
			"the operations are about access; the example Climate sends it with n8n's HTTP Request node and this package's credential",
		]),
	),
	'/webhooks/get': 'the trigger creates, lists and deletes its webhook, and needs nothing else',
	'/webhooks/update': 'the trigger creates, lists and deletes its webhook, and needs nothing else',
};

/** What the triggers use. */
const TRIGGER_ENDPOINTS = [
	'/webhooks/create',
	'/webhooks/list',
	'/webhooks/delete',
	'/events/list',
];

/** An endpoint of the service, with what of this package uses it. */
export interface CoveredEndpoint {
	readonly path: string;
	/** Such as `device.get`, sorted; `trigger` stands for both triggers. */
	readonly operations: readonly string[];
	readonly isInSandbox: boolean;
	/** Why there is no operation. */
	readonly reason?: string;
}

/** Every endpoint that an operation, a trigger or the sandbox knows, or that is not offered for a reason, by path. */
export function coveredEndpoints(): CoveredEndpoint[] {
	const used = new Map<string, Set<string>>();
	const use = (path: string, name: string) =>
		used.set(path, (used.get(path) ?? new Set()).add(name));
	for (const { name, operation, dossier } of dossierEntries) {
		if (operation.endpoint !== undefined) use(operation.endpoint, name);
		for (const one of Object.values(dossier))
			if (typeof one !== 'function')
				for (const [path] of requestsOf(operation, one)) use(path, name);
	}
	for (const path of TRIGGER_ENDPOINTS) use(path, 'trigger');
	const inSandbox = new Set<string>(routes.map(({ path }) => path));
	return [...new Set([...used.keys(), ...inSandbox, ...Object.keys(NOT_OFFERED)])]
		.sort()
		.map((path) => ({
			path,
			operations: [...(used.get(path) ?? [])].sort(),
			isInSandbox: inSandbox.has(path),
			reason: NOT_OFFERED[path],
		}));
}

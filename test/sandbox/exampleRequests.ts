import type { Sandbox } from '../../sandbox/createSandbox';
import { workspaceNamed } from '../../sandbox/createService';
import { hotel } from '../../sandbox/fixtures/hotel';
import { seedThermostat } from '../../sandbox/fixtures/seedThermostat';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import {
	type Body,
	call,
	make,
	type OperationCase,
	type PreparedCase,
	requestsOf,
} from '../operations/dossier';
import { dossierEntries } from '../operations';
import { prepareCase } from '../operations/playCase';

/** The hotel has thermostats only if somebody asks for them, because most tests count its locks. */
function addThermostat({ state }: Sandbox): string {
	const workspace = workspaceNamed(state, workspaceIds.main);
	return state.addDevice(workspace, seedThermostat(401, 'Thermostat')).record.device_id;
}

const schedule = (sandbox: Sandbox) => ({
	device_id: addThermostat(sandbox),
	climate_preset_key: 'occupied',
	starts_at: '2031-02-01T12:00:00.000Z',
	ends_at: '2031-02-04T11:00:00.000Z',
	name: 'A stay',
	is_override_allowed: true,
	max_override_period_minutes: 120,
});
const addSchedule = async (sandbox: Sandbox) =>
	await make(sandbox, '/thermostats/schedules/create', schedule(sandbox), 'thermostat_schedule_id');

/** For paths that no operation uses. */
const OTHERS: Record<string, (sandbox: Sandbox) => Promise<Body>> = {
	'/acs/encoders/simulate/next_credential_encode_will_fail': async () => ({
		acs_encoder_id: hotel.encoder,
		error_code: 'uncategorized_error',
	}),
	'/acs/encoders/simulate/next_credential_encode_will_succeed': async () => ({
		acs_encoder_id: hotel.encoder,
		scenario: 'credential_is_issued',
	}),
	'/acs/encoders/simulate/next_credential_scan_will_fail': async () => ({
		acs_encoder_id: hotel.encoder,
		error_code: 'uncategorized_error',
	}),
	'/acs/encoders/simulate/next_credential_scan_will_succeed': async () => ({
		acs_encoder_id: hotel.encoder,
		scenario: 'credential_exists_on_seam',
	}),
	'/thermostats/set_fallback_climate_preset': async (sandbox) => ({
		device_id: addThermostat(sandbox),
		climate_preset_key: 'unoccupied',
	}),
	'/thermostats/schedules/create': async (sandbox) => schedule(sandbox),
	'/thermostats/schedules/list': async (sandbox) => ({ device_id: addThermostat(sandbox) }),
	'/thermostats/schedules/get': async (sandbox) => ({
		thermostat_schedule_id: await addSchedule(sandbox),
	}),
	'/thermostats/schedules/update': async (sandbox) => ({
		thermostat_schedule_id: await addSchedule(sandbox),
		climate_preset_key: 'unoccupied',
		ends_at: '2031-02-05T11:00:00.000Z',
	}),
	'/thermostats/schedules/delete': async (sandbox) => ({
		thermostat_schedule_id: await addSchedule(sandbox),
	}),
	'/webhooks/create': async () => ({ url: 'http://127.0.0.1:9/' }),
	'/webhooks/list': async () => ({}),
	'/webhooks/delete': async (sandbox) => ({
		webhook_id: await make(
			sandbox,
			'/webhooks/create',
			{ url: 'http://127.0.0.1:9/' },
			'webhook_id',
		),
	}),
};

/** The cases that send a request to the path, those of the path's own operation first. A prepared case is known only by its operation. */
function casesOf(path: string): Array<OperationCase | PreparedCase> {
	const own = dossierEntries.filter(({ operation }) => operation.endpoint === path);
	return [...own, ...dossierEntries].flatMap(({ operation, dossier }) =>
		Object.values(dossier).filter((one) =>
			typeof one === 'function'
				? operation.endpoint === path
				: requestsOf(operation, one).some(([to]) => to === path),
		),
	);
}

/**
 * Resets the sandbox, prepares it, and returns parameters with which the path answers 200 once: those that the dossier of
 * an operation expects. Throws if there are none.
 */
export async function exampleRequest(sandbox: Sandbox, path: string): Promise<Body> {
	for (const one of casesOf(path)) {
		const made = await prepareCase({ sandbox }, one);
		const [, body] = requestsOf({ endpoint: path }, made).find(([to]) => to === path) ?? [];
		if (body) return body;
	}
	const other = OTHERS[path];
	if (!other) throw new Error(`Neither a dossier nor the table of other paths has ${path}`);
	await call(sandbox, '/_sandbox/reset');
	return await other(sandbox);
}

import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/createSandbox';
import { call, type Body } from '../operations/dossier';
import { ManualClock } from '../support/clock/manualClock';
import { callSandbox } from './callSandbox';

/** Start time of each sandbox's manual clock. */
export const NOW = '2026-03-01T12:00:00.000Z';

// Importers see the values of the running test.
export let clock: ManualClock;
export let sandbox: Sandbox;

/** Starts a sandbox for each test of a file, and stops it afterwards. */
export function useFreshSandbox(options?: SandboxOptions): void {
	beforeEach(async () => {
		clock = new ManualClock(Date.parse(NOW));
		sandbox = await createSandbox({ clock, ...options });
	});
	afterEach(async () => await sandbox.stop());
}

/** The record of the answer. Rejects if the service refuses. */
const one = async (path: string, parameters: object) =>
	Object.values(await call(sandbox, path, parameters))[0] as Body;

/** Calls of the tests about access. */
export const calls = {
	one,
	createGrant: async (parameters: object) =>
		(await one('/access_grants/create', parameters)) as {
			access_grant_id: string;
			access_method_ids: string[];
		},
	method: async (access_method_id = '') => await one('/access_methods/get', { access_method_id }),
	/** The types of all events, oldest first. */
	eventTypes: async () => {
		const { events } = await call(sandbox, '/events/list', { since: '2020-01-01T00:00:00Z' });
		return (events as Array<{ event_type: string }>).map(({ event_type: type }) => type).reverse();
	},
	/** The refusal of a call: status and type. */
	refusal: async (path: string, parameters: object) => {
		const { status, body } = await callSandbox<{ error?: { type: string } }>(
			sandbox,
			path,
			parameters,
		);
		return [status, body.error?.type];
	},
};

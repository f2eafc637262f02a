import { InvalidParameterError } from '../../errors/errors';
import {
	choiceField,
	type ItemRun,
	type ItemState,
	type Kind,
	type PreparedItem,
} from '../../operation';
import { readOnce } from '../../lists/readOnce';
import { takeObject } from '../../transport/httpCall';
import type { SendRequest } from '../../transport/request';
import type { Endpoint } from '../../wire/endpoints';
import type { WireObject } from '../../wire/records';

/** Returns the workspace. */
export async function requireSandbox(send: SendRequest, message: string): Promise<WireObject> {
	const workspace = takeObject(
		await send({ endpoint: '/workspaces/get', body: {}, effect: 'read' }),
		'workspace',
	);
	if (workspace.is_sandbox === true) return workspace;
	throw new InvalidParameterError(
		message,
		`The node works in the workspace '${String(workspace.name)}', which has real locks. Choose a sandbox workspace, or use its API key.`,
	);
}

/** The node checks the workspace before the first write, and does not rely on the service to refuse. */
export const simulated = <K extends Kind>(kind: K): K => ({
	...kind,
	run: async (run: ItemRun, items: readonly PreparedItem[]) => {
		const check = readOnce(async (message: string) => await requireSandbox(run.send, message));
		const send: SendRequest = async (request) => {
			if (request.effect === 'write')
				await check('Nothing was simulated: the workspace is not a sandbox');
			return await run.send(request);
		};
		const states = await kind.run({ ...run, send }, items);
		return states.map((state, index) => nameSimulation(state, items[index]));
	},
});

function nameSimulation(state: ItemState, item: PreparedItem | undefined): ItemState {
	if (
		state?.is !== 'finished' ||
		item === undefined ||
		'is' in item ||
		item.values.simulation === undefined
	)
		return state;
	const { simulation } = item.values;
	return { ...state, records: state.records.map((record) => ({ ...record, simulation })) };
}

export interface Simulation {
	readonly name: string;
	readonly description: string;
	readonly endpoint: Endpoint;
}

/** Workflows store the values of its entries. */
export const simulationField = <const Name extends string>(
	simulations: Readonly<Record<Name, Simulation>>,
	preset: Name,
) =>
	choiceField(
		'What to Simulate',
		'What happens. In a workspace with real locks, the node does nothing and the item fails.',
		Object.entries<Simulation>(simulations).map(([value, { name, description }]) => ({
			name,
			value,
			description,
		})),
		preset,
		{ notSent: true },
	);

export function chosenSimulation<S extends Simulation>(
	simulations: Readonly<Record<string, S>>,
	value: unknown,
): S {
	const found =
		typeof value === 'string' && Object.hasOwn(simulations, value) ? simulations[value] : undefined;
	if (found) return found;
	throw new InvalidParameterError(
		"'What to Simulate' has an unknown value",
		`Choose one from the list, or use one of these values: ${Object.keys(simulations).join(', ')}.`,
	);
}

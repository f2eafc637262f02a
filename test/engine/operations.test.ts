import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../../host/engine/runNode';
import { resources } from '../../nodes/DeviceAccess/resources';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { type DossierEntry, dossierEntries, dossiers } from '../operations';
import { type OperationCase, requestsOf } from '../operations/dossier';
import { playCase, prepareCase, runCase, type Service } from '../operations/playCase';
import { expectToFit, schemaOf } from '../support/engine/outputSchemas';
import { tokenCredentials } from '../support/service/tokenCredentials';

let sandbox: Sandbox;
let service: Service;
beforeAll(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 40 } });
	const withKey = { deviceAccessApi: { baseUrl: sandbox.url, apiKey: sandbox.apiKey } };
	service = {
		sandbox,
		run: async (name, parameters, withToken, input = {}) => {
			const [resource = '', operation = ''] = name.split('.');
			const { items, error } = await runNode('deviceAccess', {
				credentials: withToken ? tokenCredentials(sandbox) : withKey,
				parameters: { resource, operation, ...parameters },
				input: [{ json: input }],
			});
			if (error) throw error;
			return items;
		},
	};
});
afterAll(() => sandbox.stop());

function expectToFitSchema({ name }: DossierEntry, items: ReadonlyArray<{ json: unknown }>) {
	const [resource, operation] = name.split('.');
	for (const { json } of items) expectToFit(schemaOf(resource, operation), json);
}

/** The case with other fields or options. */
const withParameters = (
	made: OperationCase,
	parameters: INodeParameters,
	options: INodeParameters = {},
): OperationCase => ({
	...made,
	parameters: {
		...made.parameters,
		...parameters,
		options: { ...(made.parameters?.options as INodeParameters), ...options },
	},
});

it('has a dossier for every operation, and none for another', () => {
	const named = Object.entries(dossiers).flatMap(([resource, operations]) =>
		Object.keys(operations).map((operation) => `${resource}.${operation}`),
	);
	const offered = resources.flatMap(({ value, operations }) =>
		operations.map((operation) => `${value}.${operation.value}`),
	);
	expect(named.sort()).toEqual(offered.sort());
});

const cases = dossierEntries.flatMap((entry) =>
	Object.entries(entry.dossier).map(([title, one]) => ({ name: entry.name, title, entry, one })),
);

it.each(cases)('$name $title', async ({ entry, one }) => {
	expectToFitSchema(entry, await playCase(service, entry, await prepareCase(service, one)));
});

it.each(dossierEntries.filter(({ operation }) => operation.output ?? operation.hasIssues))(
	'$name fits its schema in every form, with its issues',
	async (entry) => {
		const { output, effect, hasIssues = false } = entry.operation;
		const forms: INodeParameters[] = output
			? [
					// The default, which the case itself has without the issues.
					...(hasIssues ? [{ output: 'simplified' }] : []),
					{ output: 'raw' },
					{ output: 'selectedFields', outputFieldNames: Object.keys(output.selectable) },
				]
			: [{}];
		const [one] = Object.values(entry.dossier);
		if (!one) throw new Error(`${entry.name} has no case`);
		let made = await prepareCase(service, one);
		for (const [index, form] of forms.entries()) {
			if (index > 0 && effect === 'write') made = await prepareCase(service, one);
			const options = hasIssues ? { addIssueSummary: true } : {};
			const { items } = await runCase(service, entry, withParameters(made, form, options));
			expectToFitSchema(entry, items);
		}
	},
);

/** What becomes of an action that does not end well: not waited for, or failed and returned. */
const ENDINGS = [
	{ outcome: 'pending', status: 'pending', parameters: { waitForCompletion: false } },
	{ outcome: 'failed', status: 'error', options: { onFailedAction: 'returnItem' }, fails: true },
];

it.each(dossierEntries.filter(({ operation }) => 'hasAttempt' in operation.kind))(
	'$name says that its action is pending or has failed',
	async (entry) => {
		for (const { outcome, status, parameters = {}, options = {}, ...ending } of ENDINGS) {
			const one = Object.values(entry.dossier).find((made) => 'items' in made && isAction(made));
			if (!one) throw new Error(`${entry.name} has no case whose item has an action attempt`);
			const made = await prepareCase(service, one);
			const [path = ''] = requestsOf(entry.operation, made).at(-1) ?? [];
			if (ending.fails) sandbox.faults.next(path, { kind: 'attemptFails' });
			const { items } = await runCase(service, entry, withParameters(made, parameters, options));
			expect(items).toEqual([
				{
					json: expect.objectContaining({
						outcome,
						message: expect.any(String),
						action_attempt: expect.objectContaining({ status }),
					}),
					pairedItem: { item: 0 },
				},
			]);
			const { about = '' } = entry.operation.kind;
			const idIn = ({ json }: { json: unknown }) => (json as Record<string, unknown>)[about];
			expect(items.map(idIn)).toEqual((made.items as unknown[]).map((json) => idIn({ json })));
			expectToFitSchema(entry, items);
		}
	},
);

const isAction = ({ items }: OperationCase) =>
	Array.isArray(items) && typeof items[0] === 'object' && 'action_attempt' in (items[0] ?? {});

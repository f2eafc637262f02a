import { type IDataObject, type INode, validateFieldType } from 'n8n-workflow';
import { runWorkflow, type RunOptions, type WorkflowRun } from '../../../host/engine/runWorkflow';
import type { CredentialData } from '../../../host/engine/suppliedCredentials';
import { type Example, readExample } from '../../../host/n8n/readExample';
import { type Inbox, openInbox } from '../../../host/inbox/openInbox';
import { skipPauses } from '../clock/skipPauses';
import { DataTables } from './dataTables';
import { type DeliveredToExample, deliverToExample, type Proof, succeeded } from './deliver';
import { enterSettings, type Settings, staysTable } from './settings';

/** The address of the host in the table *Settings*. */
export const HOST = 'host@example.com';

/** The service at which the example runs: `useHotelSandbox()`, or `useMovedHotel()`, whose time passes meanwhile. */
interface Service {
	credentials: CredentialData;
	whileTimePasses?: <Result>(work: Promise<Result>) => Promise<Result>;
}

/** What one execution gets. */
export interface Given extends Pick<RunOptions, 'mode' | 'workflows'> {
	/** What its trigger gives; default: one empty item. */
	items?: IDataObject[];
	/** What a person enters on each page of the form, by the page and the label of the field. */
	pages?: Record<string, IDataObject>;
	/** The page at which the person stops. */
	until?: string;
	/** A changed example. */
	as?: Example;
	/** Beside those of the service and of the inbox. */
	credentials?: CredentialData;
}

export interface ExampleRun extends WorkflowRun {
	/** What a node gave. */
	json: (node: string, output?: number) => IDataObject[];
}

/** What went to one person. */
export interface Mail {
	to: string;
	subject: string;
	text: string;
}

/** A host's n8n with an example in it, and what a test gives it and sees of it. */
export interface HostN8n {
	example: Example;
	/** It refuses refused@example.com, and each address in `inbox.refused`; `inbox.busy` has to wait. */
	inbox: Inbox;
	/** Empty at the beginning of each test, but for the address of the host. */
	tables: DataTables;
	/** The rows of a table, with the columns that the example creates it with. */
	rows: (table: string) => IDataObject[];
	/** Replaces the rows of a table. */
	fill: (table: string, rows: IDataObject[]) => void;
	/** Enters the row of the table *Settings*. */
	enter: (settings: Settings) => void;
	/** The emails of the test. */
	allEmails: () => Mail[];
	/** Those since the last call. */
	emails: () => Mail[];
	/** Sends a body to a webhook of the example, with the sender's password. */
	deliver: (start: string, body: IDataObject, proof?: Proof) => Promise<DeliveredToExample>;
	/** One execution from a trigger, however it ends. */
	execute: (start: string, given?: Given) => Promise<ExampleRun>;
	/** One execution that must succeed. @throws Error that names the node at which it stopped */
	run: (start: string, given?: Given) => Promise<ExampleRun>;
}

let executionId = 0;

/**
 * The example of `examples/` in n8n's engine, with data tables, an inbox, and no pauses. Each test begins with empty
 * tables, and each execution has an ID of its own. `change` is what all tests of the file change in the example.
 */
export function useExample(
	file: string,
	service: Service,
	change: (example: Example) => Example = (example) => example,
): HostN8n {
	const host = { example: change(readExample(file)) } as HostN8n;
	let seen = 0;
	beforeAll(async () => {
		host.inbox = await openInbox();
	});
	afterAll(async () => await host.inbox.stop());
	beforeEach(() => {
		skipPauses();
		seen = 0;
		host.inbox.emails.length = 0;
		host.inbox.refusals.length = 0;
		host.inbox.refused = ['refused@example.com'];
		host.inbox.busy = [];
		host.tables = new DataTables();
		host.enter({});
	});
	afterEach(() => void jest.restoreAllMocks());

	const table = (name: string) =>
		name === 'Stays'
			? staysTable(host.tables)
			: host.tables.table(name, columnsOf(host.example, name));
	const execute: HostN8n['execute'] = async (start, given = {}) => {
		const { items = [{}], pages, until, as: example = host.example, ...options } = given;
		const execution = runWorkflow(pages ? withPages(example, pages, until) : example, {
			...options,
			credentials: { ...service.credentials, smtp: host.inbox.credential, ...given.credentials },
			startNode: start,
			startItems: items.map((json) => ({ json })),
			executionId: `${(executionId += 1)}`,
			dataTables: host.tables.provider,
		});
		const run = await (service.whileTimePasses?.(execution) ?? execution);
		if (pages) requireForms(example, run);
		return {
			...run,
			json: (node, output) => run.items(node, output).map(({ json }) => json),
		};
	};
	const allEmails = () =>
		host.inbox.emails.map(({ to, subject, text }) => ({ to: to.text, subject, text: text.trim() }));
	return Object.assign(host, {
		execute,
		run: async (start: string, given?: Given) => succeeded(await execute(start, given)),
		deliver: async (start: string, body: IDataObject, proof?: Proof) =>
			await deliverToExample(host.example, start, body, service.credentials, {
				dataTables: host.tables.provider,
				...proof,
			}),
		rows: (name: string) => table(name).rows,
		fill: (name: string, rows: IDataObject[]) => void (table(name).rows = rows),
		enter: (settings: Settings) => enterSettings(host.tables, settings),
		allEmails,
		emails: () => allEmails().slice(seen, (seen = host.inbox.emails.length)),
	});
}

const isForm = ({ type }: INode) => type === 'n8n-nodes-base.form';

/** n8n shows a page without its fields if one of them has a member that it does not know, such as one beside `option`. */
function requireForms({ nodes }: Example, run: WorkflowRun): void {
	for (const { name } of nodes.filter(isForm)) {
		for (const { json } of run.items(name)) {
			if (!json.fields) continue;
			const result = validateFieldType(name, json.fields, 'form-fields');
			if (!result.valid)
				throw new Error(`n8n refuses the fields of "${name}": ${result.errorMessage}`);
		}
	}
}

const columnsOf = ({ nodes }: Example, table: string): string[] =>
	nodes.flatMap(({ parameters }) =>
		parameters.tableName === table
			? (parameters.columns as { column: Array<{ name: string }> }).column.map(({ name }) => name)
			: [],
	);

/** The example with a person at its form. Nothing follows the page at which they stop. */
function withPages(
	{ nodes, connections, ...example }: Example,
	pages: NonNullable<Given['pages']>,
	until?: string,
): Example {
	return {
		...example,
		nodes: nodes.map((node) => (isForm(node) ? answered(node, pages[node.name]) : node)),
		connections: until === undefined ? connections : { ...connections, [until]: {} },
	};
}

/** Writes what a page shows into its item, and answers it as a person does. */
function answered({ parameters, ...node }: INode, answers: IDataObject = {}): INode {
	const { jsonOutput = '', options, ...ending } = parameters as IDataObject;
	const shown = { fields: jsonOutput, ...(options as IDataObject), ...ending };
	const assignments = Object.entries({ ...shown, ...answers })
		.filter(([, value]) => typeof value === 'string')
		.map(([name, value]) => ({ id: name, name, value, type: 'string' }));
	return {
		...node,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		// The label of a field may have a dot.
		parameters: {
			assignments: { assignments },
			options: { dotNotation: false },
		} as INode['parameters'],
	};
}

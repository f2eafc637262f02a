import { runWorkflow, type RunOptions, type WorkflowRun } from '../../../host/engine/runWorkflow';
import type { Example } from '../../../host/n8n/readExample';
import { DataTables } from './dataTables';
import { type Inbox, openInbox } from '../inbox';
import { enterSettings } from './settings';

/** A host's n8n: data tables that stay, and an inbox that refuses one address. */
export interface MailedRun {
	inbox: Inbox;
	tables: DataTables;
	/** The rows of a table, which has the columns that the example creates it with. */
	rows: (example: Example, table: string) => Array<Record<string, unknown>>;
	/** The emails since the last call. */
	newEmails: () => Array<{ to: string; subject: string; text: string }>;
	/** Each execution has an ID of its own. */
	execute: (
		example: Example,
		options: Pick<RunOptions, 'startNode' | 'startItems' | 'credentials'>,
	) => Promise<WorkflowRun>;
}

export const HOST = 'host@example.com';

let executionId = 0;

/** Gives each test of the file empty tables, but for the address of the host, and an empty inbox. */
export function useMailedRun(): MailedRun {
	const mailed = {} as MailedRun;
	let seen = 0;
	beforeAll(async () => {
		mailed.inbox = await openInbox();
		mailed.inbox.refused.push('refused@example.com');
	});
	afterAll(async () => await mailed.inbox.stop());
	beforeEach(() => {
		seen = 0;
		mailed.inbox.emails.length = 0;
		mailed.tables = new DataTables();
		enterSettings(mailed.tables, { host_email: HOST });
	});
	return Object.assign(mailed, {
		rows: (example: Example, table: string) =>
			mailed.tables.table(table, columnsOf(example, table)).rows,
		newEmails: () =>
			mailed.inbox.emails
				.slice(seen, (seen = mailed.inbox.emails.length))
				.map(({ to, subject, text }) => ({
					to: to.text,
					subject,
					text: text.trim(),
				})),
		execute: async (example: Example, { credentials, ...options }: RunOptions) =>
			await runWorkflow(example, {
				...options,
				credentials: { ...credentials, smtp: mailed.inbox.credential },
				executionId: `${(executionId += 1)}`,
				dataTables: mailed.tables.provider,
			}),
	});
}

const columnsOf = ({ nodes }: Example, table: string): string[] =>
	nodes.flatMap(({ parameters }) =>
		parameters.tableName === table
			? (parameters.columns as { column: Array<{ name: string }> }).column.map(({ name }) => name)
			: [],
	);

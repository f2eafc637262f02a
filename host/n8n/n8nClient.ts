import { Agent } from 'node:http';
import { parse as parseFlatted } from 'flatted';
import got, { HTTPError, type Got } from 'got';
import { waitFor } from '../process/waitFor';

const UNFINISHED = new Set(['new', 'running', 'waiting']);

export interface Owner {
	readonly email: string;
	readonly firstName: string;
	readonly lastName: string;
	readonly password: string;
}

export interface CredentialData {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly data: Record<string, unknown>;
}

/** A node in a workflow file. */
export interface WorkflowNode {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly position: readonly [number, number];
	readonly parameters: Record<string, unknown>;
	readonly credentials?: Record<string, { readonly id: string | null; readonly name: string }>;
	readonly [key: string]: unknown;
}

/** A workflow in the file format that n8n exports. */
export interface WorkflowFile {
	readonly name: string;
	readonly nodes: readonly WorkflowNode[];
	readonly connections: Record<string, unknown>;
	readonly settings?: Record<string, unknown>;
	/** Items that nodes return in test executions instead of running, by the node's name. */
	readonly pinData?: Record<string, unknown>;
}

export interface SavedWorkflow extends WorkflowFile {
	readonly id: string;
	/** The version of the draft. It is published only if activeVersionId is the same. */
	readonly versionId: string;
	readonly activeVersionId: string | null;
	readonly active: boolean;
}

export interface ExecutionItem {
	readonly json: Record<string, unknown>;
	readonly pairedItem?: unknown;
	readonly error?: unknown;
}

export interface NodeRun {
	readonly executionStatus: string;
	readonly error?: { readonly message: string; readonly description?: string | null } & Record<
		string,
		unknown
	>;
	/** The items of each output of the node. */
	readonly data?: { readonly main: ReadonlyArray<readonly ExecutionItem[] | null> };
}

export interface Execution {
	readonly id: string;
	readonly status: string;
	readonly mode: string;
	readonly workflowId: string;
	readonly data: {
		readonly resultData: {
			readonly runData: Record<string, readonly NodeRun[]>;
			readonly error?: { readonly message: string; readonly description?: string | null };
		};
	};
}

export interface ExecutionSummary {
	readonly id: string;
	readonly status: string;
	readonly mode: string;
	readonly workflowId: string;
}

export interface NodeTypeDescription {
	readonly name: string;
	readonly displayName: string;
	readonly iconUrl?: string | { readonly light: string; readonly dark: string };
	readonly [key: string]: unknown;
}

interface PublicationStatus {
	readonly status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
	readonly triggers: ReadonlyArray<{
		readonly nodeId: string;
		readonly status: string;
		readonly errorMessage: string | null;
	}>;
}

/** n8n refused a call to its editor's API; the message is n8n's own. */
export class N8nApiError extends Error {
	override readonly name = 'N8nApiError';

	constructor(
		message: string,
		readonly statusCode: number,
	) {
		super(message);
	}
}

/**
 * The part of n8n's editor API (/rest, n8n 2.41) that a person uses in the editor. It has no stable contract, so
 * each method describes its surprises. Methods throw N8nApiError with n8n's message when n8n refuses.
 */
export class N8nClient {
	private readonly http: Got;
	private sessionCookie: string | undefined;

	constructor(readonly url: string) {
		this.http = got.extend({
			prefixUrl: url,
			responseType: 'json',
			retry: { limit: 0 },
			// n8n closes a keep-alive connection after five idle seconds; a request sent at that moment would fail.
			agent: { http: new Agent({ keepAlive: false }) },
			timeout: { request: 120_000 },
			hooks: {
				beforeRequest: [
					(options) => {
						if (this.sessionCookie !== undefined) options.headers.cookie = this.sessionCookie;
					},
				],
				afterResponse: [
					(response) => {
						const cookie = response.headers['set-cookie']?.find((line) =>
							line.startsWith('n8n-auth='),
						);
						if (cookie !== undefined) this.sessionCookie = cookie.split(';')[0];
						return response;
					},
				],
			},
		});
	}

	/** Signs in as the owner; creates the owner first in a fresh n8n. */
	async setUpOwnerOrSignIn(owner: Owner): Promise<void> {
		const settings = await this.get<{ userManagement: { showSetupOnFirstLoad: boolean } }>(
			'rest/settings',
		);
		if (settings.userManagement.showSetupOnFirstLoad) await this.post('rest/owner/setup', owner);
		else await this.signIn(owner);
	}

	async signIn({ email, password }: Pick<Owner, 'email' | 'password'>): Promise<void> {
		await this.post('rest/login', { emailOrLdapLoginId: email, password });
	}

	/** Invites members, as Settings > Users > Invite does. Returns the link for each address. */
	async invite(emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
		const invitations = await this.post<
			ReadonlyArray<{ user: { email: string; inviteAcceptUrl: string } }>
		>(
			'rest/invitations',
			emails.map((email) => ({ email, role: 'global:member' })),
		);
		return new Map(invitations.map(({ user }) => [user.email, user.inviteAcceptUrl]));
	}

	/** Opens an invitation link: the person becomes a member and is signed in. */
	async acceptInvitation(
		link: string,
		{ firstName, lastName, password }: Omit<Owner, 'email'>,
	): Promise<void> {
		const token = new URL(link).searchParams.get('token');
		await this.post('rest/invitations/accept', { firstName, lastName, password, token });
	}

	async listCredentials(): Promise<ReadonlyArray<Omit<CredentialData, 'data'>>> {
		return await this.get('rest/credentials');
	}

	async createCredential(
		credential: Omit<CredentialData, 'id'>,
	): Promise<{ id: string; name: string }> {
		return await this.post('rest/credentials', credential);
	}

	async updateCredential({ id, ...credential }: CredentialData): Promise<void> {
		await this.request('PATCH', `rest/credentials/${id}`, credential);
	}

	async deleteCredential(credentialId: string): Promise<void> {
		await this.request('DELETE', `rest/credentials/${credentialId}`);
	}

	async listWorkflows(): Promise<ReadonlyArray<Pick<SavedWorkflow, 'id' | 'name' | 'active'>>> {
		return await this.get('rest/workflows');
	}

	async getWorkflow(workflowId: string): Promise<SavedWorkflow> {
		return await this.get(`rest/workflows/${workflowId}`);
	}

	/** Imports as Import from File does, and saves. n8n assigns a new ID, because the one in the file is not sent. */
	async importWorkflow(
		{ name, nodes, connections, settings = {}, pinData = {} }: WorkflowFile,
		tags: readonly string[] = [],
	): Promise<SavedWorkflow> {
		return await this.post('rest/workflows', {
			name,
			nodes,
			connections,
			settings,
			pinData,
			active: false,
			tags,
		});
	}

	/** The ID of the tag with this name, which is created if it is missing. */
	async tagId(name: string): Promise<string> {
		const tags = await this.get<ReadonlyArray<{ id: string; name: string }>>('rest/tags');
		const tag = tags.find((one) => one.name === name);
		return (tag ?? (await this.post<{ id: string }>('rest/tags', { name }))).id;
	}

	async updateWorkflow(
		workflowId: string,
		{ name, nodes, connections, settings = {} }: WorkflowFile,
	): Promise<SavedWorkflow> {
		return await this.request('PATCH', `rest/workflows/${workflowId}`, {
			name,
			nodes,
			connections,
			settings,
		});
	}

	/**
	 * Publishes the chosen version, by default the workflow's newest one. Publishing is a call that names a version, not a field
	 * of the workflow. n8n only queues the publication
	 * (N8N_USE_WORKFLOW_PUBLICATION_SERVICE), so this method waits until every trigger is registered, and throws an error with
	 * the message of the first trigger that failed.
	 */
	async activate(workflowId: string, chosenVersionId?: string): Promise<void> {
		const versionId = chosenVersionId ?? (await this.getWorkflow(workflowId)).versionId;
		await this.post(`rest/workflows/${workflowId}/activate`, { versionId });
		let publication = await this.waitForPublication(workflowId);
		// n8n reads a publication's state in two parallel queries, so an answer can show that the publication has ended but not list its triggers yet.
		if (publication.status === 'not_published')
			publication = await this.waitForPublication(workflowId);
		const { status, triggers } = publication;
		if (status === 'published') return;
		const failed = triggers.find(({ errorMessage }) => errorMessage !== null);
		throw new N8nApiError(failed?.errorMessage ?? `The publication ended as ${status}`, 200);
	}

	/** Unpublishes the workflow, and waits until n8n has removed the triggers that it can remove. */
	async deactivate(workflowId: string): Promise<void> {
		await this.post(`rest/workflows/${workflowId}/deactivate`, {});
		await this.waitForPublication(workflowId);
	}

	private async waitForPublication(workflowId: string): Promise<PublicationStatus> {
		return await waitFor(`the publication of workflow ${workflowId}`, async () => {
			const publication = await this.get<PublicationStatus>(
				`rest/workflows/${workflowId}/publication-status`,
			);
			return publication.status === 'in_progress' ? undefined : publication;
		});
	}

	/** Presses Execute Workflow on the named trigger node and waits until the execution has ended. */
	async runWorkflow(workflowId: string, triggerNodeName: string): Promise<Execution> {
		const started = await this.startWorkflow(workflowId, triggerNodeName);
		if (started.executionId === undefined)
			throw new Error(`The execution from ${triggerNodeName} waits for a webhook call`);
		return await this.waitForExecution(started.executionId);
	}

	/**
	 * Like runWorkflow, but does not wait. For a webhook trigger, n8n answers waitingForWebhook and listens for one test event.
	 */
	async startWorkflow(
		workflowId: string,
		triggerNodeName: string,
	): Promise<{ executionId?: string; waitingForWebhook?: boolean }> {
		const workflowData = await this.getWorkflow(workflowId);
		return await this.post(`rest/workflows/${workflowId}/run`, {
			workflowData,
			triggerToStartFrom: { name: triggerNodeName },
		});
	}

	/** Makes a data table with one row of texts. Returns false if there is a table of this name, which stays as it is. */
	async addDataTable(
		name: string,
		columns: readonly string[],
		row: Readonly<Record<string, string>>,
	): Promise<boolean> {
		const path = await this.dataTablesPath();
		const filter = encodeURIComponent(JSON.stringify({ name }));
		const { count } = await this.get<{ count: number }>(`${path}?filter=${filter}`);
		if (count > 0) return false;
		const table = await this.post<{ id: string }>(path, {
			name,
			columns: columns.map((column) => ({ name: column, type: 'string' })),
		});
		await this.post(`${path}/${table.id}/insert`, { data: [row], returnType: 'count' });
		return true;
	}

	private async dataTablesPath(): Promise<string> {
		const { id: project } = await this.get<{ id: string }>('rest/projects/personal');
		return `rest/projects/${project}/data-tables`;
	}

	/** Lists executions, newest first, at most 100. */
	async listExecutions(workflowId: string): Promise<readonly ExecutionSummary[]> {
		const filter = JSON.stringify({ workflowId });
		const { results } = await this.get<{ results: readonly ExecutionSummary[] }>(
			`rest/executions?limit=100&filter=${encodeURIComponent(filter)}`,
		);
		return results;
	}

	/** Returns the execution with its data, which n8n sends flattened ("flatted") to keep shared and circular references. */
	async getExecution(executionId: string): Promise<Execution> {
		const execution = await this.get<Omit<Execution, 'data'> & { data: string }>(
			`rest/executions/${executionId}`,
		);
		return { ...execution, data: parseFlatted(execution.data) };
	}

	/** Waits until the execution has ended and its data is saved. */
	async waitForExecution(executionId: string): Promise<Execution> {
		return await waitFor(`execution ${executionId} to end`, async () => {
			const execution = await this.getExecution(executionId);
			return hasEnded(execution) && execution.data !== undefined ? execution : undefined;
		});
	}

	/** Waits until at least `count` executions of the workflow have ended. Returns all that have, oldest first. */
	async waitForExecutions(workflowId: string, count: number): Promise<readonly Execution[]> {
		const summaries = await waitFor(`${count} executions of workflow ${workflowId}`, async () => {
			const ended = (await this.listExecutions(workflowId)).filter(hasEnded);
			return ended.length >= count ? ended : undefined;
		});
		const executions = await Promise.all(
			summaries.map(async ({ id }) => await this.waitForExecution(id)),
		);
		return executions.sort((a, b) => Number(a.id) - Number(b.id));
	}

	/** The node types of the node panel: a large list of every node that n8n has. */
	async listNodeTypes(): Promise<readonly NodeTypeDescription[]> {
		return await this.get('types/nodes.json');
	}

	async listCredentialTypes(): Promise<readonly NodeTypeDescription[]> {
		return await this.get('types/credentials.json');
	}

	/**
	 * What the owner sees under Settings > Migration Report for n8n 3, of workflows: each finding with the IDs of the workflows.
	 */
	async listFindingsForN8n3(): Promise<ReadonlyArray<{ rule: string; workflowIds: string[] }>> {
		interface Rule<W> {
			readonly ruleId: string;
			readonly affectedWorkflows: W;
		}
		const { report } = await this.post<{ report: { workflowResults: Array<Rule<undefined>> } }>(
			'rest/breaking-changes/report/refresh?version=v3',
			{},
		);
		return await Promise.all(
			report.workflowResults.map(async ({ ruleId: rule }) => {
				const { affectedWorkflows } = await this.get<Rule<ReadonlyArray<{ id: string }>>>(
					`rest/breaking-changes/report/${rule}`,
				);
				return { rule, workflowIds: affectedWorkflows.map(({ id }) => id) };
			}),
		);
	}

	/** The raw bytes at a path of n8n's server, such as an icon. */
	async download(path: string): Promise<{ contentType: string | undefined; body: Buffer }> {
		const response = await this.http.get(path.replace(/^\//, ''), { responseType: 'buffer' });
		return { contentType: response.headers['content-type'], body: response.body };
	}

	private async get<T>(path: string): Promise<T> {
		return await this.request('GET', path);
	}

	private async post<T>(path: string, body: object): Promise<T> {
		return await this.request('POST', path, body);
	}

	private async request<T>(
		method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
		path: string,
		body?: object,
	): Promise<T> {
		try {
			const answer = await this.http<unknown>(path, {
				method,
				...(body === undefined ? {} : { json: body }),
			});
			return unwrap(answer.body) as T;
		} catch (error) {
			if (!(error instanceof HTTPError)) throw error;
			throw new N8nApiError(
				readMessage(error.response.body) ?? error.message,
				error.response.statusCode,
			);
		}
	}
}

/** Most answers of /rest are { data }; the type lists and the list of workflows, which has a count, differ. */
function unwrap(body: unknown): unknown {
	return typeof body === 'object' && body !== null && 'data' in body ? body.data : body;
}

function readMessage(body: unknown): string | undefined {
	if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
	const description =
		'description' in body && typeof body.description === 'string' ? ` ${body.description}` : '';
	return `${String(body.message)}${description}`;
}

/** Whether the execution has ended, successfully or not. */
export const hasEnded = ({ status }: Pick<ExecutionSummary, 'status'>): boolean =>
	!UNFINISHED.has(status);

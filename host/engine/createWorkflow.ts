import { randomUUID } from 'node:crypto';
import { Workflow } from 'n8n-workflow';
import type { IConnections, IDataObject, INode, IWorkflowSettings } from 'n8n-workflow';
import { fullTypeName, type NodeCatalogue } from './loadNodes';
import type { CredentialData } from './suppliedCredentials';

/** A node of a workflow: its type and relevant fields. The rest is filled in as in the editor. */
export type NodeDraft = Partial<INode> & Pick<INode, 'type'>;

export interface WorkflowDraft {
	nodes: NodeDraft[];
	connections?: IConnections;
	settings?: IWorkflowSettings;
	/** The whole workflow's static data; the data of one node is under the key `node:NAME`. */
	staticData?: IDataObject;
	/** IANA time zone; default UTC. */
	timezone?: string;
}

/** Creates a workflow of the real engine, with the supplied credentials selected in every node that can use them. */
export function createWorkflow(
	catalogue: NodeCatalogue,
	draft: WorkflowDraft,
	credentials: CredentialData = {},
): Workflow {
	return new Workflow({
		id: 'workflow-under-test',
		name: 'Workflow under test',
		nodes: draft.nodes.map((node) => completeNode(catalogue, node, credentials)),
		connections: draft.connections ?? {},
		active: false,
		nodeTypes: catalogue.nodeTypes,
		staticData: draft.staticData === undefined ? undefined : structuredClone(draft.staticData),
		settings: { executionOrder: 'v1', timezone: draft.timezone ?? 'UTC', ...draft.settings },
	});
}

function completeNode(catalogue: NodeCatalogue, draft: NodeDraft, supplied: CredentialData): INode {
	const type = fullTypeName(draft.type);
	const { description } = catalogue.nodeTypes.getByNameAndVersion(type, draft.typeVersion);
	const latest = description.defaultVersion ?? [description.version].flat().at(-1) ?? 1;
	const name = draft.name ?? description.defaults.name ?? description.displayName;
	return {
		id: randomUUID(),
		position: [0, 0],
		parameters: {},
		typeVersion: latest,
		webhookId: description.webhooks === undefined ? undefined : randomUUID(),
		...structuredClone(draft),
		type,
		name,
		credentials: {
			...selectCredentials(
				type,
				description.credentials?.map((credential) => credential.name) ?? [],
				supplied,
			),
			...draft.credentials,
		},
	};
}

function selectCredentials(
	type: string,
	named: string[],
	supplied: CredentialData,
): NonNullable<INode['credentials']> {
	const takesAny = type === 'n8n-nodes-base.httpRequest';
	const usable = Object.keys(supplied).filter((name) => takesAny || named.includes(name));
	return Object.fromEntries(usable.map((name) => [name, { id: name, name }]));
}

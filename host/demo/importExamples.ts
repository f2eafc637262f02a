import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HOST_FOLDER } from '../n8n/hostNode';
import { PACKAGE_NAME } from '../n8n/installCommunityPackage';
import type { N8nClient, WorkflowFile, WorkflowNode } from '../n8n/n8nClient';
import { exampleFiles } from '../n8n/readExample';
import { CREDENTIAL_TYPE, type CredentialReference } from './saveDemoCredential';

const EXAMPLES_FOLDER = join(HOST_FOLDER, '..', 'examples');

export interface ImportedExample {
	readonly id: string;
	readonly name: string;
}

interface Example {
	/** The heading of its table in examples/README.md. */
	readonly topic: string | undefined;
	readonly workflow: WorkflowFile;
}

/** The example workflows in the order of their file names, with `credential` selected in every node of this package. */
export async function readExamples(
	credential: CredentialReference,
): Promise<readonly WorkflowFile[]> {
	return (await readFiles()).map(({ workflow }) => selectCredential(workflow, credential));
}

async function readFiles(): Promise<readonly Example[]> {
	const files = exampleFiles().sort();
	const topics = readTopics(await readFile(join(EXAMPLES_FOLDER, 'README.md'), 'utf8'));
	return await Promise.all(
		files.map(async (file) => ({
			topic: topics.get(file.replaceAll('\\', '/')),
			workflow: JSON.parse(await readFile(join(EXAMPLES_FOLDER, file), 'utf8')) as WorkflowFile,
		})),
	);
}

/** The heading above each file in the tables of examples/README.md. */
function readTopics(readme: string): ReadonlyMap<string, string> {
	const topics = new Map<string, string>();
	let heading = '';
	for (const line of readme.split('\n')) {
		heading = /^##+ (.+)/.exec(line)?.[1] ?? heading;
		const file = /^\| `([^`]+\.json)`/.exec(line)?.[1];
		if (file !== undefined) topics.set(file, heading);
	}
	return topics;
}

/** What makes the examples ready for the demo. */
export interface DemoSetup {
	/** The login of webhooks. */
	readonly webhookLogin: CredentialReference;
	/** The mail server that every email goes to. */
	readonly mail: CredentialReference;
	/** Sets up the workflows of booking systems. */
	readonly connect?: (workflow: WorkflowFile) => Promise<WorkflowFile>;
}

/** The error workflow of all others. */
const SOMETHING_FAILED = 'Something failed';

/** Published from the start, like the forms: what hears of failures, and the page that messages link to. */
const PUBLISHED = [SOMETHING_FAILED, 'Guest page'];

/**
 * Imports the missing examples, each with its topic as a tag. Examples that are there stay as a person has changed them.
 * With `setup`, they are ready for the demo: booking systems are connected, webhooks have a login, forms have none, emails
 * go to the demo's inbox, failures to *Something failed*, and those that need nothing else are published. Returns all
 * examples.
 */
export async function importExamples(
	client: N8nClient,
	credential: CredentialReference,
	setup?: DemoSetup,
): Promise<readonly ImportedExample[]> {
	const existing = new Map((await client.listWorkflows()).map(({ id, name }) => [name, id]));
	const imported: ImportedExample[] = [];
	const isFirst = ({ workflow }: Example) => workflow.name === SOMETHING_FAILED;
	const files = await readFiles();
	for (const { topic, workflow } of [
		...files.filter(isFirst),
		...files.filter((file) => !isFirst(file)),
	]) {
		const { name } = workflow;
		const id = existing.get(name);
		if (id !== undefined) {
			imported.push({ id, name });
			continue;
		}
		const selected = selectCredential(workflow, credential);
		const example =
			setup === undefined
				? selected
				: withErrorWorkflow(
						prepareForDemo((await setup.connect?.(selected)) ?? selected, setup),
						imported.find((one) => one.name === SOMETHING_FAILED)?.id,
					);
		const tags = topic === undefined ? [] : [await client.tagId(topic)];
		const created = await client.importWorkflow(example, tags);
		if (setup !== undefined && (PUBLISHED.includes(name) || isReadyForm(example)))
			await client.activate(created.id);
		imported.push({ id: created.id, name });
	}
	return imported;
}

function selectCredential(workflow: WorkflowFile, { id, name }: CredentialReference): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		node.type.startsWith(`${PACKAGE_NAME}.`) ||
		node.parameters.nodeCredentialType === CREDENTIAL_TYPE
			? { ...node, credentials: { ...node.credentials, [CREDENTIAL_TYPE]: { id, name } } }
			: node,
	);
	return { ...workflow, nodes };
}

const FORM = 'n8n-nodes-base.formTrigger';
const NOTE = 'n8n-nodes-base.stickyNote';
const EMAIL = 'n8n-nodes-base.emailSend';

/** Pixels that the sentence takes in a note. */
const NOTE_SENTENCE_HEIGHT = 60;
const NOTE_SENTENCE =
	'*In the demo, credentials, the error workflow and the settings are there, emails come to its inbox, and forms are published: leave out those steps.*';

/** A form without a login is for the demo alone, which listens on loopback. */
function prepareForDemo(workflow: WorkflowFile, { webhookLogin, mail }: DemoSetup): WorkflowFile {
	const firstNote = workflow.nodes.find(({ type }) => type === NOTE);
	const nodes = workflow.nodes.map((node) => {
		if (node === firstNote) return addSentence(node);
		if (node.type === EMAIL) return { ...node, credentials: { smtp: reference(mail) } };
		if (node.parameters.authentication !== 'basicAuth') return node;
		return node.type === FORM
			? { ...node, parameters: { ...node.parameters, authentication: 'none' } }
			: { ...node, credentials: { httpBasicAuth: reference(webhookLogin) } };
	});
	return { ...workflow, nodes };
}

const reference = ({ id, name }: CredentialReference) => ({ id, name });

const withErrorWorkflow = (workflow: WorkflowFile, id: string | undefined): WorkflowFile =>
	id === undefined
		? workflow
		: { ...workflow, settings: { ...workflow.settings, errorWorkflow: id } };

function addSentence(note: WorkflowNode): WorkflowNode {
	const [x, y] = note.position;
	const { content, height } = note.parameters;
	return {
		...note,
		position: [x, y - NOTE_SENTENCE_HEIGHT],
		parameters: {
			...note.parameters,
			content: String(content).replace('\n', `\n${NOTE_SENTENCE}\n\n`),
			height: Number(height) + NOTE_SENTENCE_HEIGHT,
		},
	};
}

/**
 * A form that asked for a login is for staff, and needs nothing but the credential if nothing else starts the workflow, and
 * it asks no other service.
 */
const isReadyForm = ({ nodes }: WorkflowFile): boolean =>
	!nodes.some(({ type }) => type === 'n8n-nodes-base.httpRequest') &&
	nodes.some(({ type, parameters }) => type === FORM && parameters.authentication === 'none') &&
	!nodes.some(({ type }) => type !== FORM && /trigger$|\.webhook$/i.test(type));

/** The addresses of the published forms of these examples: by the name of the workflow, and as n8n serves them. */
export async function readFormAddresses(
	client: N8nClient,
	examples: readonly ImportedExample[],
): Promise<ReadonlyMap<string, string>> {
	const active = new Set(
		(await client.listWorkflows()).filter((workflow) => workflow.active).map(({ id }) => id),
	);
	const addresses = new Map<string, string>();
	for (const { id, name } of examples) {
		if (!active.has(id)) continue;
		const form = (await client.getWorkflow(id)).nodes.find(({ type }) => type === FORM);
		if (form === undefined) continue;
		const { path } = (form.parameters.options ?? {}) as { path?: string };
		// An address rather than a name, as n8n shows it under Form URLs.
		addresses.set(
			name,
			`${client.url.replace('localhost', '127.0.0.1')}/form/${path ?? String(form.webhookId)}`,
		);
	}
	return addresses;
}

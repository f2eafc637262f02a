import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HOST_FOLDER } from '../n8n/hostNode';
import { PACKAGE_NAME } from '../n8n/installCommunityPackage';
import type { N8nClient, WorkflowFile } from '../n8n/n8nClient';
import { CREDENTIAL_TYPE, type CredentialReference } from './saveDemoCredential';

const EXAMPLES_FOLDER = join(HOST_FOLDER, '..', 'examples');

export interface ImportedExample {
	readonly id: string;
	readonly name: string;
}

/**
 * The example workflows in the order of their file names, with `credential` selected in every node of this package, and
 * `formLogin` in every form and PMS webhook that asks for a login.
 */
export async function readExamples(
	credential: CredentialReference,
	formLogin?: CredentialReference,
): Promise<readonly WorkflowFile[]> {
	const files = (await readdir(EXAMPLES_FOLDER, { recursive: true }))
		.filter((name) => name.endsWith('.json'))
		.sort();
	return await Promise.all(
		files.map(async (file) => {
			const workflow = JSON.parse(
				await readFile(join(EXAMPLES_FOLDER, file), 'utf8'),
			) as WorkflowFile;
			return selectCredentials(workflow, credential, formLogin);
		}),
	);
}

/** Imports only the missing examples, so that a person's changes stay. Returns all examples, in the order of their file names. */
export async function importExamples(
	client: N8nClient,
	credential: CredentialReference,
	formLogin?: CredentialReference,
): Promise<readonly ImportedExample[]> {
	const existing = new Map((await client.listWorkflows()).map(({ id, name }) => [name, id]));
	const imported: ImportedExample[] = [];
	for (const example of await readExamples(credential, formLogin)) {
		const id = existing.get(example.name) ?? (await client.importWorkflow(example)).id;
		imported.push({ id, name: example.name });
	}
	return imported;
}

function selectCredentials(
	workflow: WorkflowFile,
	{ id, name }: CredentialReference,
	formLogin?: CredentialReference,
): WorkflowFile {
	const nodes = workflow.nodes.map((node) => {
		if (node.type.startsWith(`${PACKAGE_NAME}.`))
			return { ...node, credentials: { ...node.credentials, [CREDENTIAL_TYPE]: { id, name } } };
		return formLogin && node.parameters.authentication === 'basicAuth'
			? { ...node, credentials: { httpBasicAuth: { id: formLogin.id, name: formLogin.name } } }
			: node;
	});
	return { ...workflow, nodes };
}

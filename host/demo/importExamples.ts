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

/** The example workflows with `credential` selected in every node of this package, in the order of their file names. */
export async function readExamples(
	credential: CredentialReference,
): Promise<readonly WorkflowFile[]> {
	const files = (await readdir(EXAMPLES_FOLDER, { recursive: true }))
		.filter((name) => name.endsWith('.json'))
		.sort();
	return await Promise.all(
		files.map(async (file) => {
			const workflow = JSON.parse(
				await readFile(join(EXAMPLES_FOLDER, file), 'utf8'),
			) as WorkflowFile;
			return selectCredential(workflow, credential);
		}),
	);
}

/** Imports only the missing examples, so that a person's changes stay. Returns all examples, in the order of their file names. */
export async function importExamples(
	client: N8nClient,
	credential: CredentialReference,
): Promise<readonly ImportedExample[]> {
	const existing = new Map((await client.listWorkflows()).map(({ id, name }) => [name, id]));
	const imported: ImportedExample[] = [];
	for (const example of await readExamples(credential)) {
		const id = existing.get(example.name) ?? (await client.importWorkflow(example)).id;
		imported.push({ id, name: example.name });
	}
	return imported;
}

function selectCredential(workflow: WorkflowFile, { id, name }: CredentialReference): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		node.type.startsWith(`${PACKAGE_NAME}.`)
			? { ...node, credentials: { ...node.credentials, [CREDENTIAL_TYPE]: { id, name } } }
			: node,
	);
	return { ...workflow, nodes };
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HOST_FOLDER } from './hostNode';
import { PACKAGE_NAME } from './installCommunityPackage';
import type { N8nClient, WorkflowFile } from './n8nClient';
import { CREDENTIAL_TYPE, type CredentialReference } from './saveDemoCredential';

const EXAMPLES_FOLDER = join(HOST_FOLDER, '..', 'examples');

/** The example workflows with `credential` selected in every node of this package, in the order of their file names. */
export async function readExamples(credential: CredentialReference): Promise<readonly WorkflowFile[]> {
	const files = (await readdir(EXAMPLES_FOLDER)).filter((name) => name.endsWith('.json')).sort();
	return await Promise.all(
		files.map(async (file) => {
			const workflow = JSON.parse(await readFile(join(EXAMPLES_FOLDER, file), 'utf8')) as WorkflowFile;
			return selectCredential(workflow, credential);
		}),
	);
}

/** Imports the examples that are not there yet, so that what a person changed stays. Returns the names of all. */
export async function importExamples(client: N8nClient, credential: CredentialReference): Promise<readonly string[]> {
	const existing = new Set((await client.listWorkflows()).map(({ name }) => name));
	const examples = await readExamples(credential);
	for (const example of examples) {
		if (!existing.has(example.name)) await client.importWorkflow(example);
	}
	return examples.map(({ name }) => name);
}

function selectCredential(workflow: WorkflowFile, { id, name }: CredentialReference): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		node.type.startsWith(`${PACKAGE_NAME}.`) ? { ...node, credentials: { ...node.credentials, [CREDENTIAL_TYPE]: { id, name } } } : node,
	);
	return { ...workflow, nodes };
}

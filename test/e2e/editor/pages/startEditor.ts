import {
	type CredentialReference,
	saveDemoCredential,
} from '../../../../host/demo/saveDemoCredential';
import type { WorkflowNode } from '../../../../host/n8n/n8nClient';
import {
	createSandbox,
	type Sandbox,
	type SandboxOptions,
} from '../../../../sandbox/createSandbox';
import { startBrowser, type TestBrowser } from '../../../support/browser/startBrowser';
import { memberOf, type SignedIn, signIn } from '../../signIn';
import { chainOf, packageNode, plainNode } from '../../workflowFiles';
import { EditorPage } from './editorPage';

/** The editor of the shared n8n, a sandbox, and a signed-in person with a credential. */
export interface TestEditor {
	readonly n8n: SignedIn;
	readonly sandbox: Sandbox;
	readonly credential: CredentialReference;
	readonly browser: TestBrowser;
	readonly editor: EditorPage;
	stop(): Promise<void>;
}

/** Opens the editor as the test file's own member. @param testFile `__filename` */
export async function startEditor(
	testFile: string,
	settings: SandboxOptions['settings'] = {},
): Promise<TestEditor> {
	const n8n = await signIn(testFile);
	const sandbox = await createSandbox({ settings });
	const browser = await startBrowser();
	const stop = async () => {
		await browser.stop();
		await sandbox.stop();
	};
	try {
		const editor = new EditorPage(await browser.newPage(), n8n.url);
		await editor.signIn(memberOf(testFile));
		const credential = await saveDemoCredential(n8n.client, {
			baseUrl: sandbox.url,
			apiKey: sandbox.apiKey,
		});
		return { n8n, sandbox, credential, browser, editor, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

export async function openActionNode(
	{ editor, n8n, credential }: Pick<TestEditor, 'editor' | 'n8n' | 'credential'>,
	parameters: Record<string, unknown>,
	nodes: readonly WorkflowNode[] = [],
) {
	const workflow = chainOf('Codes', [
		plainNode('Start', 'n8n-nodes-base.manualTrigger'),
		...nodes,
		packageNode('action', 'Device Access', parameters, credential),
	]);
	await editor.openWorkflow((await n8n.client.importWorkflow(workflow)).id);
	return await editor.openNode('Device Access');
}

/** Defines a test with the steps of a person in the editor; a failed test leaves a screenshot. */
export const personIn =
	(editorOfTest: () => TestEditor) => (title: string, act: () => Promise<void>) =>
		it(title, async () => {
			const { browser, editor } = editorOfTest();
			await browser.keepScreenshotOnFailure(editor.page, title, act);
		});

import { type CredentialReference, saveDemoCredential } from '../../../../host/demo/saveDemoCredential';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../../sandbox/createSandbox';
import { OWNER, startTestN8n, type TestN8n } from '../../../support/n8nServer';
import { startBrowser, type TestBrowser } from '../../../support/browser/startBrowser';
import { EditorPage } from './editorPage';

/** A real n8n with the package in it, a sandbox, and a person who is signed in to the editor and has a credential. */
export interface TestEditor {
	readonly n8n: TestN8n;
	readonly sandbox: Sandbox;
	readonly credential: CredentialReference;
	readonly browser: TestBrowser;
	readonly editor: EditorPage;
	stop(): Promise<void>;
}

export async function startEditor(settings: SandboxOptions['settings'] = {}): Promise<TestEditor> {
	const stops: Array<() => Promise<void>> = [];
	const stop = async () => {
		for (const stopPart of stops.reverse()) await stopPart();
	};
	const keep = <T extends { stop(): Promise<void> }>(part: T): T => {
		stops.push(async () => await part.stop());
		return part;
	};
	try {
		const sandbox = keep(await createSandbox({ settings }));
		const n8n = keep(await startTestN8n());
		const browser = keep(await startBrowser());
		const editor = new EditorPage(await browser.newPage(), n8n.server.url);
		await editor.signIn(OWNER);
		const credential = await saveDemoCredential(n8n.client, { baseUrl: sandbox.url, apiKey: sandbox.apiKey });
		return { n8n, sandbox, credential, browser, editor, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/** A way to write a test of what a person does in the editor: one that fails leaves a screenshot. */
export const personIn = (editorOfTest: () => TestEditor) => (title: string, act: () => Promise<void>) =>
	it(title, async () => {
		const { browser, editor } = editorOfTest();
		await browser.keepScreenshotOnFailure(editor.page, title, act);
	});

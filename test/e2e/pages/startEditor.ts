import { OWNER, startTestN8n, type TestN8n } from '../../support/n8nServer';
import { startBrowser, type TestBrowser } from '../../support/browser/startBrowser';
import { EditorPage } from './editorPage';

/** A real n8n with the package in it, and a person who is signed in to its editor. */
export interface TestEditor {
	readonly n8n: TestN8n;
	readonly browser: TestBrowser;
	readonly editor: EditorPage;
	stop(): Promise<void>;
}

export async function startEditor(): Promise<TestEditor> {
	const n8n = await startTestN8n();
	let browser: TestBrowser | undefined;
	const stop = async () => {
		await browser?.stop();
		await n8n.stop();
	};
	try {
		browser = await startBrowser();
		const editor = new EditorPage(await browser.newPage(), n8n.server.url);
		await editor.signIn(OWNER);
		return { n8n, browser, editor, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

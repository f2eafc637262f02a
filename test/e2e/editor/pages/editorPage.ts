import type { Locator, Page } from 'playwright-core';
import type { Owner, SavedWorkflow } from '../../../../host/n8n/n8nClient';
import { waitFor } from '../../../../host/process/waitFor';
import { clickUntil, repeatUntil } from './clickUntil';
import { CredentialDialog } from './credentialDialog';
import { DataTablePage } from './dataTablePage';
import { NodePanel } from './nodePanel';
import { NodeView } from './nodeView';

/** n8n's messages in the corner, which fade away. */
const MESSAGES = '.el-notification';

/** n8n's editor as a person sees it: sign-in, the list of workflows, one workflow on its canvas, its executions. */
export class EditorPage {
	readonly nodePanel: NodePanel;
	readonly nodeView: NodeView;
	readonly credentialDialog: CredentialDialog;
	readonly canvas: Locator;

	constructor(
		readonly page: Page,
		private readonly url: string,
	) {
		this.nodePanel = new NodePanel(page);
		this.nodeView = new NodeView(page);
		this.credentialDialog = new CredentialDialog(page);
		this.canvas = page.getByTestId('canvas-wrapper');
	}

	async signIn(owner: Pick<Owner, 'email' | 'password'>): Promise<void> {
		await this.signInAt('/signin', owner);
		await this.page.waitForURL(/\/home/);
	}

	/** Opens a path without being signed in: n8n shows the sign-in page and then goes to the path. */
	async signInAt(
		path: string,
		{ email, password }: Pick<Owner, 'email' | 'password'>,
	): Promise<void> {
		await this.page.goto(`${this.url}${path}`);
		await this.page.locator('input[name="emailOrLdapLoginId"]').fill(email);
		await this.page.locator('input[type="password"]').fill(password);
		await this.page.getByRole('button', { name: 'Sign in' }).click();
	}

	async openCommunityNodes(packageName: string): Promise<Locator> {
		await this.page.goto(`${this.url}/settings/community-nodes`);
		const card = this.page.getByTestId('community-package-card').filter({ hasText: packageName });
		await card.waitFor();
		return card;
	}

	async openDataTable(name: string): Promise<DataTablePage> {
		await this.page.goto(`${this.url}/home/datatables`);
		await this.page.getByTestId('data-table-card').filter({ hasText: name }).first().click();
		await this.page.getByTestId('data-table-grid').waitFor();
		return new DataTablePage(this.page);
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.emptyCanvas.waitFor();
	}

	/**
	 * Deletes all nodes of the open workflow, which takes a tenth of the time of loading n8n's page for
	 * a new one. An editor that is still saving can lose the keys.
	 */
	async deleteAllNodes(): Promise<void> {
		await repeatUntil(
			this.emptyCanvas,
			async () => {
				await this.page.keyboard.press('ControlOrMeta+a');
				await this.page.keyboard.press('Delete');
			},
			'deleting all nodes',
		);
	}

	async openWorkflow(workflowId: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${workflowId}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	private get emptyCanvas(): Locator {
		return this.page.getByTestId('canvas-plus-button');
	}

	/** Imports a file into an empty workflow with Import from File in the workflow's menu. @param file its path, or its contents */
	async importFile(
		file: string | Exclude<Parameters<Locator['setInputFiles']>[0], string>,
	): Promise<void> {
		await this.page.getByTestId('workflow-import-input').setInputFiles(file);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Saves at once, without waiting for n8n to save by itself. Returns the workflow that n8n then has. */
	async save(): Promise<SavedWorkflow> {
		// A request, not a response: n8n may still be saving what was on the canvas before.
		const request = this.page.waitForRequest(
			(sent) =>
				/\/rest\/workflows(\/[\w-]+)?(\?|$)/.test(sent.url()) &&
				['POST', 'PATCH'].includes(sent.method()),
		);
		await this.page.keyboard.press('ControlOrMeta+s');
		const saved = await (await request).response();
		if (saved === null) throw new Error('n8n did not answer when the workflow was saved');
		return ((await saved.json()) as { data: SavedWorkflow }).data;
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	async showAll(): Promise<void> {
		await this.page.getByTestId('zoom-to-fit').click();
	}

	async openNode(name: string): Promise<NodeView> {
		await clickUntil(this.node(name), this.nodeView.root, 'dblclick');
		return this.nodeView;
	}

	/** Opens a node by its address, as a shared link does, without loading the page again. */
	async openNodeById(workflowId: string, nodeId: string, name: string): Promise<NodeView> {
		const path = `/workflow/${workflowId}/${nodeId}`;
		await this.page.evaluate(
			`history.pushState({}, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate', { state: {} }));`,
		);
		const title = this.nodeView.root.getByTestId('node-title-container');
		await waitFor(
			`the open node '${name}'`,
			async () =>
				(await title.innerText({ timeout: 1_000 }).catch(() => '')).trim() === name || undefined,
		);
		return this.nodeView;
	}

	async executeWorkflow(): Promise<string> {
		const words = /executed successfully|Problem in node|Problem executing/;
		// A message of an earlier run must not count for this one.
		await this.messages(words).first().waitFor({ state: 'hidden' });
		await this.page.getByTestId('execute-workflow-button').click();
		return await this.message(words);
	}

	async message(words: RegExp): Promise<string> {
		const message = this.messages(words).first();
		await message.waitFor({ timeout: 60_000 });
		return await message.innerText();
	}

	private messages(words: RegExp): Locator {
		return this.page.locator(MESSAGES).filter({ hasText: words });
	}

	/** Publishes the workflow, which makes it active, and closes n8n's congratulation. */
	async publish(): Promise<void> {
		const publish = this.page.getByTestId('workflow-publish-button');
		await clickUntil(this.page.getByTestId('workflow-open-publish-modal-button'), publish);
		await publish.click();
		await this.page.getByRole('button', { name: 'Got it' }).click();
	}

	async unpublish(): Promise<void> {
		const unpublish = this.page.getByTestId('version-menu-item-unpublish');
		await clickUntil(this.page.getByTestId('version-menu-button'), unpublish);
		await unpublish.click();
		await this.page
			.getByRole('dialog')
			.filter({ visible: true })
			.getByRole('button', { name: 'Unpublish' })
			.click();
	}

	async unknownNodes(): Promise<string[]> {
		const unknown = this.page
			.getByTestId('canvas-node')
			.filter({ has: this.page.getByTestId('node-not-installed') });
		return (await unknown.locator('[class*="label"]').allInnerTexts()).map((name) => name.trim());
	}

	/** The texts of the red marks on the canvas, node by node. */
	async issues(): Promise<string[]> {
		const marks = this.page.getByTestId('node-issues');
		const texts: string[] = [];
		for (let index = 0; index < (await marks.count()); index++) {
			// The text of one mark can cover the next.
			await this.page.mouse.move(0, 0);
			await this.page.locator('.n8n-tooltip').last().waitFor({ state: 'hidden' });
			await marks.nth(index).hover();
			texts.push(await this.page.locator('.n8n-tooltip:visible').last().innerText());
		}
		return texts;
	}

	async openExecutions(): Promise<void> {
		await clickUntil(
			this.page.getByTestId('radio-button-executions'),
			this.page.getByTestId('executions-sidebar'),
		);
	}

	async closeExecutions(): Promise<void> {
		await clickUntil(this.page.getByTestId('radio-button-workflow'), this.canvas);
	}

	get executions(): Locator {
		return this.page
			.getByTestId('current-executions-list')
			.locator('a[href*="/executions/"]')
			.filter({ visible: true });
	}

	get executedNodes(): Locator {
		return this.page.getByTestId('canvas-node').filter({ visible: true });
	}

	/** Waits until the newest entry in the list of executions contains these words. */
	async waitForExecution(words: string): Promise<void> {
		await this.executions.first().filter({ hasText: words }).waitFor();
	}
}

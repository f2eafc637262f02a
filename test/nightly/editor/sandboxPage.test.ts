import type { Page } from 'playwright-core';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { startBrowser, type TestBrowser } from '../../support/browser/startBrowser';
import { call } from '../../operations/dossier';
import { picture } from '../../e2e/editor/pages/picture';
import { SandboxPage } from '../../e2e/editor/pages/sandboxPage';

const DAY_MS = 86_400_000;
const LOCK = 'Room 201';

let sandbox: Sandbox;
let browser: TestBrowser;
let page: Page;
let house: SandboxPage;

beforeAll(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 50 } });
	browser = await startBrowser();
	page = await browser.newPage();
	house = new SandboxPage(page);
	await page.goto(sandbox.url);
});

afterAll(async () => {
	await browser?.stop();
	await sandbox?.stop();
});

const person = (title: string, act: () => Promise<void>) =>
	it(title, async () => await browser.keepScreenshotOnFailure(page, title, act));
const events = () => page.getByRole('region', { name: 'What has happened' });
const rowOf = (pin: string) => house.pinsOf(LOCK).getByRole('row', { name: pin });

person(
	'the page follows the doors without being reloaded, and keeps what a person is typing',
	async () => {
		await page.getByLabel('types the PIN').fill('12');
		const starts_at = new Date(Date.now() - DAY_MS).toISOString();
		const ends_at = new Date(Date.now() + 4 * DAY_MS).toISOString();
		await call(sandbox, '/access_grants/create', {
			user_identity: { full_name: 'Ada Guest' },
			device_ids: [hotel.devices.room201],
			requested_access_methods: [{ mode: 'code', code: '7654' }],
			access_grant_key: 'reservation:R-1001',
			name: 'Ada Guest',
			starts_at,
			ends_at,
		});
		await rowOf('7654').getByText('opens now').waitFor();
		await rowOf('7654').getByText('reservation:R-1001').waitFor();
		await events().getByText('Access was given').waitFor();
		expect(await page.getByLabel('types the PIN').inputValue()).toBe('12');
	},
);

person('a lock is taken offline and brought back, also with the keyboard', async () => {
	await page.getByRole('button', { name: `Take Offline: ${LOCK}` }).focus();
	await page.keyboard.press('Enter');
	await page.getByRole('button', { name: `Bring Online: ${LOCK}` }).waitFor();
	await events().getByText('Lock is offline').waitFor();
	await page.keyboard.press('Enter');
	await page.getByRole('button', { name: `Take Offline: ${LOCK}` }).waitFor();
	await events().getByText('Lock is online').waitFor();
});

person('the page fits a window of 700 pixels', async () => {
	await page.setViewportSize({ width: 700, height: 900 });
	expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(700);
	await page.setViewportSize({ width: 1440, height: 900 });
});

person('the picture of the docs shows a stay in a room', async () => {
	const in3Days = new Date(Date.now() + 3 * DAY_MS).toISOString();
	await call(sandbox, '/access_grants/create', {
		user_identity: { full_name: 'Grace Guest' },
		space_keys: ['room-101'],
		requested_access_methods: [{ mode: 'code', code: '4711' }, { mode: 'mobile_key' }],
		access_grant_key: 'reservation:R-1002',
		name: 'Grace Guest',
		ends_at: in3Days,
	});
	await house.frame();
	await picture(page, 'sandbox-page', house.pinsOf('Room 101').getByText('opens now').first());
});

person('the house starts over, and nothing stays of what a person typed', async () => {
	await house.typePin(LOCK, '0000', 'refuses the PIN');
	page.once('dialog', (dialog) => void dialog.accept());
	await page.getByRole('button', { name: 'Start Over' }).click();
	await rowOf('7654').waitFor({ state: 'detached' });
	await page.getByText('refuses the PIN').waitFor({ state: 'detached' });
	await events().getByText('Nothing yet').waitFor();
});

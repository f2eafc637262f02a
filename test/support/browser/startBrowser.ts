import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
	chromium,
	selectors,
	type Browser,
	type BrowserContext,
	type BrowserContextOptions,
	type Page,
} from 'playwright-core';
import { findChromium } from './findChromium';

const SCREENSHOTS_FOLDER = resolve(__dirname, '..', '..', '..', '.tmp', 'screenshots');

/** The window of a common laptop. */
export const WINDOW_SIZE = { width: 1440, height: 900 };

/** Longest wait for anything on the page; n8n's first page takes several seconds on a slow machine. */
const WAIT_TIME_LIMIT_MS = 60_000;

// Starts quietly and without the features that a container lacks (a GPU, a user namespace for Chromium's own sandbox).
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--disable-dev-shm-usage',
];

export type PageOptions = Pick<BrowserContextOptions, 'colorScheme'>;

export interface TestBrowser {
	/** Opens a page in a separate context, in which nobody is signed in. */
	newPage(options?: PageOptions): Promise<Page>;
	/** Runs `act`, which does what a person would do. If it fails, keeps a screenshot and adds its path to the error message. */
	keepScreenshotOnFailure<T>(page: Page, name: string, act: () => Promise<T>): Promise<T>;
	stop(): Promise<void>;
}

/** Starts this machine's Chromium without a window. @throws SetupError if there is none */
export async function startBrowser(): Promise<TestBrowser> {
	selectors.setTestIdAttribute('data-test-id');
	const browser: Browser = await chromium.launch({
		executablePath: await findChromium(),
		args: FLAGS,
		// A person's browser blocks windows that no click has opened.
		ignoreDefaultArgs: ['--disable-popup-blocking'],
	});
	const contexts: BrowserContext[] = [];
	return {
		newPage: async (options: PageOptions = {}) => {
			const context = await browser.newContext({
				viewport: WINDOW_SIZE,
				colorScheme: 'light',
				locale: 'en-US',
				timezoneId: 'Europe/Berlin',
				...options,
			});
			context.setDefaultTimeout(WAIT_TIME_LIMIT_MS);
			contexts.push(context);
			return await context.newPage();
		},
		keepScreenshotOnFailure: async (page, name, act) => {
			try {
				return await act();
			} catch (error) {
				mkdirSync(SCREENSHOTS_FOLDER, { recursive: true });
				const path = join(
					SCREENSHOTS_FOLDER,
					`${name.replace(/[^a-z0-9]+/gi, '-').slice(0, 80)}.png`,
				);
				await page.screenshot({ path }).catch(() => {});
				if (error instanceof Error) error.message += `\nScreenshot: ${path}`;
				throw error;
			}
		},
		stop: async () => {
			for (const context of contexts) await context.close();
			await browser.close();
		},
	};
}

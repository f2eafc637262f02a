import { fileURLToPath } from 'node:url';

/** What decides who gets in, what a guest and a host are told, and what must not be shown. */
const DECIDING = [
	'reservations/plan/{next,diff,pinProblems,person}.ts',
	'reservations/makeOrders.ts',
	'reservations/items/{tell,item}.ts',
	'reservations/message/writeMessage.ts',
	'operation/output/outputItems.ts',
	'trigger/polling/*.ts',
	'trigger/webhook/receiveDelivery.ts',
	'errors/maskPins.ts',
];

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: DECIDING.map((files) => `nodes/DeviceAccess/${files}`),
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner', fileURLToPath(new URL('sample.mjs', import.meta.url))],
	ignorers: ['sample'],
	jest: { configFile: 'tools/mutation/jest.config.js' },
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	dryRunTimeoutMinutes: 60,
	timeoutMS: 60_000,
	ignorePatterns: ['dist', 'host/n8n-2', 'docs', '.tmp/verify'],
	tempDirName: '.tmp/mutation',
	reporters: ['clear-text', 'progress-append-only'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	concurrency: 1,
	thresholds: { high: 95, low: 85, break: 85 },
};

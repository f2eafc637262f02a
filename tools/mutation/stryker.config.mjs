import { fileURLToPath } from 'node:url';
import areas from './areas.js';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: areas.flatMap(({ files }) => files).map((file) => `nodes/DeviceAccess/${file}`),
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner', fileURLToPath(new URL('sample.mjs', import.meta.url))],
	ignorers: ['sample'],
	jest: { configFile: 'tools/mutation/jest.config.js', enableFindRelatedTests: false },
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	dryRunTimeoutMinutes: 60,
	timeoutMS: 60_000,
	ignorePatterns: ['dist', 'host/n8n-2', 'docs', '.tmp/verify'],
	tempDirName: process.env.AREA ? `.tmp/mutation-${process.env.AREA}` : '.tmp/mutation',
	reporters: ['clear-text', 'progress-append-only'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	concurrency: 1,
	thresholds: { high: 95, low: 85, break: 85 },
};

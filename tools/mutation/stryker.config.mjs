import { fileURLToPath } from 'node:url';
import area from './areas.js';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: area.files.map((file) => `nodes/DeviceAccess/${file}`),
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner', fileURLToPath(new URL('sample.mjs', import.meta.url))],
	ignorers: ['sample'],
	jest: { configFile: 'tools/mutation/jest.config.js', enableFindRelatedTests: false },
	// The engine tests load what is built.
	buildCommand: area.project === 'engine' ? 'npm run build' : undefined,
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	dryRunTimeoutMinutes: 60,
	timeoutMS: 20_000,
	ignorePatterns: ['dist', 'host/n8n-2', 'docs', '.tmp/verify'],
	tempDirName: `.tmp/mutation-${process.env.AREA}`,
	reporters: ['clear-text', 'progress-append-only'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	concurrency: 1,
	thresholds: { high: 95, low: 85, break: 85 },
};

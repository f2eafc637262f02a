// The cluster tests: n8n's queue mode with a real PostgreSQL and a real Redis. Minutes to hours, by their sizes.
const base = require('./jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	testMatch: ['<rootDir>/test/nightly/cluster/**/*.test.ts'],
	setupFiles: [],
	maxWorkers: 1,
	testTimeout: 60 * 60_000,
	reporters: ['default', ['<rootDir>/test/support/totalsReporter.js', { name: 'cluster' }]],
};

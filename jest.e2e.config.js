const base = require('./jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	setupFiles: [],
	maxWorkers: 1,
	testTimeout: 180_000,
	reporters: ['default', ['<rootDir>/test/support/totalsReporter.js', { name: 'e2e' }]],
};

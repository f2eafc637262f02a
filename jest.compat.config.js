// The tests in a real n8n, without those of the editor of n8n 2, in the last n8n of major version 1: npm run e2e:compat.
process.env.DEVICE_ACCESS_HOST ??= 'n8n-1';

const base = require('./jest.e2e.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	testMatch: ['<rootDir>/test/e2e/{api/{credential,examples,failures,operations},package,triggers}.test.ts'],
	reporters: ['default', ['<rootDir>/test/support/totalsReporter.js', { name: 'e2e-compat' }]],
};

// The browser tests, taking the pictures of the docs on the way: npm run pictures.
process.env.TAKE_PICTURES = '1';

/** @type {import('jest').Config} */
module.exports = {
	...require('./jest.e2e.config.js'),
	testMatch: ['<rootDir>/test/e2e/editor/*.test.ts'],
};

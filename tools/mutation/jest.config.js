const { projects, ...settings } = require('../../jest.config');
const { project, tests, loaded = [] } = require('./areas');

const found = projects.find(({ displayName: name }) => name === project);

/**
 * The tests of the area as the only project: Stryker reads no projects.
 * @type {import('jest').Config}
 */
module.exports = {
	...settings,
	...found,
	rootDir: '../..',
	roots: ['<rootDir>/test', '<rootDir>/proof'],
	// Before the first test, because Stryker runs for a constant only the test that loads it.
	setupFilesAfterEnv: [...(found.setupFilesAfterEnv ?? []), ...loaded],
	testMatch: tests.map((file) => `<rootDir>/${file}`),
	testEnvironment: require.resolve('@stryker-mutator/jest-runner/jest-env/node', {
		paths: [__dirname],
	}),
};

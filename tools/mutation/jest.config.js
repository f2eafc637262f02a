const { projects, ...settings } = require('../../jest.config');
const areas = require('./areas');

const unit = projects.find(({ displayName: name }) => name === 'unit');

/**
 * The tests of the areas as one project: Stryker reads no projects.
 * @type {import('jest').Config}
 */
module.exports = {
	...settings,
	...unit,
	rootDir: '../..',
	roots: ['<rootDir>/test/unit', '<rootDir>/proof'],
	testMatch: areas.flatMap(({ tests }) => tests).map((file) => `<rootDir>/${file}`),
	testEnvironment: require.resolve('@stryker-mutator/jest-runner/jest-env/node', {
		paths: [__dirname],
	}),
};

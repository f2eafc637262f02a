const { projects, ...settings } = require('../../jest.config');

const unit = projects.find(({ displayName: name }) => name === 'unit');

/**
 * The unit tests of the floors that are mutated, and the shortest histories, as one project: Stryker reads no projects.
 * @type {import('jest').Config}
 */
module.exports = {
	...settings,
	...unit,
	rootDir: '../..',
	roots: [
		...['errors', 'operation', 'reservations', 'trigger'].map(
			(floor) => `<rootDir>/test/unit/${floor}`,
		),
		'<rootDir>/proof',
	],
	testMatch: ['**/test/unit/**/*.test.ts', '**/proof/histories/found.test.ts'],
	testEnvironment: require.resolve('@stryker-mutator/jest-runner/jest-env/node', {
		paths: [__dirname],
	}),
};

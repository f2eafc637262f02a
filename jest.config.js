const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const readJson = (path) => JSON.parse(readFileSync(join(__dirname, path), 'utf8'));

/** The installed packages whose .js files are ES modules, as npm lists them: `node_modules/got/node_modules/keyv`. */
const esModulePackages = Object.keys(readJson('node_modules/.package-lock.json').packages).filter(
	(folder) => readJson(join(folder, 'package.json')).type === 'module',
);

/** Files of packages that are not compiled: all but ES modules, which jest's loader does not read. */
const NOT_COMPILED = `^(?!.*\\.mjs$)(?!.*/(${esModulePackages.join('|')})/.*\\.js$).*/node_modules/`;

const project = (displayName, files, settings = {}) => ({
	displayName,
	roots: ['<rootDir>/test'],
	testMatch: files.map((file) => `<rootDir>/test/${file}.test.ts`),
	transform: {
		'^.+\\.[mc]?[jt]s$': [
			'@swc/jest',
			{ jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
		],
	},
	transformIgnorePatterns: [NOT_COMPILED],
	runtime: '<rootDir>/test/support/engine/sharingRuntime.js',
	// After a file that set the clock, jest marks the real Date as deleted, and warns when a request that failed last
	// leaves the node's queue a millisecond later (JEST-01).
	testEnvironmentOptions: { globalsCleanup: 'off' },
	...settings,
});

/** With n8n-core in the test's own process. */
const engine = { setupFiles: ['<rootDir>/host/engine/n8nEnvironment.js'] };

/** And with a clock of its own, whatever the machine's says. */
const ownClock = {
	setupFiles: [
		...(process.env.MACHINE_CLOCK ? [process.env.MACHINE_CLOCK] : []),
		'<rootDir>/test/support/clock/ownClock.js',
		...engine.setupFiles,
	],
};

/** Extracts the vendor's OpenAPI before the tests. */
const contract = { globalSetup: '<rootDir>/test/support/contract/cutOpenapi.mjs' };

/** For tests that load dist/, too. */
const builtContract = {
	globalSetup: '<rootDir>/test/support/contract/requireBuildAndCutOpenapi.mjs',
};

/** For tests that load dist/. */
const built = { globalSetup: '<rootDir>/test/support/engine/requireBuild.js' };

/** @type {import('jest').Config} */
module.exports = {
	// Two for each of two cores: tests wait for a service, n8n or a browser about a third of their time.
	maxWorkers: 4,
	// n8n-core stays in memory for each file that loads it, and a 1 GB worker takes so long to exit that jest reports it.
	workerIdleMemoryLimit: '400MB',
	testTimeout: 180_000,
	projects: [
		project('unit', ['unit/**/*'], { ...ownClock, ...contract }),
		project('contract', ['contract/**/*'], { ...ownClock, ...builtContract }),
		project('sandbox', ['sandbox/**/*'], { ...ownClock, ...contract }),
		project('engine', [], {
			...ownClock,
			// The proof of an example stands beside it.
			roots: ['<rootDir>/test/engine', '<rootDir>/examples'],
			testMatch: ['<rootDir>/{test/engine,examples}/**/*.test.ts'],
			...builtContract,
			setupFilesAfterEnv: ['<rootDir>/test/support/contract/holdToContract.ts'],
		}),
		project('e2e', ['e2e/{api,editor}/*'], {
			globalSetup: '<rootDir>/test/e2e/globalSetup.ts',
			globalTeardown: '<rootDir>/test/e2e/globalTeardown.ts',
		}),
		project('ownN8n', ['e2e/demo'], built),
		project('queueMode', ['e2e/queueMode'], built),
		project('histories', ['histories'], {
			roots: ['<rootDir>/proof'],
			testMatch: ['<rootDir>/proof/**/*.test.ts'],
		}),
		project('nightly', ['nightly/*'], {
			...engine,
			...builtContract,
		}),
		project('nightlyN8n', ['nightly/{n8n,editor}/*'], {
			globalSetup: '<rootDir>/test/e2e/globalSetup.ts',
			globalTeardown: '<rootDir>/test/e2e/globalTeardown.ts',
		}),
		project('cluster', ['nightly/cluster/*'], built),
	],
};

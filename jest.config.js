// Dependencies of got, TypeBox, Fastify, n8n's Wait node and the sandbox's page that exist only as ES modules, which jest's
// loader needs compiled.
const ES_MODULES = [
	'got',
	'keyv',
	'@keyv',
	'@sindresorhus',
	'@szmarczak',
	'@sec-ant',
	'typebox',
	'cookie',
	'cacheable-lookup',
	'cacheable-request',
	'p-cancelable',
	'lowercase-keys',
	'responselike',
	'mimic-response',
	'normalize-url',
	'decompress-response',
	'form-data-encoder',
	'http2-wrapper',
	'quick-lru',
	'byte-counter',
	'chunk-data',
	'uint8array-extras',
	'get-stream',
	'is-stream',
	'execa',
	'figures',
	'human-signals',
	'is-plain-obj',
	'is-unicode-supported',
	'npm-run-path',
	'path-key',
	'parse-ms',
	'pretty-ms',
	'strip-final-newline',
	'unicorn-magic',
	'yoctocolors',
	'@remix-run',
	'@seamapi',
	'sanitize-html/node_modules',
	'htmlparser2',
	'domhandler',
	'domutils',
	'dom-serializer',
	'domelementtype',
	'entities',
];

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
	transformIgnorePatterns: [`/node_modules/(?!(${ES_MODULES.join('|')})/)`],
	...settings,
});

/** With n8n-core in the test's own process. */
const engine = { setupFiles: ['<rootDir>/host/engine/n8nEnvironment.js'] };

/** Extracts the vendor's OpenAPI before the tests. */
const contract = { globalSetup: '<rootDir>/test/support/contract/cutOpenapi.mjs' };

/** @type {import('jest').Config} */
module.exports = {
	maxWorkers: 2,
	// n8n-core stays in memory for each file that loads it, and a 1 GB worker takes so long to exit that jest reports it.
	workerIdleMemoryLimit: '400MB',
	testTimeout: 180_000,
	projects: [
		project('unit', ['unit/**/*', '{contract,sandbox,specification}/**/*'], {
			...engine,
			...contract,
		}),
		project('engine', ['engine/**/*'], {
			...engine,
			...contract,
			setupFilesAfterEnv: ['<rootDir>/test/support/contract/holdToContract.ts'],
		}),
		project('e2e', ['e2e/{api,editor}/*'], {
			globalSetup: '<rootDir>/test/e2e/globalSetup.ts',
			globalTeardown: '<rootDir>/test/e2e/globalTeardown.ts',
		}),
		project('ownN8n', ['e2e/{demo,restart}']),
		project('queueMode', ['e2e/queueMode']),
		project('nightly', ['nightly/*'], engine),
		project('cluster', ['nightly/cluster/*']),
	],
};

// Packages below got, TypeBox, Fastify and n8n's Wait node that exist as ES modules only: jest's loader needs them compiled.
const ES_MODULES = [
	'got', 'keyv', '@keyv', '@sindresorhus', '@szmarczak', '@sec-ant', 'typebox', 'cookie',
	'cacheable-lookup', 'cacheable-request', 'p-cancelable', 'lowercase-keys', 'responselike', 'mimic-response',
	'normalize-url', 'decompress-response', 'form-data-encoder', 'http2-wrapper', 'quick-lru', 'byte-counter',
	'chunk-data', 'uint8array-extras', 'get-stream', 'is-stream', 'execa', 'figures', 'human-signals', 'is-plain-obj',
	'is-unicode-supported', 'npm-run-path', 'path-key', 'parse-ms', 'pretty-ms', 'strip-final-newline', 'unicorn-magic', 'yoctocolors',
	'sanitize-html/node_modules', 'htmlparser2', 'domhandler', 'domutils', 'dom-serializer', 'domelementtype', 'entities',
];

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['<rootDir>/test/{unit,contract,engine,sandbox,specification}/**/*.test.ts'],
	transform: {
		'^.+\\.[mc]?[jt]s$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } }],
	},
	transformIgnorePatterns: [`/node_modules/(?!(${ES_MODULES.join('|')})/)`],
	setupFiles: ['<rootDir>/test/support/n8nEnvironment.js'],
	testTimeout: 60_000,
	maxWorkers: 2,
	reporters: ['default', '<rootDir>/test/support/totalsReporter.js'],
};

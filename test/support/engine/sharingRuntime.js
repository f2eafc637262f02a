const { createRequire } = require('node:module');
const { default: Runtime } = require('jest-runtime');

/** Packages that take long to load, read no clock, and keep no state of a test. */
const SHARED = [
	'@fastify/type-provider-typebox',
	'@langchain/core',
	'@n8n/tournament',
	'execa',
	'fast-glob',
	'fastify',
	'form-data',
	'jsonwebtoken',
	'mime-types',
	'ssh2',
	'transliteration',
	'typebox',
	'undici',
	'winston',
	'xml2js',
	'zod',
];
const isShared = (name) => SHARED.some((one) => name === one || name.startsWith(`${one}/`));

/** jest's runtime, which loads the shared packages once for each process instead of once for each test file. */
module.exports = class SharingRuntime extends Runtime {
	requireModuleOrMock(from, name) {
		return isShared(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
	}
};

// The project's own lint, run by `npm run lint`. n8n's lint of what is published is eslint.config.mjs, whose text n8n
// fixes; `npm run verify` runs that one.
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const NODE_GLOBALS = [
	'AbortController',
	'AbortSignal',
	'Buffer',
	'TextDecoder',
	'TextEncoder',
	'URL',
	'URLSearchParams',
	'clearInterval',
	'clearTimeout',
	'console',
	'fetch',
	'performance',
	'process',
	'queueMicrotask',
	'setImmediate',
	'setInterval',
	'setTimeout',
	'structuredClone',
];
const COMMONJS_GLOBALS = ['__dirname', '__filename', 'exports', 'module', 'require'];
const JEST_GLOBALS = [
	'afterAll',
	'afterEach',
	'beforeAll',
	'beforeEach',
	'describe',
	'expect',
	'it',
	'jest',
	'test',
];

const asGlobals = (names) => Object.fromEntries(names.map((name) => [name, 'readonly']));

const everywhere = {
	eqeqeq: 'error',
	'no-constant-binary-expression': 'error',
	'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
	'no-param-reassign': 'error',
	'no-self-compare': 'error',
	'no-useless-rename': 'error',
	'object-shorthand': 'error',
	'prefer-const': 'error',
	'no-var': 'error',
	'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrors: 'none' }],
};

export default defineConfig(
	globalIgnores(['**/dist/', '**/node_modules/', '**/.tmp/', 'coverage/', 'host/.n8n/']),
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	{
		name: 'TypeScript, with type information',
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: {
			parserOptions: { project: './tsconfig.dev.json', tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			...everywhere,
			'@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': [
				'error',
				{ checksVoidReturn: { arguments: false } },
			],
			'@typescript-eslint/no-non-null-assertion': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
			// What was caught is passed on as it is, whatever it is.
			'@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
			// Values from the wire and from n8n's parameters are `unknown` until they are read as text.
			'@typescript-eslint/no-base-to-string': 'off',
			// n8n's generics return what the caller names; whether an assertion or an argument names it is taste.
			'@typescript-eslint/no-unnecessary-type-assertion': 'off',
			// Fastify handlers and n8n's interfaces ask for functions that return a promise, awaiting or not.
			'@typescript-eslint/require-await': 'off',
		},
	},
	{
		name: 'Published sources: n8n hands time and logging to the node, so neither the clock nor the console is used',
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		rules: {
			'no-console': 'error',
			'no-warning-comments': 'error',
			'max-lines': ['error', 350],
			'max-lines-per-function': ['error', 60],
		},
	},
	{
		name: 'Being split up',
		files: ['nodes/DeviceAccess/reservations/reconcile.ts'],
		rules: { 'max-lines-per-function': ['error', 72] },
	},
	{
		name: 'Tests: nothing left out, nothing singled out',
		files: ['test/**/*.ts'],
		rules: {
			'no-restricted-properties': [
				'error',
				...['describe', 'it', 'test'].flatMap((object) =>
					['only', 'skip', 'todo'].map((property) => ({
						object,
						property,
						message: 'Every test runs.',
					})),
				),
			],
			'@typescript-eslint/unbound-method': 'off', // tests hand over a node's methods without calling them
		},
	},
	{
		name: 'Outside the nodes a declared type is enough for what JSON.parse() and expect.any() return',
		files: ['**/*.ts'],
		ignores: ['nodes/**', 'credentials/**'],
		rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
	},
	{
		name: 'JavaScript, without type information',
		files: ['**/*.{js,mjs,cjs}'],
		extends: [tseslint.configs.recommended],
		languageOptions: { globals: asGlobals(NODE_GLOBALS) },
		rules: {
			...everywhere,
			'no-undef': 'error',
			'no-unreachable': 'error',
			'no-dupe-keys': 'error',
		},
	},
	{
		name: 'CommonJS',
		files: ['**/*.{js,cjs}'],
		languageOptions: { sourceType: 'commonjs', globals: asGlobals(COMMONJS_GLOBALS) },
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
	{
		name: 'JavaScript of the tests',
		files: ['test/**/*.{js,mjs,cjs}'],
		languageOptions: { globals: asGlobals(JEST_GLOBALS) },
	},
);

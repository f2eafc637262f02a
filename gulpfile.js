const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { promisify } = require('node:util');
const { dest, parallel, series, src } = require('gulp');
const { writeBuildStamp } = require('./host/process/buildStamp');

const run = promisify(execFile);

/** Removes what an earlier build left: a file deleted from the source must not stay in the package. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** Compiles nodes/ and credentials/, including the nodes' codex files; a type error fails the build with the compiler's own text. */
async function compile() {
	try {
		await run(process.execPath, [
			require.resolve('typescript/bin/tsc'),
			'--project',
			'tsconfig.json',
		]);
	} catch (error) {
		throw new Error(error.stdout || error.message);
	}
}

// Each copy returns its stream, so that gulp waits for it.
const copyIcons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
const copyOutputSchemas = () => src('nodes/**/__schema__/**/*.json').pipe(dest('dist/nodes'));

async function stamp() {
	writeBuildStamp();
}

exports.build = series(clean, parallel(compile, copyIcons, copyOutputSchemas), stamp);
exports.default = exports.build;

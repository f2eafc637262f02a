// Which sources dist/ was built from: `npm run build` writes it down, and the tests that load dist/ compare it.
const { createHash } = require('node:crypto');
const {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	writeFileSync,
} = require('node:fs');
const { dirname, join } = require('node:path');

const ROOT = join(__dirname, '..', '..');
const STAMP = join(ROOT, '.tmp', 'built-from');

/** What the build reads. */
const SOURCES = ['nodes', 'credentials', 'icons', 'package.json', 'tsconfig.json', 'gulpfile.js'];

function filesIn(path) {
	if (statSync(join(ROOT, path)).isFile()) return [path];
	return readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(ROOT.length + 1))
		.sort();
}

/** A hash of names and contents, because Git changes the times of files that stay the same. */
function hashSources() {
	const hash = createHash('sha256');
	for (const file of SOURCES.flatMap(filesIn))
		hash
			.update(`${file}\0`)
			.update(readFileSync(join(ROOT, file)))
			.update('\0');
	return hash.digest('hex');
}

function writeBuildStamp() {
	mkdirSync(dirname(STAMP), { recursive: true });
	writeFileSync(STAMP, hashSources());
}

/** True if dist/ was built from the sources as they are now. */
const isBuildCurrent = () =>
	existsSync(join(ROOT, 'dist')) &&
	existsSync(STAMP) &&
	readFileSync(STAMP, 'utf8') === hashSources();

/** Throws unless dist/ was built from the sources as they are now. */
function requireCurrentBuild() {
	if (!isBuildCurrent())
		throw new Error(
			'These tests load dist/, which was not built from the sources as they are now. Run "npm run build" first.',
		);
}

module.exports = { isBuildCurrent, requireCurrentBuild, writeBuildStamp };

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findReleaseFaults } from '../../tools/release/findReleaseFaults';
import { readChangelog } from '../../tools/release/readChangelog';

const ROOT = resolve(__dirname, '../..');
const CHANGELOG = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string; repository: { url: string } };
const REPOSITORY = manifest.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');

/** The groups of Keep a Changelog 1.1.0, in its order. */
const GROUPS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

const isAscending = (values: readonly string[]): boolean =>
	values.every((value, index) => index === 0 || (values[index - 1] ?? '').localeCompare(value, 'en', { numeric: true }) <= 0);

/** Where the form of Keep a Changelog is not kept: a sentence each. */
function formFaults(changelog: string, repository: string): string[] {
	const [unreleased, ...releases] = readChangelog(changelog);
	const all = unreleased === undefined ? [] : [unreleased, ...releases];
	const links = new Map([...changelog.matchAll(/^\[([^\]]+)\]: (\S+)$/gm)].map(([, name = '', url = '']) => [name, url]));
	const faults: string[] = [];
	if (!/^# Changelog\n\n.*keepachangelog\.com\/en\/1\.1\.0\/.*semver\.org/s.test(changelog)) faults.push('It does not say which form it has.');
	if (unreleased?.version !== 'Unreleased' || unreleased.date !== undefined) faults.push('It does not begin with [Unreleased].');
	for (const { version, date } of releases) {
		if (!/^\d+\.\d+\.\d+$/.test(version)) faults.push(`"${version}" is no version.`);
		if (date === undefined || new Date(date).toISOString().slice(0, 10) !== date) faults.push(`${version} has no date.`);
	}
	if (!isAscending(releases.map(({ version }) => version).reverse())) faults.push('The newest version is not first.');
	if (!isAscending(releases.map(({ date = '' }) => date).reverse())) faults.push('A version is older than the one below it.');
	for (const { version, groups, text } of all) {
		const order = groups.map((group) => GROUPS.indexOf(group));
		if (order.includes(-1) || new Set(order).size < order.length || !isAscending(order.map(String))) faults.push(`${version} has other groups, or in another order: ${groups.join(', ')}.`);
		if (text !== '' && !/^### /.test(text)) faults.push(`${version} begins without a group.`);
		if (/^### .*\s*(?=^### |$(?![\s\S]))/m.test(text)) faults.push(`${version} has an empty group.`);
		if (!links.get(version)?.startsWith(`${repository}/`)) faults.push(`${version} has no link to the repository.`);
	}
	return faults;
}

const HEAD = '# Changelog\n\nIn the form of [Keep a Changelog](https://keepachangelog.com/en/1.1.0/); [Semantic Versioning](https://semver.org/).\n\n';
const LINKS = '\n[Unreleased]: https://example.com/a/b/compare/v0.2.0...HEAD\n[0.2.0]: https://example.com/a/b/compare/v0.1.0...v0.2.0\n[0.1.0]: https://example.com/a/b/releases/tag/v0.1.0\n';
const GOOD = `${HEAD}## [Unreleased]\n\n## [0.2.0] - 2026-02-01\n\n### Added\n\n- That.\n\n### Fixed\n\n- This.\n\n## [0.1.0] - 2026-01-01\n\n### Added\n\n- All.\n${LINKS}`;

describe('CHANGELOG.md', () => {
	it('has the form of Keep a Changelog', () => {
		expect(formFaults(CHANGELOG, REPOSITORY)).toEqual([]);
	});

	it('has a section for the version of package.json, or that version is still to be released', () => {
		const [unreleased, ...releases] = readChangelog(CHANGELOG);
		const isReleased = releases.some(({ version }) => version === manifest.version);
		const isNewer = isAscending([...releases.map(({ version }) => version).reverse(), manifest.version]);
		expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
		expect(isReleased || (isNewer && unreleased?.text !== '')).toBe(true);
	});
});

describe('the form', () => {
	it('is kept by a changelog as it should be', () => {
		expect(formFaults(GOOD, 'https://example.com/a/b')).toEqual([]);
	});

	it.each([
		['## [0.2.0] - 2026-02-01', '## 0.2.0 - unreleased', ['"0.2.0 - unreleased" is no version.', '0.2.0 - unreleased has no date.', '0.2.0 - unreleased has no link to the repository.']],
		['## [Unreleased]\n', '', ['It does not begin with [Unreleased].']],
		['2026-02-01', '2026-02-31', ['0.2.0 has no date.']],
		['2026-02-01', '2025-02-01', ['A version is older than the one below it.']],
		['### Fixed', '### Mended', ['0.2.0 has other groups, or in another order: Added, Mended.']],
		['### Fixed', '### Added', ['0.2.0 has other groups, or in another order: Added, Added.']],
		['- This.\n', '', ['0.2.0 has an empty group.']],
		['[0.2.0]: https', '[0.2.1]: https', ['0.2.0 has no link to the repository.']],
	])('is not kept with %j changed to %j', (from, to, expected) => {
		expect(formFaults(GOOD.replace(from, to), 'https://example.com/a/b')).toEqual(expect.arrayContaining(expected));
	});
});

describe('a tag', () => {
	it('may be published when package.json and the changelog have its version', () => {
		expect(findReleaseFaults({ tag: 'v0.2.0', version: '0.2.0', changelog: GOOD })).toEqual([]);
	});

	it.each([
		['v0.2.1', '0.2.0', GOOD, ['The tag is v0.2.1, but package.json says 0.2.0.']],
		['v0.3.0', '0.3.0', GOOD, ['CHANGELOG.md has no section "## [0.3.0] - YYYY-MM-DD".']],
		['v0.2.0', '0.2.0', GOOD.replace('[Unreleased]\n', '[Unreleased]\n\n### Added\n\n- More.\n'), ['CHANGELOG.md must begin with an empty section "## [Unreleased]": what it holds belongs to a release.']],
		['v0.1.0', '0.1.0', GOOD.replace('\n### Added\n\n- All.\n', ''), ['CHANGELOG.md says nothing about 0.1.0.']],
	])('%s is held back with version %s', (tag, version, changelog, expected) => {
		expect(findReleaseFaults({ tag, version, changelog })).toEqual(expected);
	});
});

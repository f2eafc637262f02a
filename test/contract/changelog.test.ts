import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findReleaseFaults } from '../../tools/release/findReleaseFaults';

const CHANGELOG =
	'# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-02-01\n\n### Added\n\n- That.\n\n## [0.1.0] - 2026-01-01\n\n### Added\n\n- All.\n\n[Unreleased]: https://example.com/compare/v0.2.0...HEAD\n';

it('CHANGELOG.md begins with the unreleased changes, and every section below is a version with its date', () => {
	const changelog = readFileSync(join(__dirname, '../../CHANGELOG.md'), 'utf8');
	const [unreleased, ...releases] = changelog.match(/^## .*/gm) ?? [];
	expect(unreleased).toBe('## [Unreleased]');
	expect(
		releases.filter((heading) => !/^## \[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/.test(heading)),
	).toEqual([]);
});

describe('a tag', () => {
	it.each([
		['v0.2.0', '0.2.0'],
		['v0.1.0', '0.1.0'],
	])(
		'may be published when package.json and the changelog have its version: %s',
		(tag, version) => {
			expect(findReleaseFaults(tag, version, CHANGELOG)).toEqual([]);
		},
	);

	it.each([
		['of another version than package.json', 'v0.2.1', '0.2.0', CHANGELOG],
		['of a version without a section', 'v0.3.0', '0.3.0', CHANGELOG],
		[
			'with changes that belong to no release',
			'v0.2.0',
			'0.2.0',
			CHANGELOG.replace('[Unreleased]\n', '[Unreleased]\n\n### Added\n\n- More.\n'),
		],
	])('%s is held back', (_why, tag, version, changelog) => {
		expect(findReleaseFaults(tag, version, changelog)).toHaveLength(1);
	});
});

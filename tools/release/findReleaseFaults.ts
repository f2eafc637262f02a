import { readChangelog } from './readChangelog';

export interface ReleaseCandidate {
	/** The tag that was pushed, such as v1.2.0. */
	readonly tag: string;
	/** The version in package.json. */
	readonly version: string;
	readonly changelog: string;
}

/** Why the tag must not be published, as sentences; empty if it may. */
export function findReleaseFaults({
	tag,
	version,
	changelog,
}: ReleaseCandidate): readonly string[] {
	const faults: string[] = [];
	if (tag !== `v${version}`) faults.push(`The tag is ${tag}, but package.json says ${version}.`);
	const [unreleased, ...releases] = readChangelog(changelog);
	const release = releases.find((candidate) => candidate.version === version);
	if (release?.date === undefined)
		faults.push(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD".`);
	else if (release.text === '') faults.push(`CHANGELOG.md says nothing about ${version}.`);
	if (unreleased?.version !== 'Unreleased' || unreleased.text !== '') {
		faults.push(
			'CHANGELOG.md must begin with an empty section "## [Unreleased]": its entries belong in a release.',
		);
	}
	return faults;
}

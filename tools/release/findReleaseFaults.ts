/** Why the tag, such as v1.2.0, must not be published, as sentences; empty if it may. `version`: that in package.json. */
export function findReleaseFaults(
	tag: string,
	version: string,
	changelog: string,
): readonly string[] {
	const [unreleased = '', ...releases] = changelog.split(/^## /m).slice(1).map(withoutLinks);
	const release = releases.find((section) => section.startsWith(`[${version}] - `)) ?? '';
	const faults: string[] = [];
	if (tag !== `v${version}`) faults.push(`The tag is ${tag}, but package.json says ${version}.`);
	if (!/^\S+ - \d{4}-\d{2}-\d{2}\n\n+\S/.test(release))
		faults.push(
			`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD" that says what has changed.`,
		);
	if (unreleased !== '[Unreleased]')
		faults.push(
			'CHANGELOG.md must begin with an empty section "## [Unreleased]": its entries belong in a release.',
		);
	return faults;
}

const withoutLinks = (section: string): string => section.replace(/^\[[^\]]+\]: .*$/gm, '').trim();

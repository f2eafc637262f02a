export interface Release {
	/** `Unreleased` or a version such as 1.2.0. */
	readonly version: string;
	/** Year-month-day; undefined for unreleased changes. */
	readonly date: string | undefined;
	/** Headings of the groups of changes, such as Added. */
	readonly groups: readonly string[];
	/** Everything below the heading, without its link. */
	readonly text: string;
}

/** One release per level-two heading. If the heading is not a Keep a Changelog release, it becomes the version. */
export function readChangelog(changelog: string): readonly Release[] {
	return changelog
		.split(/^## /m)
		.slice(1)
		.map((section) => {
			const [heading = '', ...lines] = section.split('\n');
			const [, version = heading, date] =
				/^\[(Unreleased|\d+\.\d+\.\d+)\](?: - (\d{4}-\d{2}-\d{2}))?$/.exec(heading) ?? [];
			const text = lines
				.filter((line) => !/^\[[^\]]+\]: /.test(line))
				.join('\n')
				.trim();
			return {
				version,
				date,
				groups: [...text.matchAll(/^### (.+)$/gm)].map(([, group = '']) => group),
				text,
			};
		});
}

import type { Resource } from '../../../nodes/DeviceAccess/operation/types';
import { slug } from './prose';

/** The operations as the rows of a table, in the order of the editor's lists, each with a link to its reference. */
export function operationTable(resources: readonly Resource[]): string[] {
	const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
	const rows = [...resources]
		.sort(byName)
		.flatMap(({ name: resource, operations }) =>
			[...operations]
				.sort(byName)
				.map(
					({ name, description }) =>
						`| ${resource} | [${name}](${slug(resource)}.md#${slug(name)}) | ${firstSentence(description)} |`,
				),
		);
	return ['| Resource | Operation | What it does |', '| --- | --- | --- |', ...rows];
}

const firstSentence = (text: string) =>
	text.split(/(?<=\.) (?=[A-Z])/)[0]?.replace(/\.$/, '') ?? '';

import type { Resource } from '../../../nodes/DeviceAccess/operation/types';
import { prose, slug } from './prose';

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);

/** The resources as the rows of a table, each with links to its operations. */
export const operationTable = (resources: readonly Resource[]): string[] => [
	'| Resource | What it is | Operations |',
	'| --- | --- | --- |',
	...[...resources].sort(byName).map(({ name: resource, description, operations }) => {
		const page = `${slug(resource)}.md`;
		const links = [...operations]
			.sort(byName)
			.map(({ name }) => `[${name}](${page}#${slug(name)})`);
		return `| [${resource}](${page}) | ${prose(description)} | ${links.join(', ')} |`;
	}),
];

import type { Resource } from '../../../nodes/DeviceAccess/operation/types';
import { slug } from './prose';

const START = '<!-- operations: generated from the registry, do not edit -->';
const END = '<!-- end of operations -->';

/** The operations of the registry as a table in Markdown, a row each, in the order of the editor's lists, with its place in the reference. */
export function operationTable(resources: readonly Resource[]): string {
	const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
	const rows = [...resources].sort(byName).flatMap(({ name: resource, operations }) => {
		const page = `docs/reference/${slug(resource)}.md`;
		return [...operations].sort(byName).map(({ name, description }) => `| ${resource} | [${name}](${page}#${slug(name)}) | ${firstSentence(description)} |`);
	});
	return ['| Resource | Operation | What it does |', '| --- | --- | --- |', ...rows].join('\n');
}

const firstSentence = (text: string) => text.split(/(?<=\.) (?=[A-Z])/)[0]?.replace(/\.$/, '') ?? '';

/** The page with the table between its two marks replaced. Throws when a mark is missing. */
export function withOperationTable(page: string, table: string): string {
	const start = page.indexOf(START);
	const end = page.indexOf(END);
	if (start === -1 || end < start) throw new Error('The marks of the operation table are missing');
	return `${page.slice(0, start + START.length)}\n\n${table}\n\n${page.slice(end)}`;
}

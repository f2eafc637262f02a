import type { Resource } from '../../../nodes/DeviceAccess/operation/types';
import { operationSection, ownFields } from './operationSection';
import { RECORD, type PageRecord } from './outputText';
import { prose, slug } from './prose';
import { SHARED_FIELDS, shareFields } from './sharedFields';

const NOTE = '<!-- Written by `npm run docs` from the nodes: change the texts there, not here. -->';

/** A resource with all its operations, in the order of the editor's list. */
export function resourcePage(resource: Resource, records: readonly PageRecord[]): string {
	const operations = [...resource.operations].sort((a, b) => a.name.localeCompare(b.name));
	const fields = operations.map(ownFields);
	const shared = shareFields(fields);
	const record = records.find(({ page }) => page === slug(resource.name));
	return [
		`# ${resource.name}`,
		'',
		NOTE,
		'',
		`${prose(resource.description)} In a workflow file: resource \`${resource.value}\`.`,
		'',
		...operations.flatMap((operation, index) => [
			...operationSection(resource, operation, shared.without(fields[index] ?? []), records),
			'',
		]),
		...(shared.lines.length > 0 ? [`## ${SHARED_FIELDS}`, '', ...shared.lines, ''] : []),
		...(record ? [`## ${RECORD}`, '', ...record.lines, ''] : []),
		'[All resources](README.md)',
		'',
	].join('\n');
}

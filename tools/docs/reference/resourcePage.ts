import type { Resource } from '../../../nodes/DeviceAccess/operation/types';
import { operationSection } from './operationSection';
import { prose, slug } from './prose';

/** A resource with all its operations, in the order of the editor's list. */
export function resourcePage(resource: Resource, note: string): string {
	const operations = [...resource.operations].sort((a, b) => a.name.localeCompare(b.name));
	return [
		`# ${resource.name}`,
		'',
		note,
		'',
		prose(resource.description),
		'',
		operations.map(({ name }) => `[${name}](#${slug(name)})`).join(' · '),
		'',
		...operations.flatMap((operation) => [...operationSection(resource, operation), '']),
		'[All resources](README.md)',
		'',
	].join('\n');
}

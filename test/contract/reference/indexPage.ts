import type { INodeProperties } from 'n8n-workflow';
import {
	LIST_FIELDS, OPTION_OF_ISSUES, OPTIONS_OF_ALL, OPTIONS_OF_ATTEMPTS, OPTIONS_OF_LISTS,
} from '../../../nodes/DeviceAccess/operation/fields';
import type { Fields, Resource } from '../../../nodes/DeviceAccess/operation/types';
import { toProperty } from '../../../nodes/DeviceAccess/operation/toNodeProperties';
import { OPTION_OF_WORKSPACE } from '../../../nodes/DeviceAccess/operation/workspace';
import { fieldList } from './fieldList';
import { prose, slug } from './prose';

/** The first page of the reference: what there is, and what all operations have in common. */
export function indexPage(resources: readonly Resource[], note: string): string {
	const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
	const rows = [...resources].sort(byName).map((resource) => {
		const page = `${slug(resource.name)}.md`;
		const operations = [...resource.operations].sort(byName).map(({ name }) => `[${name}](${page}#${slug(name)})`);
		return `| [${resource.name}](${page}) | ${prose(resource.description)} | ${operations.join(', ')} |`;
	});
	return [
		'# Reference',
		'',
		note,
		'',
		'Every operation with its fields and its output.',
		'',
		'- The **Device Access** node: one page per resource, below.',
		'- The **Device Access Trigger** and **Device Access Polling Trigger** nodes: [triggers](triggers.md), and all [events](../events.md).',
		'- The **Device Access API** [credential](credential.md).',
		'',
		'## Resources',
		'',
		'The editor lists them in the order in which most people meet them:',
		'',
		'![The list of resources in the editor, each with a line that says what it is](../pictures/resources.png)',
		'',
		'| Resource | What it is | Operations |',
		'| --- | --- | --- |',
		...rows,
		'',
		'## How to read the pages',
		'',
		'Fields have the names that you see in the editor. Names in `this type` are keys of the output. Use them in expressions, such as `{{ $json.device_id }}`. You can use an expression in every field.',
		'',
		'The node runs once for each input item. Each output item is linked to its input item. Without input items, the node does not run.',
		'',
		'## Choosing a record',
		'',
		'To choose one record, such as a device, use **From List**: type part of its name to search, and scroll to load more. Or use **By ID** with an expression, such as `{{ $json.device_id }}`. Each *Get Many* returns the IDs of its records.',
		'',
		'## Lists',
		'',
		'Each *Get Many* has these two fields. The node reads all pages that it needs.',
		'',
		...fieldList(toProperties(LIST_FIELDS)),
		'',
		'## Dates and times',
		'',
		'Dates from the calendar are in the time zone of the workflow, which you set in the workflow settings. An expression can give:',
		'',
		'- A date and time in the same time zone, such as `2030-01-31T15:00` or `2030-01-31 15:00:00`. `2030-01-31` is the start of that day.',
		'- A date and time with an offset from UTC, such as `2030-01-31T15:00:00+01:00`, or with `Z` for UTC, such as `2030-01-31T14:00:00Z`.',
		"- An n8n date, such as `{{ $now.plus(3, 'days') }}`, or milliseconds since 1970.",
		'',
		"The node rejects every other form before it sends anything, because `03/04/2030` is April 3 for some and March 4 for others. To convert one, use `{{ DateTime.fromFormat($json.arrival, 'dd/MM/yyyy HH:mm') }}`.",
		'',
		'## Retries',
		'',
		'If the service is busy, cannot be reached or takes too long, the node retries the request up to *Maximum Retries* times. It always retries reads. It retries writes only if they cannot have taken effect, such as after a rate limit or if it could not connect. So nothing happens twice. In all other cases the item fails. Check whether the change was made before you run it again.',
		'',
		"For operations that change something, leave n8n's **Retry On Fail** off: it sends every item again, including those that succeeded. For what a message means, see [Troubleshooting](../troubleshooting.md). For what happens after each kind of fault, see [Faults](../faults.md).",
		'',
		'## Waiting',
		'',
		'The node submits slow actions for every item, then waits for all of them together. These options set how long to wait, and what to do with an action that failed:',
		'',
		...fieldList(toSorted(OPTIONS_OF_ATTEMPTS)),
		'',
		'## Errors and warnings',
		'',
		'Devices, codes, grants and other records have the lists `errors`, `warnings` and often `pending_mutations` (changes in progress). This option turns them into one text:',
		'',
		...fieldList(toProperties(OPTION_OF_ISSUES)),
		'',
		'## Options of every operation',
		'',
		'Timeouts, retries, waits and page limits are read from the first item.',
		'',
		...fieldList(toSorted({ ...OPTIONS_OF_ALL, ...OPTIONS_OF_LISTS, ...OPTION_OF_WORKSPACE })),
		'',
		'Only lists have *Maximum Pages*. *Workspace: Get Many* has no *Workspace*: it lists all workspaces of a token. The node works on the items of one workspace after another.',
		'',
	].join('\n');
}

/** As the editor sorts them in a collection. */
const toSorted = (fields: Fields): INodeProperties[] => toProperties(fields).sort((a, b) => a.displayName.localeCompare(b.displayName));

const toProperties = (fields: Fields): INodeProperties[] => Object.entries(fields).map(([name, field]) => toProperty(name, field));

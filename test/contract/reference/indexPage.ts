import type { INodeProperties } from 'n8n-workflow';
import {
	LIST_FIELDS, OPTION_OF_ISSUES, OPTIONS_OF_ALL, OPTIONS_OF_ATTEMPTS, OPTIONS_OF_LISTS,
} from '../../../nodes/DeviceAccess/operation/fields';
import type { Fields, Resource } from '../../../nodes/DeviceAccess/operation/types';
import { toProperty } from '../../../nodes/DeviceAccess/operation/toNodeProperties';
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
		'Every field of the nodes, and what they give back. For a way through a whole task see the guides in the [README](../../README.md#guides).',
		'',
		'- The node **Device Access**: a page for each resource, below.',
		'- The [triggers](triggers.md) **Device Access Trigger** and **Device Access Polling Trigger**, and all [events](../events.md).',
		'- The [credential](credential.md) **Device Access API**.',
		'',
		'## Resources',
		'',
		'| Resource | What it is | Operations |',
		'| --- | --- | --- |',
		...rows,
		'',
		'## How to read the pages',
		'',
		'Fields are named as in the editor. *Required* means that the node does not run without it. "At first" is what a new node starts with. Names in `this type` stand in the output: use them in expressions, such as `{{ $json.device_id }}`. Whatever you can type in, you can also give by an expression.',
		'',
		'The node does its work for each item that comes in, and each item that comes out is linked to the one it belongs to. With no item coming in it does not run.',
		'',
		'## Choosing a record',
		'',
		'Where an operation is about one record, such as a device, choose it **From List**: type a part of its name to search, and scroll to load more. Or switch the field to **By ID**, and give the ID by an expression, such as `{{ $json.device_id }}` of an earlier node. The ID of a record stands in the output of its *Get Many*.',
		'',
		'## Lists',
		'',
		'Each *Get Many* has these two fields. The node fetches page after page by itself.',
		'',
		...fieldList(toProperties(LIST_FIELDS)),
		'',
		'## Dates and times',
		'',
		'What you pick in the calendar is meant in the time zone of the workflow (menu **Settings** of the workflow). An expression can give:',
		'',
		'- a date and time such as `2030-01-31T15:00` or `2030-01-31 15:00:00`, in the same time zone; `2030-01-31` is the beginning of that day;',
		'- the same with its offset from UTC, such as `2030-01-31T15:00:00+01:00`, or with `Z` for UTC itself, such as `2030-01-31T14:00:00Z`;',
		"- a date of n8n's own, such as `{{ $now.plus(3, 'days') }}`, or the milliseconds since 1970.",
		'',
		"Every other form is refused before anything is sent: `03/04/2030` is the 3rd of April for some and the 4th of March for others. Where you know the form, say it: `{{ DateTime.fromFormat($json.arrival, 'dd/MM/yyyy HH:mm') }}`.",
		'',
		'## What is sent again',
		'',
		'When the service is busy, cannot be reached or takes too long, the node tries a request again by itself, up to *Maximum Retries* times. An operation that only reads is always tried again. One that changes something is tried again only where the service cannot have done it yet: it refused the request for its rate limit, or no connection came about at all. So the node does nothing twice. In all other cases the item fails, and you look whether the change was made before you run it again.',
		'',
		"Leave n8n's own **Retry On Fail** off for operations that change something: it would send every item again, also those that succeeded. What a message means and what to do: [troubleshooting](../troubleshooting.md). What happens for each kind of fault: [faults](../faults.md).",
		'',
		'## Waiting',
		'',
		'Some actions take a while at the service. The node sends all items first and then waits for all of them together. These options say how long, and what becomes of an item whose action did not succeed:',
		'',
		...fieldList(toSorted(OPTIONS_OF_ATTEMPTS)),
		'',
		'## Errors and warnings',
		'',
		'Devices, codes, grants and other records carry lists of their own: `errors`, `warnings` and often `pending_mutations`, which are changes that are still under way. This option makes one text of them:',
		'',
		...fieldList(toProperties(OPTION_OF_ISSUES)),
		'',
		'## Options of every operation',
		'',
		...fieldList(toSorted({ ...OPTIONS_OF_ALL, ...OPTIONS_OF_LISTS })),
		'',
		'*Maximum Pages* is there for lists only.',
		'',
	].join('\n');
}

/** As the editor sorts them in a collection. */
const toSorted = (fields: Fields): INodeProperties[] => toProperties(fields).sort((a, b) => a.displayName.localeCompare(b.displayName));

const toProperties = (fields: Fields): INodeProperties[] => Object.entries(fields).map(([name, field]) => toProperty(name, field));

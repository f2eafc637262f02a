import type { INodeProperties } from 'n8n-workflow';
import {
	OPTION_OF_ISSUES,
	OPTIONS_OF_ALL,
	OPTIONS_OF_ATTEMPTS,
	OPTIONS_OF_LISTS,
	OPTION_OF_WORKSPACE,
} from '../../../nodes/DeviceAccess/operation/form/options';
import { OUTPUT_FIELDS } from '../../../nodes/DeviceAccess/operation/form/outputFields';
import { toProperty } from '../../../nodes/DeviceAccess/operation/form/toNodeProperties';
import { LIST_FIELDS } from '../../../nodes/DeviceAccess/operation/kinds/many';
import { ATTEMPT_FIELDS } from '../../../nodes/DeviceAccess/operation/kinds/one';
import type { Fields, Resource } from '../../../nodes/DeviceAccess/operation/types';
import { type Block, toTable, withBlocks } from '../page';
import { fieldList, ofOptions } from './fieldList';
import { prose, slug } from './prose';

/** The first page of the reference: all resources, and the fields that all operations have in common. */
export const indexPage = (resources: readonly Resource[]): string =>
	withBlocks(
		'reference/README.md',
		new Map([
			['Resources', operationTable(resources)],
			['Lists', fieldList(toProperties(LIST_FIELDS))],
			[
				'Output',
				fieldList(toProperties(OUTPUT_FIELDS)).map((line) =>
					line.replace(/ One or more of .*$/, ''),
				),
			],
			[
				'Waiting',
				[
					...fieldList(toProperties(ATTEMPT_FIELDS)),
					...ofOptions(fieldList(toSorted(OPTIONS_OF_ATTEMPTS))),
				],
			],
			['Errors and warnings', ofOptions(fieldList(toProperties(OPTION_OF_ISSUES)))],
			[
				'Options of every operation',
				ofOptions(
					fieldList(toSorted({ ...OPTIONS_OF_ALL, ...OPTIONS_OF_LISTS, ...OPTION_OF_WORKSPACE })),
				),
			],
		]),
	);

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);

/** The resources as the rows of a table, each with links to its operations. */
const operationTable = (resources: readonly Resource[]): Block =>
	toTable(
		['Resource', 'What it is', 'Operations'],
		[...resources].sort(byName).map(({ name: resource, description, operations }) => {
			const page = `${slug(resource)}.md`;
			const links = [...operations]
				.sort(byName)
				.map(({ name }) => `[${name}](${page}#${slug(name)})`);
			return [`[${resource}](${page})`, prose(description), links.join(', ')];
		}),
	);

/** The fields as the editor sorts them in a collection. */
const toSorted = (fields: Fields): INodeProperties[] =>
	toProperties(fields).sort((a, b) => a.displayName.localeCompare(b.displayName));

const toProperties = (fields: Fields): INodeProperties[] =>
	Object.entries(fields).map(([name, field]) => toProperty(name, field));

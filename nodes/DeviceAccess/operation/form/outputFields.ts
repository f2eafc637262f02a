import { choiceField } from './fields';
import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { Fields, Resource } from '../types';

export const OUTPUT_FIELDS = {
	output: choiceField(
		'Output',
		'Which fields of each record to return',
		[
			{ name: 'Raw', value: 'raw', description: 'All fields, including nested ones' },
			{
				name: 'Selected Fields',
				value: 'selectedFields',
				description: 'The ID and the fields you choose',
			},
			{ name: 'Simplified', value: 'simplified', description: 'The most used fields' },
		],
		'simplified',
	),
	outputFieldNames: {
		displayName: 'Field Names or IDs',
		type: 'multiOptions',
		typeOptions: {
			loadOptionsMethod: 'getOutputFields',
			loadOptionsDependsOn: ['resource', 'operation'],
		},
		default: [],
		description:
			'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		showWhen: { output: ['selectedFields'] },
	},
} as const satisfies Fields;

/** Sends no request. Listed in the description of the node, they would be a tenth of it. */
export const outputFieldsOf = (resources: readonly Resource[]) =>
	async function getOutputFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const { selectable = {} } =
			resources
				.find(({ value }) => value === this.getCurrentNodeParameter('resource'))
				?.operations.find(({ value }) => value === this.getCurrentNodeParameter('operation'))
				?.output ?? {};
		return Object.entries(selectable).map(([value, { label }]) => ({ name: label, value }));
	};

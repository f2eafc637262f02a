import type { Fields, OutputForms } from '../types';

/** The Output field and the fields that it needs, for records with more than ten fields. */
export function outputFields({ selectable }: OutputForms) {
	return {
		output: {
			displayName: 'Output',
			type: 'options',
			options: [
				{ name: 'Raw', value: 'raw', description: 'All fields, including nested ones' },
				{
					name: 'Selected Fields',
					value: 'selectedFields',
					description: 'The ID and the fields you choose',
				},
				{ name: 'Simplified', value: 'simplified', description: 'The most used fields' },
			],
			default: 'simplified',
			description: 'Which fields of each record to return',
		},
		outputFieldNames: {
			displayName: 'Fields',
			type: 'multiOptions',
			options: Object.entries(selectable).map(([value, { label }]) => ({ name: label, value })),
			default: [],
			description: 'The fields to return',
			showWhen: { output: ['selectedFields'] },
		},
	} as const satisfies Fields;
}

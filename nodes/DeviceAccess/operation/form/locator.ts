import type { Field } from '../types';

export const UUID_PATTERN =
	'[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';

export const validId = (regex: string) => [
	{ type: 'regex', properties: { regex, errorMessage: 'Not a valid ID' } },
];

export function locator<
	const Texts extends { displayName: string; description: string; required?: boolean },
>(texts: Texts, searchListMethod: string, recordName: string) {
	return {
		...texts,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select ${recordName}...`,
				typeOptions: { searchListMethod, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 6a3f1c52-0f5e-4d0a-9a53-2f8f6f0e7b11',
				validation: validId(`^\\s*${UUID_PATTERN}\\s*$`),
			},
		],
	} as const satisfies Field;
}

/** The editor loads the list again when another workspace is chosen. */
export const loadedBy = (loadOptionsMethod: string) => ({
	loadOptionsMethod,
	loadOptionsDependsOn: ['options.workspaceId.value'],
});

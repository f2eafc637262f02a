import { type Field, optionalUuids } from '../../operation';
import { wireObjectsIn } from '../../wire/records';
import { deviceField, type Locator } from './locators';

interface RowTexts {
	displayName: string;
	description: string;
	hint?: string;
	required?: boolean;
}

/**
 * Unlike a multiple choice, a row can page and search, and loads its list each time someone opens
 * it, even after a failure, so it works in a new node.
 */
export const recordRows = (
	texts: RowTexts,
	record: Locator,
	names: { row: string; field: string },
) =>
	({
		...texts,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${record.displayName}`,
		default: {},
		read: (label: string, rows: unknown) => optionalUuids(label, rowValues(rows)),
		ifEmpty: [`'${texts.displayName}' is empty`, 'Choose at least one entry.'],
		options: [
			{
				displayName: record.displayName,
				name: names.row,
				values: [
					{
						...record,
						name: names.field,
						description: 'An expression can give several IDs, as a list or separated by commas',
					},
				],
			},
		],
	}) as const satisfies Field;

/** For requireUuids: IDs, lists and texts with commas. */
export const rowValues = (rows: unknown): unknown[] =>
	wireObjectsIn(Object.values(rows ?? {}).flat()).flatMap((row) => Object.values(row));

export const deviceRows = (texts: Partial<RowTexts>) =>
	recordRows(
		{ displayName: 'Devices', description: 'The locks or other devices', ...texts },
		deviceField,
		{ row: 'device', field: 'deviceId' },
	);

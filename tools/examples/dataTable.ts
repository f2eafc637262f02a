import type { INode } from 'n8n-workflow';
import { n8nNode, type Position, type WorkflowNode } from './workflow';

/** A condition of a *Data Table* node: column, condition, and the value if the condition has one. */
export type RowCondition = [column: string, condition: string, value?: string];

const rowsOf = (operation: string, name: string) => ({
	resource: 'row',
	operation,
	dataTableId: { __rl: true, mode: 'name', value: name },
});

const filtersOf = (
	conditions: readonly RowCondition[],
	matchType: 'allConditions' | 'anyCondition',
) => ({
	matchType,
	filters: {
		conditions: conditions.map(([keyName, condition, keyValue]) => ({
			keyName,
			condition,
			...(keyValue !== undefined && { keyValue }),
		})),
	},
});

type Settings = Parameters<typeof n8nNode>[5];

/** Makes the table, unless it is there. n8n adds no columns to one that is. */
export const createTable = (
	node: string,
	at: Position,
	table: string,
	columns: readonly string[],
): WorkflowNode =>
	n8nNode(
		node,
		'dataTable',
		1,
		at,
		{
			resource: 'table',
			operation: 'create',
			tableName: table,
			columns: { column: columns.map((name) => ({ name, type: 'string' })) },
			options: { createIfNotExists: true },
		},
		{ executeOnce: true },
	);

/** Reads all rows that meet one of the conditions. */
export const getRows = (
	node: string,
	at: Position,
	table: string,
	conditions: readonly RowCondition[],
	settings: Settings,
): WorkflowNode =>
	n8nNode(
		node,
		'dataTable',
		1,
		at,
		{
			...rowsOf('get', table),
			...filtersOf(conditions, 'anyCondition'),
			returnAll: true,
			orderBy: false,
		},
		settings,
	);

const columnsOf = (value: Record<string, string>): INode['parameters'] => ({
	mappingMode: 'defineBelow',
	value,
	matchingColumns: [],
	schema: Object.keys(value).map((id) => ({
		id,
		displayName: id,
		required: false,
		defaultMatch: false,
		display: true,
		type: 'string',
		readOnly: false,
		removed: false,
	})),
});

/** Writes values into the row that meets all conditions, or into a new one. */
export const upsertRow = (
	node: string,
	at: Position,
	table: string,
	conditions: readonly RowCondition[],
	values: Record<string, string>,
	settings: Settings = {},
): WorkflowNode =>
	n8nNode(
		node,
		'dataTable',
		1,
		at,
		{
			...rowsOf('upsert', table),
			...filtersOf(conditions, 'allConditions'),
			columns: columnsOf(values),
			options: {},
		},
		settings,
	);

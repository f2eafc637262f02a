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
	matchType: 'allConditions' | 'anyCondition' = 'allConditions',
) => ({
	matchType,
	filters:
		conditions.length === 0
			? {}
			: {
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

/** Reads rows: all without conditions, and all that meet one of several. */
export const getRows = (
	node: string,
	at: Position,
	table: string,
	conditions: readonly RowCondition[] = [],
	{ limit, ...settings }: Settings & { limit?: number } = {},
): WorkflowNode =>
	n8nNode(
		node,
		'dataTable',
		1,
		at,
		{
			...rowsOf('get', table),
			...filtersOf(conditions, 'anyCondition'),
			...(limit === undefined ? { returnAll: true } : { returnAll: false, limit }),
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

/** Writes values into the rows that meet all conditions. `upsert` makes a row if there is none. */
export const writeRows = (
	operation: 'update' | 'upsert',
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
			...rowsOf(operation, table),
			...filtersOf(conditions),
			columns: columnsOf(values),
			options: {},
		},
		settings,
	);

/** Writes each item into the row that has the same value in `column`: its fields are the columns. */
export const writeItems = (
	node: string,
	at: Position,
	table: string,
	column: string,
): WorkflowNode =>
	n8nNode(node, 'dataTable', 1, at, {
		...rowsOf('upsert', table),
		...filtersOf([[column, 'eq', `={{ $json.${column} }}`]]),
		columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] },
		options: {},
	});

/** Keeps the items for which no row has the same value in `column`. */
export const keepNewItems = (
	node: string,
	at: Position,
	table: string,
	column: string,
): WorkflowNode =>
	n8nNode(node, 'dataTable', 1, at, {
		...rowsOf('rowNotExists', table),
		matchType: 'allConditions',
		filters: { conditions: [{ keyName: column, keyValue: `={{ $json.${column} }}` }] },
	});

export const deleteRows = (
	node: string,
	at: Position,
	table: string,
	conditions: readonly RowCondition[],
): WorkflowNode =>
	n8nNode(
		node,
		'dataTable',
		1,
		at,
		{ ...rowsOf('deleteRows', table), ...filtersOf(conditions), options: {} },
		{ executeOnce: true },
	);

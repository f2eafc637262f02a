import type { IDataObject } from 'n8n-workflow';

interface Filter {
	type: 'and' | 'or';
	filters: Array<{ columnName: string; condition: string; value: unknown }>;
}
interface Match {
	filter: Filter;
}
interface Write extends Match {
	data: IDataObject;
}

/** One data table in memory, with the calls of n8n's *Data Table* node that examples make. */
class DataTable {
	rows: IDataObject[] = [];
	readonly createdAt = new Date();
	/** When n8n last wrote a row. Those of a test are old. */
	private readonly updatedAt = new WeakMap<IDataObject, Date>();

	constructor(
		readonly id: string,
		readonly name: string,
		private readonly columns: object[],
	) {}

	readonly proxy = {
		getColumns: async () => this.columns,
		getManyRowsAndCount: async ({ filter, skip = 0 }: { filter?: Filter; skip?: number }) => {
			const data = this.matching(filter).slice(skip);
			return { data: structuredClone(data), count: data.length };
		},
		updateRows: async ({ data, filter }: Write) => {
			const found = this.matching(filter);
			for (const row of found) this.write(row, data);
			return structuredClone(found);
		},
		upsertRow: async ({ data, filter }: Write) => {
			const found = this.matching(filter);
			if (found.length === 0) this.rows.push({});
			for (const row of found.length === 0 ? this.rows.slice(-1) : found) this.write(row, data);
			return [{ ...data }];
		},
		deleteRows: async ({ filter }: Match) => {
			const deleted = this.matching(filter);
			this.rows = this.rows.filter((row) => !deleted.includes(row));
			return deleted;
		},
	};

	private write(row: IDataObject, data: IDataObject): void {
		Object.assign(row, data);
		this.updatedAt.set(row, new Date());
	}

	private matching(filter?: Filter): IDataObject[] {
		return this.rows.filter((row) =>
			isMatch({ updatedAt: this.updatedAt.get(row) ?? new Date(0), ...row }, filter),
		);
	}
}

export class DataTables {
	private readonly tables: DataTable[] = [];

	table(name: string, columns: readonly string[] = []): DataTable {
		const found = this.tables.find((table) => table.name === name);
		if (found) return found;
		const id = String(this.tables.length + 1);
		const table = new DataTable(
			id,
			name,
			columns.map((column) => ({ name: column, type: 'string' })),
		);
		this.tables.push(table);
		return table;
	}

	/** For `dataTables` of an execution. */
	readonly provider = {
		getDataTableAggregateProxy: async () => ({
			// As n8n finds them: the name contains the text.
			getManyAndCount: async ({ filter }: { filter?: { name?: string } } = {}) => {
				const text = (filter?.name ?? '').toLowerCase();
				const data = this.tables.filter(({ name }) => name.toLowerCase().includes(text));
				return { data: data.map(headOf), count: data.length };
			},
			createDataTable: async ({ name, columns }: { name: string; columns: IDataObject[] }) =>
				headOf(
					this.table(
						name,
						columns.map((column) => String(column.name)),
					),
				),
		}),
		getDataTableProxy: async (_workflow: unknown, _node: unknown, tableId: string) => {
			const table = this.tables.find(({ id }) => id === tableId);
			if (!table) throw new Error(`The tests have no data table '${tableId}'`);
			return table.proxy;
		},
	};
}

const headOf = ({ id, name, createdAt }: DataTable) => ({ id, name, createdAt });

const isMatch = (
	row: Record<string, unknown>,
	{ type, filters }: Filter = { type: 'and', filters: [] },
): boolean => {
	const meets = ({ columnName, condition, value }: Filter['filters'][number]) => {
		const own = row[columnName];
		if (condition === 'eq') return own === value;
		if (condition === 'lt')
			return own instanceof Date && value instanceof Date
				? own < value
				: typeof own === 'string' && own < String(value);
		const isEmpty = own === undefined || own === null || own === '';
		if (condition === 'isEmpty') return isEmpty;
		if (condition === 'isNotEmpty') return !isEmpty;
		throw new Error(`The tables of the tests have no condition '${condition}'`);
	};
	return type === 'or' && filters.length > 0 ? filters.some(meets) : filters.every(meets);
};

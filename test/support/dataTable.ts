import type { IDataObject } from 'n8n-workflow';

interface Filter {
	type: 'and' | 'or';
	filters: Array<{ columnName: string; condition: string; value: unknown }>;
}

/** One data table in memory, with the calls of n8n's *Data Table* node that examples make. */
export class DataTable {
	rows: IDataObject[] = [];
	private columns: object[] | undefined;

	constructor(private readonly name: string) {}

	/** For `dataTables` of an execution. */
	readonly provider = {
		getDataTableAggregateProxy: async () => ({
			getManyAndCount: async () => {
				const data = this.columns ? [{ id: '1', name: this.name }] : [];
				return { data, count: data.length };
			},
			createDataTable: async ({ columns }: { columns: object[] }) => {
				this.columns = columns;
				return { id: '1', name: this.name };
			},
		}),
		getDataTableProxy: async () => ({
			getColumns: async () => this.columns ?? [],
			getManyRowsAndCount: async ({ filter, skip = 0 }: { filter?: Filter; skip?: number }) => {
				const data = this.rows.filter((row) => isMatch(row, filter)).slice(skip);
				return { data: structuredClone(data), count: data.length };
			},
			upsertRow: async ({ data, filter }: { data: IDataObject; filter: Filter }) => {
				const found = this.rows.filter((row) => isMatch(row, filter));
				for (const row of found) Object.assign(row, data);
				if (found.length === 0) this.rows.push({ ...data });
				return [{ ...data }];
			},
			deleteRows: async ({ filter }: { filter: Filter }) => {
				const deleted = this.rows.filter((row) => isMatch(row, filter));
				this.rows = this.rows.filter((row) => !deleted.includes(row));
				return deleted;
			},
		}),
	};
}

const isMatch = (row: IDataObject, filter: Filter = { type: 'and', filters: [] }): boolean =>
	filter.filters.every(({ columnName, condition, value }) => {
		const own = row[columnName];
		if (condition === 'eq') return own === value;
		if (condition === 'lt') return typeof own === 'string' && own < String(value);
		throw new Error(`The table of the tests has no condition '${condition}'`);
	});

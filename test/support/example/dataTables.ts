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

/** `%` stands for any text. */
const isLike = (text: string, pattern: string): boolean =>
	new RegExp(
		`^${pattern
			.split('%')
			.map((part) => part.replace(/[^\w\s]/g, '\\$&'))
			.join('[^]*')}$`,
	).test(text);

/** One data table in memory, with the calls of n8n's *Data Table* node that examples make. */
class DataTable {
	/** As a test writes them: a column that is not there is empty. */
	rows: IDataObject[] = [];
	readonly createdAt = new Date();
	/** n8n refuses to write, as if its tables were full. */
	isFull = false;
	/** What happens once between the next read and what its execution does then. */
	afterRead?: () => Promise<unknown>;
	/** When n8n last wrote a row, unless a test says so in the row. Those of a test are old. */
	private readonly updatedAt = new WeakMap<IDataObject, Date>();
	private readonly ids = new WeakMap<IDataObject, number>();
	private nextId = 1;

	constructor(
		readonly id: string,
		readonly name: string,
		readonly columns: Array<{ name: string; type: string }>,
	) {}

	readonly proxy = {
		getColumns: async () => this.columns,
		getManyRowsAndCount: async ({
			filter,
			skip = 0,
			take,
		}: {
			filter?: Filter;
			skip?: number;
			take?: number;
		}) => {
			const data = this.matching(filter);
			const end = take === undefined ? undefined : skip + take;
			const read = { data: data.slice(skip, end).map(this.shown), count: data.length };
			const { afterRead } = this;
			this.afterRead = undefined;
			await afterRead?.();
			return read;
		},
		insertRows: async (rows: IDataObject[]) => {
			this.checkWrite(...rows);
			const added = rows.map((data) => this.add(data));
			return added.map(this.shown);
		},
		updateRows: async ({ data, filter }: Write) => {
			this.checkWrite(data);
			const found = this.matching(filter);
			for (const row of found) this.write(row, data);
			return found.map(this.shown);
		},
		upsertRow: async ({ data, filter }: Write) => {
			this.checkWrite(data);
			const found = this.matching(filter);
			for (const row of found) this.write(row, data);
			return (found.length === 0 ? [this.add(data)] : found).map(this.shown);
		},
		deleteRows: async ({ filter }: Match) => {
			const deleted = this.matching(filter);
			this.rows = this.rows.filter((row) => !deleted.includes(row));
			return deleted.map(this.shown);
		},
	};

	/** Neither is an error of a node, so nodes that go on after errors pass their input through. */
	private checkWrite(...rows: IDataObject[]): void {
		if (this.isFull) throw new Error('Data table limit exceeded: the tables of this n8n are full');
		const names = this.columns.map(({ name }) => name);
		const unknown = rows.flatMap(Object.keys).find((name) => !names.includes(name));
		if (names.length > 0 && unknown !== undefined)
			throw new Error(`unknown column name '${unknown}'`);
	}

	private add(data: IDataObject): IDataObject {
		const row = {};
		this.rows.push(row);
		this.write(row, data);
		return row;
	}

	private write(row: IDataObject, data: IDataObject): void {
		Object.assign(row, data);
		this.updatedAt.set(row, new Date());
	}

	/** As n8n returns it. */
	private readonly shown = (row: IDataObject): IDataObject => {
		if (!this.ids.has(row)) this.ids.set(row, this.nextId++);
		const said = typeof row.updatedAt === 'string' ? new Date(row.updatedAt) : undefined;
		const updatedAt = said ?? this.updatedAt.get(row) ?? new Date(0);
		const empty = Object.fromEntries(this.columns.map(({ name }) => [name, null]));
		return {
			id: this.ids.get(row),
			...empty,
			...structuredClone(row),
			createdAt: updatedAt,
			updatedAt,
		} as unknown as IDataObject;
	};

	private matching(filter?: Filter): IDataObject[] {
		return this.rows.filter((row) => isMatch(this.shown(row), filter));
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

const headOf = ({ id, name, createdAt, columns }: DataTable) => ({
	id,
	name,
	createdAt,
	columns: structuredClone(columns),
});

/** A comparison with nothing is never true. */
function compares(condition: string, own: unknown, value: unknown): boolean {
	const isKnown = (one: unknown) => one !== undefined && one !== null;
	if (!isKnown(own) || !isKnown(value)) return false;
	const [a, b] =
		own instanceof Date && value instanceof Date
			? [own.getTime(), value.getTime()]
			: [String(own), String(value)];
	if (a === b) return condition.endsWith('e');
	return condition.startsWith('l') ? a < b : a > b;
}

const isMatch = (
	row: Record<string, unknown>,
	{ type, filters }: Filter = { type: 'and', filters: [] },
): boolean => {
	const meets = ({ columnName, condition, value }: Filter['filters'][number]) => {
		const own = row[columnName];
		if (condition === 'eq') return own === value;
		if (condition === 'neq') return own !== value;
		if (['lt', 'lte', 'gt', 'gte'].includes(condition)) return compares(condition, own, value);
		if (condition === 'like') return isLike(String(own), String(value));
		const isEmpty = own === undefined || own === null || own === '';
		if (condition === 'isEmpty') return isEmpty;
		if (condition === 'isNotEmpty') return !isEmpty;
		throw new Error(`The tables of the tests have no condition '${condition}'`);
	};
	return type === 'or' && filters.length > 0 ? filters.some(meets) : filters.every(meets);
};

import { nodeOf, readExample } from '../../host/n8n/readExample';
import type { DataTables } from './dataTable';

const { columns } = nodeOf(readExample('guest-messages.json'), 'Create the table Stays')
	.parameters as { columns: { column: Array<{ name: string }> } };

/** The table *Stays*, with the columns that *Guest messages* creates: n8n refuses a filter by any other. */
export const staysTable = (tables: DataTables) =>
	tables.table(
		'Stays',
		columns.column.map(({ name }) => name),
	);

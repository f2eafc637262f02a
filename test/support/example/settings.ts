import { SETTINGS_COLUMNS } from '../../../tools/examples/settings';
import { STAYS_COLUMNS } from '../../../tools/examples/stays';
import type { DataTables } from './dataTables';

/** The table *Stays*, with the columns that examples create: n8n refuses a filter by any other. */
export const staysTable = (tables: DataTables) => tables.table('Stays', STAYS_COLUMNS);

export type Settings = Partial<Record<(typeof SETTINGS_COLUMNS)[number], string>>;

/** What the host has entered in the table *Settings*. */
export function enterSettings(tables: DataTables, settings: Settings = {}): void {
	tables.table('Settings', SETTINGS_COLUMNS).rows = [
		{ host_email: 'host@example.com', ...settings },
	];
}

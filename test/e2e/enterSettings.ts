import type { N8nClient } from '../../host/n8n/n8nClient';
import { SETTINGS_COLUMNS } from '../../tools/examples/settings';

/** The data table *Settings* with the host's address, as a person enters it. */
export async function enterSettings(
	client: N8nClient,
	hostEmail: string,
	more: Partial<Record<(typeof SETTINGS_COLUMNS)[number], string>> = {},
): Promise<void> {
	const row = { host_email: hostEmail, ...more };
	expect(await client.addDataTable('Settings', SETTINGS_COLUMNS, row)).toBe(true);
}

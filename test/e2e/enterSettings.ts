import type { N8nClient } from '../../host/n8n/n8nClient';
import { SETTINGS_COLUMNS } from '../../tools/examples/settings';

/** The data table *Settings* with the host's address, as a person enters it. */
export async function enterSettings(client: N8nClient, hostEmail: string): Promise<void> {
	expect(await client.addDataTable('Settings', SETTINGS_COLUMNS, { host_email: hostEmail })).toBe(
		true,
	);
}

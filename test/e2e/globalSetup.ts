import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { N8nClient } from '../../host/n8n/n8nClient';
import { startTestN8n } from '../support/n8n/n8nServer';
import { requireCurrentBuild } from '../../host/process/buildStamp';
import { memberOf, provideN8n } from './signIn';

/**
 * Starts one n8n for all files of e2e/api/, e2e/editor/, nightly/n8n/ and nightly/editor/. Each file has a member of its
 * own there, so credentials and workflows are separate.
 */
async function startN8nForAllFiles(): Promise<void> {
	requireCurrentBuild();
	const { server, client, stop } = await startTestN8n();
	const files = ['e2e/api', 'e2e/editor', 'nightly/n8n', 'nightly/editor'].flatMap((folder) =>
		readdirSync(resolve(__dirname, '..', folder)).map((name) => join(folder, name)),
	);
	const members = files.filter((file) => file.endsWith('.test.ts')).map(memberOf);
	// n8n allows ten calls in five minutes, each with many addresses.
	const links = await client.invite(members.map(({ email }) => email));
	for (const member of members)
		await new N8nClient(server.url).acceptInvitation(links.get(member.email) ?? '', member);
	provideN8n(server.url, stop);
}

// jest requires a default export
export default startN8nForAllFiles;

import { basename, dirname } from 'node:path';
import { N8nClient, type Owner } from '../../host/n8n/n8nClient';
import { OWNER } from '../support/n8n/n8nServer';

const URL_VARIABLE = 'E2E_N8N_URL';

let stopN8n: (() => Promise<void>) | undefined;

/** Tells the test files, which may run in other processes, where n8n is. */
export function provideN8n(url: string, stop: () => Promise<void>): void {
	process.env[URL_VARIABLE] = url;
	stopN8n = stop;
}

export async function stopProvidedN8n(): Promise<void> {
	await stopN8n?.();
}

/** The n8n member that only this test file uses. */
export function memberOf(testFile: string): Owner {
	const [folder, name] = [basename(dirname(testFile)), basename(testFile, '.test.ts')];
	return {
		email: `${folder}.${name}@example.com`,
		firstName: name,
		lastName: folder,
		password: 'Test-Member-1',
	};
}

export interface SignedIn {
	/** Address of the editor, without a slash at the end. */
	readonly url: string;
	readonly client: N8nClient;
}

/** Signs in to the shared n8n as the test file's member, who sees nothing of the other files. @param testFile `__filename` */
export async function signIn(testFile: string): Promise<SignedIn> {
	return await signInAs(memberOf(testFile));
}

/** Only the owner sees the settings of the whole instance. */
export async function signInAsOwner(): Promise<SignedIn> {
	return await signInAs(OWNER);
}

async function signInAs(person: Owner): Promise<SignedIn> {
	const url = process.env[URL_VARIABLE];
	if (url === undefined) throw new Error('No n8n was started before the test files');
	const client = new N8nClient(url);
	await client.signIn(person);
	return { url, client };
}

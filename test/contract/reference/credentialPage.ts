import type { ICredentialType } from 'n8n-workflow';
import { fieldList } from './fieldList';

/** The credential: its fields, and what its test tells. */
export const credentialPage = ({ displayName, properties }: ICredentialType, note: string): string =>
	[
		`# ${displayName}`,
		'',
		note,
		'',
		'All nodes of the package use this credential. Make one for each workspace.',
		'',
		'**What to fill in**',
		'',
		...fieldList(properties),
		'',
		'When you save it, n8n tests it: it asks the service for the workspace of the key, and changes nothing. When the key is good, n8n says that the connection was tested successfully, and *Workspace: Get* shows which workspace it belongs to. When it is not, n8n says why.',
		'',
		'n8n keeps the credential encrypted, and the key is sent to the *Base URL* only. More: [security](../security.md).',
		'',
		'[All resources](README.md)',
		'',
	].join('\n');

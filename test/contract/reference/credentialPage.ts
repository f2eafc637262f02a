import type { ICredentialType } from 'n8n-workflow';
import { fieldList } from './fieldList';

/** The credential: its fields, and what its test tells. */
export const credentialPage = ({ displayName, properties }: ICredentialType, note: string): string =>
	[
		`# ${displayName}`,
		'',
		note,
		'',
		'All nodes of the package use this credential. Create one for each workspace.',
		'',
		'**Fields**',
		'',
		...fieldList(properties),
		'',
		'When you save the credential, n8n tests it: it asks the service for the workspace of the key. If the key is wrong, n8n says why. *Workspace: Get* shows which workspace the key belongs to.',
		'',
		'n8n stores the credential encrypted, and the node sends the key only to the *Base URL*. See [Security](../security.md).',
		'',
		'[All resources](README.md)',
		'',
	].join('\n');

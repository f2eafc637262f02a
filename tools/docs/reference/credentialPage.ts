import type { ICredentialType } from 'n8n-workflow';
import { fieldList } from './fieldList';

/** The page of the credential: its fields and the messages of its test. */
export const credentialPage = (
	{ displayName, properties }: ICredentialType,
	note: string,
): string =>
	[
		`# ${displayName}`,
		'',
		note,
		'',
		'All nodes of the package use this credential. There are two ways to sign in:',
		'',
		'- An **API key** opens one workspace. Create one credential for each workspace.',
		'- A **personal access token** opens all workspaces of the person who created it. One credential is enough: the nodes work in the workspace under *Workspace ID*, and each node and trigger can choose another with *Workspace* under *Options*. In the Device Access node, an expression can choose one for each item.',
		'',
		'**Fields**',
		'',
		...fieldList(properties),
		'',
		'When you save the credential, n8n tests it by asking the service for the workspace. If all is well, n8n shows only "Connection tested successfully". If the key, the token or the workspace is wrong, n8n says why. *Get workspace* shows which workspace it is.',
		'',
		'With a token and no *Workspace ID*, the test also succeeds, and n8n does not show its list of your workspaces. The field *Workspace*, under *Options* of a node, lists them with their IDs. Enter one ID in the credential, or leave the field empty there and choose *Workspace* in every node. A node without a workspace sends nothing.',
		'',
		"To call an endpoint that the nodes lack, use n8n's HTTP Request node: set **Method** to POST, **URL** to an address such as `https://connect.getseam.com/thermostats/list`, **Authentication** to **Predefined Credential Type**, **Credential Type** to **Device Access API**, and send a JSON body. With a token, the call goes to *Workspace ID*. For another workspace, send the header `seam-workspace` with its ID.",
		'',
		'n8n stores the credential encrypted, and the node sends the key or token only to the *Base URL*. See [Security](../security.md).',
		'',
		'[All resources](README.md)',
		'',
	].join('\n');

import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import {
	API_KEY,
	DEFAULT_BASE_URL,
	normalizeBaseUrl,
	PERSONAL_ACCESS_TOKEN,
	readAuthentication,
	workspaceHeader,
} from '../nodes/DeviceAccess/transport/credential';

export class DeviceAccessApi implements ICredentialType {
	name = 'deviceAccessApi';

	displayName = 'Device Access API';

	icon = {
		light: 'file:../icons/deviceAccess.svg',
		dark: 'file:../icons/deviceAccess.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/n8n-nodes-device-access/n8n-nodes-device-access/blob/main/docs/reference/credential.md';

	properties: INodeProperties[] = [
		{
			displayName:
				"In a production workspace the nodes act on real doors. Try a workflow in a sandbox workspace first: 'Get workspace' returns 'is_sandbox', which is true for a sandbox.",
			name: 'productionNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			options: [
				{ name: 'API Key', value: API_KEY, description: 'Opens one workspace' },
				{
					name: 'Personal Access Token',
					value: PERSONAL_ACCESS_TOKEN,
					description: 'Opens all of your workspaces',
				},
			],
			default: API_KEY,
			description:
				'How to sign in to the service. One token can open many workspaces; an API key opens one.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			displayOptions: { show: { authentication: [API_KEY] } },
			description:
				'The key of one workspace, from the console of the service. A sandbox workspace and a production workspace have different keys.',
		},
		{
			displayName: 'Personal Access Token',
			name: 'personalAccessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			displayOptions: { show: { authentication: [PERSONAL_ACCESS_TOKEN] } },
			placeholder: 'e.g. seam_at...',
			description:
				'Your token, from the console of the service. It can do what you can do, in each of your workspaces.',
		},
		{
			displayName: 'Workspace ID',
			name: 'workspaceId',
			type: 'string',
			default: '',
			displayOptions: { show: { authentication: [PERSONAL_ACCESS_TOKEN] } },
			placeholder: 'e.g. 6a3f1c52-0f5e-4d0a-9a53-2f8f6f0e7b11',
			description:
				"The workspace to work in, unless a node chooses another with 'Workspace' under Options. That field lists your workspaces with their IDs.",
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: DEFAULT_BASE_URL,
			required: true,
			placeholder: 'e.g. https://connect.getseam.com',
			description:
				'The address of the service. Keep it, even for a sandbox workspace, unless you use the demo or another service.',
		},
		{
			displayName: 'Webhook Signing Secret',
			name: 'webhookSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Only for webhooks that you register yourself: the secret that the service shows for the webhook. While you replace it, enter the old and the new secret, separated by a comma.',
		},
	];

	/**
	 * Keeps a workspace that the request already names. Sends the secret only to the base URL, even
	 * if another node follows a redirect. Throws an Error with a message to show.
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const baseUrl = normalizeBaseUrl(credentials.baseUrl);
		// n8n's HTTP Request node gives the address as `uri`.
		const { url, uri, baseURL } = requestOptions as IHttpRequestOptions & { uri?: string };
		const address = url ?? uri;
		const target = address ? new URL(address, baseURL ?? baseUrl) : undefined;
		if (!target?.href.startsWith(`${baseUrl}/`)) {
			throw new Error(
				"The credential is sent only to its 'Base URL'. Enter an address that starts with it",
			);
		}
		const authentication = readAuthentication(credentials);
		const named = new Set(
			Object.keys(requestOptions.headers ?? {}).map((name) => name.toLowerCase()),
		);
		const workspace = Object.entries(workspaceHeader(authentication, target.pathname)).filter(
			([name]) => !named.has(name),
		);
		return {
			...requestOptions,
			sendCredentialsOnCrossOriginRedirect: false,
			headers: {
				...requestOptions.headers,
				...Object.fromEntries(workspace),
				Authorization: `Bearer ${authentication.secret}`,
			},
		};
	};
}

import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { DEFAULT_BASE_URL, normalizeBaseUrl } from '../nodes/DeviceAccess/transport/baseUrl';

export class DeviceAccessApi implements ICredentialType {
	name = 'deviceAccessApi';

	displayName = 'Device Access API';

	icon = { light: 'file:../icons/deviceAccess.svg', dark: 'file:../icons/deviceAccess.dark.svg' } as const;

	documentationUrl = 'https://github.com/n8n-nodes-device-access/n8n-nodes-device-access/blob/main/docs/reference/credential.md';

	properties: INodeProperties[] = [
		{
			displayName:
				"With the key of a production workspace the nodes act on real doors. Try a workflow with the key of a sandbox workspace first; 'Workspace: Get' tells by 'is_sandbox' which one a key belongs to.",
			name: 'productionNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'The key of one workspace, from the console of the service. A sandbox workspace and a production workspace have different keys.',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: DEFAULT_BASE_URL,
			required: true,
			placeholder: 'e.g. https://connect.getseam.com',
			description: 'The address of the service. Leave it as it is unless you run a sandbox or another service.',
		},
		{
			displayName: 'Webhook Signing Secret',
			name: 'webhookSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				"Only for webhooks that you register by hand: the secret that the service shows for the webhook. While you change it, enter the old and the new one, with a comma between them.",
		},
	];

	/**
	 * Adds the bearer key, and refuses to send it anywhere but to the base URL, also where another node follows a redirect.
	 * Throws an Error worded for a person.
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const baseUrl = normalizeBaseUrl(credentials.baseUrl);
		// n8n's HTTP Request node gives the address as `uri`.
		const { url, uri, baseURL } = requestOptions as IHttpRequestOptions & { uri?: string };
		const address = url ?? uri;
		if (!address || new URL(address, baseURL ?? baseUrl).origin !== new URL(baseUrl).origin) {
			throw new Error("The API key is sent to the 'Base URL' of the credential only");
		}
		const apiKey = String(credentials.apiKey ?? '').trim();
		return { ...requestOptions, sendCredentialsOnCrossOriginRedirect: false, headers: { ...requestOptions.headers, Authorization: `Bearer ${apiKey}` } };
	};
}

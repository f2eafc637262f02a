import type { Sandbox } from '../../../sandbox/createSandbox';
import type { CredentialData } from '../../../host/engine/suppliedCredentials';

/** The credential with the sandbox's personal access token and a workspace. */
export const tokenCredentials = (
	{ url, personalAccessToken }: Pick<Sandbox, 'url' | 'personalAccessToken'>,
	workspaceId = '',
): CredentialData => ({
	deviceAccessApi: {
		baseUrl: url,
		authentication: 'personalAccessToken',
		personalAccessToken,
		workspaceId,
	},
});

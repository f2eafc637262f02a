import type { PmsApi } from './pmsServer';

interface Client {
	client_id: string;
	client_secret: string;
	scope: string;
}

/** A system that issues tokens for the client credentials in the body of a request (OAuth 2.0). */
export const clientCredentials = (
	path: string,
	client: Client,
	{ expiresInS, expiredStatus }: { expiresInS: number; expiredStatus: number },
): Pick<PmsApi, 'credentials' | 'tokens' | 'expiredStatus'> => ({
	credentials: (url) => ({
		oAuth2Api: {
			grantType: 'clientCredentials',
			accessTokenUrl: `${url}${path}`,
			clientId: client.client_id,
			clientSecret: client.client_secret,
			scope: client.scope,
			authentication: 'body',
			tokenExpiredStatusCode: expiredStatus,
		},
	}),
	tokens: {
		mayHave: ({ method, path: asked, body }) => {
			if (method !== 'POST' || asked !== path) return undefined;
			const form = Object.fromEntries(new URLSearchParams(body));
			return Object.entries({ grant_type: 'client_credentials', ...client }).every(
				([name, value]) => form[name] === value,
			);
		},
		answer: (token) => ({
			body: { token_type: 'Bearer', expires_in: expiresInS, access_token: token },
		}),
	},
	expiredStatus,
});

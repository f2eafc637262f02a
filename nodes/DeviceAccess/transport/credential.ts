import type { IExecuteFunctions, IHookFunctions, ILoadOptionsFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import { InvalidParameterError } from '../errors/errors';
import { normalizeBaseUrl } from './baseUrl';

export const CREDENTIAL_TYPE = 'deviceAccessApi';

/** The n8n functions that can send a request with the credential. */
export type ApiContext =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IWebhookFunctions;

/** What the node needs of the credential; the key is empty where none is set. */
export interface ApiCredential {
	baseUrl: string;
	apiKey: string;
}

/** The credential of the node. Throws InvalidParameterError for a base URL that is none. */
export async function readCredential(context: ApiContext): Promise<ApiCredential> {
	const { baseUrl, apiKey } = await context.getCredentials<{ baseUrl?: unknown; apiKey?: unknown }>(CREDENTIAL_TYPE);
	try {
		return { baseUrl: normalizeBaseUrl(baseUrl), apiKey: typeof apiKey === 'string' ? apiKey.trim() : '' };
	} catch (error) {
		return await Promise.reject(new InvalidParameterError((error as Error).message));
	}
}

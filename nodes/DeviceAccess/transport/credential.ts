import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { type Authentication, readAuthentication } from './authentication';
import { normalizeBaseUrl } from './baseUrl';

export const CREDENTIAL_TYPE = 'deviceAccessApi';

/** The n8n functions that can send a request with the credential. */
export type ApiContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

/**
 * The parts of the credential that the node needs: the address of the service, and how to sign in.
 */
export interface ApiCredential extends Authentication {
	baseUrl: string;
}

/** The credential of the node. Throws InvalidParameterError if one of its values is invalid. */
export async function readCredential(context: ApiContext): Promise<ApiCredential> {
	const fields = await context.getCredentials<Record<string, unknown>>(CREDENTIAL_TYPE);
	return { baseUrl: normalizeBaseUrl(fields.baseUrl), ...readAuthentication(fields) };
}

import { ExternalSecretsProxy } from 'n8n-core';
import { UnexpectedError } from 'n8n-workflow';
import type { IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import type { NodeCatalogue } from './loadNodes';
import { SuppliedCredentials, type CredentialData } from './suppliedCredentials';

/** The address of an n8n instance from outside; webhook URLs begin with it. */
export const DEFAULT_INSTANCE_URL = 'http://n8n.invalid';

/**
 * What n8n's cli package gives the engine in addition to a workflow: addresses (the engine needs valid absolute ones),
 * credentials, and calls to parts that this harness does not have (sub-workflows, task runners), which throw.
 */
export function createAdditionalData(
	catalogue: NodeCatalogue,
	credentials: CredentialData = {},
	instanceUrl = DEFAULT_INSTANCE_URL,
): IWorkflowExecuteAdditionalData & { credentialsHelper: SuppliedCredentials } {
	const unavailable = (part: string) => async () => {
		throw new UnexpectedError(`${part} need a whole n8n; the engine harness has none.`);
	};
	return {
		currentNodeExecutionIndex: 0,
		credentialsHelper: new SuppliedCredentials(catalogue, credentials),
		executeWorkflow: unavailable('Sub-workflows'),
		startRunnerTask: unavailable('Task runners'),
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
		externalSecretsProxy: new ExternalSecretsProxy(),
		variables: {},
		setExecutionStatus: () => {},
		logAiEvent: () => {},
		executionId: '1',
		restApiUrl: `${instanceUrl}/rest`,
		instanceBaseUrl: `${instanceUrl}/`,
		formBaseUrl: `${instanceUrl}/form`,
		formTestBaseUrl: `${instanceUrl}/form-test`,
		formWaitingBaseUrl: `${instanceUrl}/form-waiting`,
		webhookBaseUrl: `${instanceUrl}/webhook`,
		webhookTestBaseUrl: `${instanceUrl}/webhook-test`,
		webhookWaitingBaseUrl: `${instanceUrl}/webhook-waiting`,
		mcpBaseUrl: `${instanceUrl}/mcp`,
		mcpTestBaseUrl: `${instanceUrl}/mcp-test`,
	};
}

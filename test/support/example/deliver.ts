import type { IDataObject } from 'n8n-workflow';
import { nodeOf, type Example } from '../../../host/n8n/readExample';
import { runWorkflow, type WorkflowRun } from '../../../host/engine/runWorkflow';
import type { CredentialData } from '../../../host/engine/suppliedCredentials';
import { proofOf, SENDER_LOGIN, SENDER_SECRET } from '../../../host/bookings/sender';
import { webhookTrigger } from '../engine/webhookTrigger';

let nextExecutionId = 1;

/** How the sender shows who it is. */
export interface Proof {
	secret?: string;
	/** What gives *Data Table* nodes their tables. */
	dataTables?: object;
}

/** The answer to the sender, and the execution, which is undefined if n8n refused the body. */
export interface DeliveredToExample {
	status: number;
	run: WorkflowRun | undefined;
	error?: Error;
}

/** Sends a body to the webhook `start` of the example, and runs the example with it. */
export async function deliverToExample(
	example: Example,
	start: string,
	body: IDataObject,
	credentials: CredentialData,
	{ secret, dataTables }: Proof = {},
): Promise<DeliveredToExample> {
	const trigger = await webhookTrigger('n8n-nodes-base.webhook', {
		parameters: nodeOf(example, start).parameters,
		credentials: { ...credentials, httpHeaderAuth: SENDER_SECRET, httpBasicAuth: SENDER_LOGIN },
	});
	const rawBody = JSON.stringify(body);
	const { status, items, error } = await trigger.receive({
		rawBody,
		headers: proofOf({ secret }),
	});
	await trigger.stop();
	if (items === undefined) return { status, run: undefined, error };
	return {
		status,
		error,
		run: await runWorkflow(example, {
			credentials,
			startNode: start,
			startItems: items,
			executionId: String(nextExecutionId++),
			dataTables,
		}),
	};
}

/** Delivers a body to the example and returns the execution. Throws if n8n refused the body or the execution failed. */
export async function runWithBody(
	example: Example,
	start: string,
	body: IDataObject,
	credentials: CredentialData,
	proof?: Proof,
): Promise<WorkflowRun> {
	const { status, run, error } = await deliverToExample(example, start, body, credentials, proof);
	if (run === undefined) throw new Error(`The webhook answered ${status}: ${error?.stack}`);
	return succeeded(run);
}

/** The execution. @throws Error that names the node at which it stopped, and why */
export function succeeded<Run extends WorkflowRun>(execution: Run): Run {
	const error = execution.error();
	if (!error) return execution;
	const { lastNodeExecuted } = execution.run.data.resultData;
	const why = ('httpCode' in error && error.httpCode) || error.message;
	throw new Error(`${lastNodeExecuted}: ${why}`, { cause: error });
}

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { WorkflowDraft } from '../../test/support/createWorkflow';
import type { ClientName, Service } from '../clients/client';
import type { Send } from '../bareClient/send';
import type { SandboxSetup } from '../sandboxProcess';

/** A workflow as a user would build it with n8n's HTTP Request node. */
export interface HttpRequestWorkflow {
	draft: WorkflowDraft;
	/** The node whose output is the result. */
	resultNode: string;
	/** How many results one item of it holds; default: one. */
	resultsIn?: (json: IDataObject) => number;
}

/** A row of the benchmark: what the service holds, and how each client does the same with it. */
export interface Scenario {
	name: string;
	title: string;
	/** Notes for the reader. */
	notes: string[];
	sandbox: SandboxSetup;
	/** The service is reached by TLS, and a byte takes half as many milliseconds there, and as many back; default: by loopback without TLS. */
	roundTripMs?: number;
	/** Results that must come out. */
	results: number;
	/** Requests that cannot be saved, over all repetitions. */
	leastRequests: number;
	/** Requests under way at once, of this node and of the bare client. */
	requestsInFlight: number;
	/** Whether a result counts as done; default: any without an error. */
	isDone?: (record: IDataObject) => boolean;
	/** How often a client does it within one measurement, where that takes milliseconds. Default 1. */
	repetitions?: number;
	/** Times it is measured, where that is not the same for all. */
	rounds?: number;
	/** Prepares the service for each measurement, with requests that are not counted; default: the fixture. */
	arrange?: (service: Service) => Promise<void>;
	/** Gives the items that come in; default: one empty item. */
	prepareInput?: (service: Service) => Promise<IDataObject[]>;
	/** This node. */
	parameters: INodeParameters;
	/** HTTP Request, with its batching (ten requests every 200 ms) or without. */
	httpRequest: (baseUrl: string, isBatched: boolean) => HttpRequestWorkflow;
	/** Whether its batching makes a difference. */
	hasBatching: boolean;
	/** Clients that wait most of the time, and would make up most of the run: fewer rounds, no warm-up. */
	slow?: readonly ClientName[];
	/** The same in a few lines over any way of sending. */
	bareRun: (send: Send, input: IDataObject[]) => Promise<IDataObject[]>;
	/** Least time that the limits of the service allow, milliseconds. */
	leastTimeMs?: number;
}

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { WorkflowDraft } from '../../host/engine/createWorkflow';
import type { Send } from '../bareClient/send';
import type { SandboxSetup } from '../sandboxProcess';

/** Who does the work of a scenario: the columns of the benchmark. */
export type ClientName =
	'deviceAccess' | 'httpRequest' | 'httpRequestBatched' | 'floor' | 'bareClient';

/** The address of the service and the key for it. */
export interface Service {
	url: string;
	apiKey: string;
}

/** A workflow as a person would build it with n8n's HTTP Request node. */
export interface HttpRequestWorkflow {
	draft: WorkflowDraft;
	/** The node whose output is the result. */
	resultNode: string;
	/** How many results one item of that node holds; default: one. */
	resultsIn?: (json: IDataObject) => number;
}

/** A row of the benchmark: the contents of the service and how each client does the same work with it. */
export interface Scenario {
	name: string;
	title: string;
	/** Notes for the reader. */
	notes: string[];
	sandbox: SandboxSetup;
	/** Round-trip time in milliseconds, over TLS, half of it in each direction; default: loopback without TLS. */
	roundTripMs?: number;
	/** The number of results that the client must return. */
	results: number;
	/** The fewest requests that the work needs, over all repetitions. */
	leastRequests: number;
	/** How many requests this node and the bare client may send at the same time. */
	requestsInFlight: number;
	/** Whether a result counts as done; default: any without an error. */
	isDone?: (record: IDataObject) => boolean;
	/** How many times a client repeats the work within one measurement, for work of a few milliseconds. Default 1. */
	repetitions?: number;
	/** Number of rounds, if it differs from that of the other rows. */
	rounds?: number;
	/** Prepares the service for each measurement; its requests do not count. Default: resets the service to the fixture. */
	arrange?: (service: Service) => Promise<void>;
	/** Returns the input items; default: one empty item. */
	prepareInput?: (service: Service) => Promise<IDataObject[]>;
	/** Parameters of this node. */
	parameters: INodeParameters;
	/** The workflow with HTTP Request, with or without its batching (ten requests every 200 ms). */
	httpRequest: (baseUrl: string, isBatched: boolean) => HttpRequestWorkflow;
	/** Whether the batching of HTTP Request makes a difference. */
	hasBatching: boolean;
	/** Clients that mostly wait and would take most of the run: they get fewer rounds and no warm-up. */
	slow?: readonly ClientName[];
	/** The same work in a few lines. The client passes its own way to send requests. */
	bareRun: (send: Send, input: IDataObject[]) => Promise<IDataObject[]>;
	/** Shortest time that the limits of the service allow, in milliseconds. */
	leastTimeMs?: number;
}

/** The ending of a title or note if answers take no time. The report explains it. */
export const answeredImmediately = (answerTimeMs: number): string =>
	answerTimeMs === 0 ? ', answered immediately' : '';

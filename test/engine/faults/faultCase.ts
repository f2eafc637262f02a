import type { INode, INodeParameters } from 'n8n-workflow';
import type { Sandbox, SandboxOptions } from '../../../sandbox/createSandbox';
import type { OperationName } from '../../support/service/hotelSandbox';
import type { HttpServer } from '../../../host/process/httpServer';
import type { CredentialData } from '../../../host/engine/suppliedCredentials';

/** The service's state of a code. */
export type CodeState = 'managed' | 'unmanaged' | 'gone';

/** The outcome of a run under a fault. */
export interface FaultOutcome {
	/** How the workflow ended. */
	run: 'success' | 'error' | 'canceled';
	/** What a person reads of failures. */
	says: unknown[];
	/**
	 * The result of the node for each input item: its outcome, `read`, `12 records`, `failed`, `in doubt` (failed, and may
	 * have taken effect), `not sent`, or `no result` if the node stopped.
	 */
	items: string[];
	/** The service's state of each code after everything has ended; for writes only. */
	atService?: CodeState[];
	/** The answers to the requests of each item, or of all items together if they have no ID: `429, 200 x2`. */
	sent: string[];
	/** The endpoints called for the outcome of accepted actions. */
	lookUps?: string[];
}

/** What a row asserts. */
export type Expected = Omit<FaultOutcome, 'says'>;

/** The tools with which a case provokes its fault. */
export interface Scene {
	sandbox: Sandbox;
	/** Another host. */
	elsewhere: HttpServer;
	/** A case can change them to send the node to another address. */
	credentials: CredentialData;
	/** Stops the run, as the Stop button does. */
	stop: AbortController;
	/** Counters of requests to servers that must receive none. */
	strangers: Array<() => number>;
	/** Called when the case is over. */
	cleanUp: Array<() => Promise<void>>;
}

/** A fault, the operation that it hits, and the outcome. */
export interface FaultCase {
	/** What goes wrong, in a person's words. */
	fault: string;
	operation: OperationName;
	parameters?: INodeParameters;
	options?: INodeParameters;
	/** Input items; `access_code_id` or `device_id` says which requests belong to which item. */
	input?: Array<Record<string, string>>;
	onError?: INode['onError'];
	sandbox?: SandboxOptions;
	/** Provokes the fault before the run. */
	provoke: (scene: Scene) => void | Promise<void>;
	/** What happens from outside during the run. */
	meanwhile?: (scene: Scene) => Promise<void>;
	expected: Expected;
}

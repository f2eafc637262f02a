import type { INode, INodeParameters } from 'n8n-workflow';
import type { Sandbox, SandboxOptions } from '../../../sandbox/createSandbox';
import type { OperationName } from '../../support/hotelSandbox';
import type { HttpServer } from '../../support/httpServer';
import type { FaultOutcome } from '../../../tools/docs/observed/faultTable';
import type { CredentialData } from '../../../host/engine/suppliedCredentials';

/** What a row asserts. Its texts are not here but on the page, which each test run compares with the observed texts. */
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

/** One row of the page: a fault, the operation that it hits, and the outcome. */
export interface FaultCase {
	/** What goes wrong, in a person's words. */
	fault: string;
	operation: OperationName;
	parameters?: INodeParameters;
	options?: INodeParameters;
	/** Settings that matter for the row, in words. */
	note?: string;
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

export interface FaultSection {
	title: string;
	cases: FaultCase[];
}

import type { INode, INodeParameters } from 'n8n-workflow';
import type { Sandbox, SandboxOptions } from '../../../sandbox/createSandbox';
import type { OperationName } from '../../support/hotelSandbox';
import type { HttpServer } from '../../support/httpServer';
import type { CredentialData } from '../../support/suppliedCredentials';

/** What a person reads about a failure: the message and what stands below it, ids replaced by what they are. */
export type Said = [message: string, description?: string];

/** What a run under a fault came to. */
export interface Outcome {
	/** How the workflow ended. */
	run: 'success' | 'error' | 'canceled';
	/** Every different text, in the order of the items. */
	says: Said[];
	/**
	 * What the node gives for each input item: its outcome, `read`, `12 records`, `failed`, `in doubt` (failed, and may
	 * have been carried out), `not sent`, or `no result` where the node stopped.
	 */
	items: string[];
	/** What the service holds of each code when everything has come to rest; writes only. */
	atService?: CodeState[];
	/** The answers to the requests of each item, or of all together where the items have no id: `429, 200 x2`. */
	sent: string[];
	/** The endpoints asked for the outcome of accepted actions. */
	lookUps?: string[];
}

/** What a row asserts; the words are held by the page, which a run compares with what it has seen. */
export type Expected = Omit<Outcome, 'says'>;

export type CodeState = 'managed' | 'unmanaged' | 'gone';

/** What a case may use to bring its fault about. */
export interface Scene {
	sandbox: Sandbox;
	/** Another host. */
	elsewhere: HttpServer;
	/** May be changed, to send the node to another address. */
	credentials: CredentialData;
	/** Stops the run, as the Stop button does. */
	stop: AbortController;
	/** Requests that reached servers which must get none. */
	strangers: Array<() => number>;
	/** Run when the case is over. */
	cleanUp: Array<() => Promise<void>>;
}

/** One row of the page: a fault, what it strikes, and what comes of it. */
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
	/** Brings the fault about, before the run. */
	provoke: (scene: Scene) => void | Promise<void>;
	/** What happens from outside during the run. */
	meanwhile?: (scene: Scene) => Promise<void>;
	expected: Expected;
}

export interface FaultSection {
	title: string;
	intro: string;
	cases: FaultCase[];
}

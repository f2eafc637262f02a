import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox, SandboxSettings } from '../../../sandbox/createSandbox';

/** The code with the PIN that is on the lock after the service has come to rest. */
export type OnLock =
	'the old code' | 'the old code, managed' | 'the new code' | 'the new code, not set' | 'nothing';

/** The outcome of one replacement: what the node reports, and the real state. */
export interface ReplacementOutcome {
	run: 'success' | 'error' | 'canceled';
	/** The item's outcome; undefined if the replacement did not begin. */
	outcome?: string;
	onLock: OnLock;
	/** The answers to the deletion and to the creation, as `429, 200`; empty if no request was sent. */
	deletion: string;
	creation: string;
}

/** The texts that a person reads in the item and in n8n's log. */
export interface ReplacementTexts {
	message?: string;
	nextStep?: string;
	log: string[];
}

/** The tools with which a case provokes its fault. */
export interface ReplacementScene {
	sandbox: Sandbox;
	/** Stops the run, as the Stop button does. */
	stop: AbortController;
}

/** One row of the page. */
export interface ReplacementCase {
	/** What goes wrong, in a person's words. */
	fault: string;
	options?: INodeParameters;
	settings?: Partial<SandboxSettings>;
	/** Provokes the fault before the run. */
	provoke?: (scene: ReplacementScene) => void;
	/** What happens from outside during the run. */
	meanwhile?: (scene: ReplacementScene) => Promise<void>;
	expected: ReplacementOutcome;
}

export interface ReplacementSection {
	title: string;
	intro: string;
	cases: ReplacementCase[];
}

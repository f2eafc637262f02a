import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox, SandboxSettings } from '../../../sandbox/createSandbox';

/** What is on the lock of all that has the PIN, once the service is at rest. */
export type OnLock = 'the old code' | 'the old code, managed' | 'the new code' | 'the new code, not set' | 'nothing';

/** What one replacement came to: what the node says, and what is so. */
export interface ReplacementOutcome {
	run: 'success' | 'error' | 'canceled';
	/** The item's outcome; undefined where it was not begun. */
	outcome?: string;
	onLock: OnLock;
	/** The answers to the deletion and to the creation: `429, 200`; empty where none was sent. */
	deletion: string;
	creation: string;
}

/** What a person reads: in the item, and in n8n's log. */
export interface ReplacementTexts {
	message?: string;
	nextStep?: string;
	log: string[];
}

/** What a case may use to bring its fault about. */
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
	/** Brings the fault about, before the run. */
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

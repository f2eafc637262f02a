import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox, SandboxSettings } from '../../../sandbox/createSandbox';
import type { ReplacementOutcome } from '../../../tools/docs/observed/replacementTable';

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
	cases: ReplacementCase[];
}

import type { Fault } from '../../faults/faults';
import type { WorkspaceState } from '../../state/state';
import { methodsOf, type Parameters, parametersOf, type Path } from '../../schemas/parameters';
import type { SandboxHere } from '../sandboxService';

export interface ServiceRequest<Parameters> {
	readonly path: string;
	readonly parameters: Parameters;
	readonly workspaces: readonly WorkspaceState[];
	/** Whether the request has a personal access token instead of an API key. */
	readonly isToken: boolean;
	/** A scripted fault that changes what the handler does, not only its answer. */
	readonly fault?: Fault;
}

/** The members of a successful answer; `ok: true` is added to them. */
export type Answer = Record<string, unknown>;

export interface Route {
	readonly path: Path;
	/** The methods in addition to POST, which every path accepts (docs/service.md#calls-12). */
	readonly methods: readonly string[];
	readonly parameters: ReturnType<typeof parametersOf>;
	/**
	 * Accepts a POST with any body or none, because the path has no parameters
	 * (docs/service.md#attempts-9).
	 */
	readonly takesAnyBody?: true;
	/** A request with a personal access token need not name a workspace. */
	readonly takesNoWorkspace?: true;
	/** Returns nothing if the service answers only with `ok`. */
	answer(here: SandboxHere, request: ServiceRequest<unknown>): Answer | void;
}

interface NewRoute<P extends Path> extends Omit<Route, 'methods' | 'parameters' | 'answer'> {
	readonly path: P;
	answer(here: SandboxHere, request: ServiceRequest<Parameters<P>>): Answer | void;
}

/**
 * Defines one operation of the imitated API, with the methods and parameters of the OpenAPI. Its `answer` throws
 * `ServiceError` for a failed call.
 */
export function defineRoute<P extends Path>(route: NewRoute<P>): Route {
	return {
		...route,
		methods: methodsOf(route.path),
		parameters: parametersOf(route.path),
	} as Route;
}

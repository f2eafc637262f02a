import { type Static, type TSchema, Type } from 'typebox';
import type { Fault } from '../../faults/faults';
import type { SandboxSettings } from '../../faults/settings';
import type { SandboxService } from '../sandboxService';
import type { WorkspaceState } from '../../state/state';

export interface ServiceRequest<Parameters> {
	readonly path: string;
	readonly origin: string;
	readonly parameters: Parameters;
	readonly workspace: WorkspaceState;
	readonly workspaces: readonly WorkspaceState[];
	/** Whether the request has a personal access token instead of an API key. */
	readonly isToken: boolean;
	readonly paging: Pick<SandboxSettings, 'pageBoundary' | 'maxPageSize'>;
	/** A scripted fault that changes what the handler does, not only its answer. */
	readonly fault?: Fault;
}

/** The members of a successful answer; `ok: true` is added to them. */
export type Answer = Record<string, unknown>;

export interface Route {
	readonly path: `/${string}`;
	/** The methods in addition to POST, which every path accepts (docs/service.md#calls-12). */
	readonly methods: readonly Method[];
	readonly parameters: TSchema;
	/**
	 * Accepts a POST with any body or none, because the path has no parameters
	 * (docs/service.md#attempts-9).
	 */
	readonly takesAnyBody?: true;
	/** A request with a personal access token need not name a workspace. */
	readonly takesNoWorkspace?: true;
	/** Returns nothing if the service answers only with `ok`. */
	answer(service: SandboxService, request: ServiceRequest<unknown>): Answer | void;
}

type Method = 'GET' | 'PATCH' | 'PUT' | 'DELETE';

interface NewRoute<Parameters extends Type.TProperties> extends Omit<
	Route,
	'methods' | 'parameters' | 'answer'
> {
	readonly methods?: readonly Method[];
	readonly parameters?: Parameters;
	answer(
		service: SandboxService,
		request: ServiceRequest<Static<Type.TObject<Parameters>>>,
	): Answer | void;
}

/** By the first word of the operation. */
const METHODS: Readonly<Partial<Record<string, Method>>> = {
	get: 'GET',
	list: 'GET',
	add: 'PUT',
	update: 'PATCH',
	remove: 'DELETE',
	delete: 'DELETE',
};

function usualMethods(path: string): readonly Method[] {
	const [, word = ''] = /\/([a-z]+)[^/]*$/.exec(path) ?? [];
	const method = path.includes('/simulate/') ? undefined : METHODS[word];
	return method ? [method] : [];
}

/** Defines one operation of the imitated API. Its `answer` throws `ServiceError` for a failed call. */
export function defineRoute<Parameters extends Type.TProperties>({
	parameters,
	...route
}: NewRoute<Parameters>): Route {
	const methods = usualMethods(route.path);
	return { methods, parameters: Type.Object(parameters ?? {}), ...route } as Route;
}

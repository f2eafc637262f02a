import type { RouteRequestBody, Routes } from '@seamapi/types/connect';
import type { TSchema } from 'typebox';
import openapi from './openapi.json';

/** A JSON Schema as in `openapi.json`, which `npm run wire` writes from the vendor's OpenAPI. */
export interface ParameterSchema {
	readonly type?: string;
	readonly items?: ParameterSchema;
	readonly [keyword: string]: unknown;
}

type Properties = Readonly<Record<string, ParameterSchema>>;

export type Path = keyof Routes;

type NamesIn<T> = T extends unknown ? keyof T : never;

/** The members of all parts of a union. Those that not every part has may be missing. */
type Merged<T> = Pick<T, keyof T> & {
	[Name in Exclude<NamesIn<T>, keyof T>]?: T extends { [Member in Name]?: infer Value }
		? Value
		: never;
};

type BodyOf<P extends Path> = P extends Path ? RouteRequestBody<P> : never;

/** What a request of this path has, in the vendor's types. */
export type Parameters<P extends Path> = Merged<BodyOf<P>>;

const Text: ParameterSchema = { type: 'string' };
const Ids: ParameterSchema = { type: 'array', items: { type: 'string', format: 'uuid' } };

/** Parameters that the sandbox checks differently from the OpenAPI. */
const DIFFERENCES: Readonly<Partial<Record<Path, Readonly<Record<string, ParameterSchema>>>>> = {
	// A guide lets an update replace the places (docs/service.md#grants-1).
	'/access_grants/update': { device_ids: Ids, acs_entrance_ids: Ids, space_ids: Ids },
	// Has pages in the SDK (docs/service.md#lists-3).
	'/access_methods/list': {
		limit: { type: 'integer', minimum: 1 },
		page_cursor: { anyOf: [Text, { type: 'null' }] },
	},
	// The SDK has more event types (docs/service.md#events-3).
	'/events/get': { event_type: Text },
	'/events/list': { event_type: Text, event_types: { type: 'array', items: Text } },
};

const REQUESTS: Readonly<
	Partial<Record<string, { methods: string[]; parameters: { properties: Properties } }>>
> = openapi;

/** The methods of a path in addition to POST, which every path accepts (docs/service.md#calls-12). */
export const methodsOf = (path: Path): readonly string[] => REQUESTS[path]?.methods ?? [];

/** What a request of this path may have. Empty for a new path, until `npm run wire` writes `openapi.json`. */
export function parametersOf(path: Path): TSchema & { readonly properties: Properties } {
	const parameters = REQUESTS[path]?.parameters;
	return { ...parameters, properties: { ...parameters?.properties, ...DIFFERENCES[path] } };
}

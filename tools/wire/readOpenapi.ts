import { join } from 'node:path';

const FILE = join(__dirname, '../../node_modules/@seamapi/types/lib/seam/connect/openapi.js');

export interface Schema {
	readonly anyOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
	readonly allOf?: readonly Schema[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
}

interface Operation {
	readonly requestBody?: {
		readonly content: { readonly 'application/json': { readonly schema: Schema } };
	};
}

/** The operations of each path of the vendor's specification, by their methods in small letters. */
export type Paths = Readonly<Record<string, Readonly<Partial<Record<string, Operation>>>>>;

export async function readPaths(): Promise<Paths> {
	const { default: openapi } = (await import(FILE)) as { default: { paths: Paths } };
	return openapi.paths;
}

export const requestOf = (operation?: Operation): Schema =>
	operation?.requestBody?.content['application/json'].schema ?? {};

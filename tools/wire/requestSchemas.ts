import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { routes } from '../../sandbox/http/routes';
import { readPaths, requestOf, type Schema } from './readOpenapi';
import { toJsonSchema } from './toJsonSchema.mjs';

export const REQUESTS_FILE = join(__dirname, '../../sandbox/schemas/openapi.json');

const TIME = { type: 'string', format: 'date-time' };

/** Parameters for which the specification has any text or number, or something else on each path. */
const BY_NAME: Readonly<Record<string, object>> = {
	limit: { type: 'integer', minimum: 1 },
	since: TIME,
	between: { type: 'array', items: TIME, minItems: 2, maxItems: 2 },
	starts_at: TIME,
	ends_at: TIME,
	// Hundreds of names.
	time_zone: { type: 'string' },
};

/** The methods and the request of each path of the sandbox, as JSON: a path on each line. */
export async function requestSchemas(): Promise<string> {
	const paths = await readPaths();
	const lines = routes
		.map(({ path }) => path)
		.sort()
		.map((path) => {
			const { post, ...others } = paths[path] ?? {};
			const methods = Object.keys(others).map((method) => method.toUpperCase());
			const parameters = { type: 'object', ...merged(toJsonSchema(requestOf(post)) as Schema) };
			return `${JSON.stringify(path)}: ${JSON.stringify({ methods, parameters }, tidy)}`;
		});
	return `{\n${lines.join(',\n')}\n}\n`;
}

/** One object with the members of all parts of a union. Which of them belong together is left to the routes. */
function merged({
	properties: own = {},
	required = [],
	allOf = [],
	anyOf = [],
}: Schema): Required<Pick<Schema, 'properties' | 'required'>> {
	const all = allOf.map(merged);
	const variants = anyOf.map(merged);
	const properties = Object.fromEntries(
		Object.entries(own).filter(([name, one]) => name === 'sync' || isPromised(one)),
	);
	for (const [name, schema] of [...all, ...variants].flatMap((part) =>
		Object.entries(part.properties),
	)) {
		const known = properties[name] ?? schema;
		properties[name] = isDeepStrictEqual(known, schema) ? known : { anyOf: [known, schema] };
	}
	const [first, ...rest] = variants;
	const ofEach = first?.required.filter((name) => rest.every((one) => one.required.includes(name)));
	return {
		properties,
		required: [...required, ...all.flatMap((part) => part.required), ...(ofEach ?? [])],
	};
}

/** Not for what the vendor calls deprecated or undocumented, which the sandbox ignores, except `sync`. */
const isPromised = (schema: Schema): boolean =>
	!('x-deprecated' in schema) &&
	!('x-undocumented' in schema) &&
	(schema.anyOf ?? []).every(isPromised);

function tidy(name: string, value: unknown): unknown {
	if (name.startsWith('x-')) return undefined;
	const known = BY_NAME[name];
	if (!known) return value;
	return JSON.stringify(value).includes('"null"') ? { anyOf: [known, { type: 'null' }] } : known;
}

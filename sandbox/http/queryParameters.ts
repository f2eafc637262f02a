import type { ParameterSchema } from '../schemas/parameters';

/**
 * Reads a query as the service does (docs/service.md#lists-9): an empty value is null;
 * `name.key=value` and `name[]=value` are members of objects and arrays; strings become numbers,
 * booleans and arrays where the schema has these.
 */
export function readQuery(
	query: Record<string, unknown>,
	schemas: Readonly<Record<string, ParameterSchema>>,
): Record<string, unknown> {
	const parameters: Record<string, unknown> = {};
	for (const [rawName, rawValue] of Object.entries(query)) {
		const value = rawValue === '' ? null : rawValue;
		const name = rawName.replace(/\[\]$/, '');
		const [member, key] = name.split('.', 2);
		if (member !== undefined && key !== undefined) {
			parameters[member] = {
				...(parameters[member] as object | undefined),
				// Only metadata are objects: texts and booleans.
				[key]: convert(value, { type: 'boolean' }),
			};
		} else {
			parameters[name] = convert(value, schemas[name] ?? {});
		}
	}
	return parameters;
}

/** Other texts stay as they are: the schema refuses them, or allows text. */
function convert(value: unknown, { type, items = {} }: ParameterSchema): unknown {
	if (value === null) return value;
	if (type === 'array') return [value].flat().map((one) => convert(one, items));
	if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
	const isNumber = type === 'number' || type === 'integer';
	return isNumber && Number.isFinite(Number(value)) ? Number(value) : value;
}

import type { TSchema } from 'typebox';
import Value from 'typebox/value';

/**
 * Reads a query as the service does (docs/service.md#lists-9): an empty value is null;
 * `name.key=value` and `name[]=value` are members of objects and arrays; strings become numbers,
 * booleans and arrays where the schema has these.
 */
export function readQuery(
	query: Record<string, unknown>,
	schema: TSchema,
): Record<string, unknown> {
	const parameters: Record<string, unknown> = {};
	for (const [rawName, rawValue] of Object.entries(query)) {
		const value = rawValue === '' ? null : rawValue;
		const name = rawName.replace(/\[\]$/, '');
		const [member, key] = name.split('.', 2);
		if (member !== undefined && key !== undefined) {
			parameters[member] = {
				...(parameters[member] as object | undefined),
				[key]: readMember(value),
			};
		} else {
			parameters[name] = value;
		}
	}
	return Value.Convert(schema, parameters) as Record<string, unknown>;
}

/** The schema allows text and booleans here, so `true` and `false` count as booleans. */
function readMember(value: unknown): unknown {
	if (value === 'true') return true;
	return value === 'false' ? false : value;
}

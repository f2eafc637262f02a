import { resources } from '../../nodes/DeviceAccess/resources';
import { EVENT_ITEM } from './items';
import { toOutputSchema } from './outputSchema';
import { schemaOfOperation } from './schemaOfOperation';

/** The folder of the files, from the root of the project. */
export const SCHEMA_FOLDER = 'nodes/DeviceAccess/__schema__';

/** The output schema of every operation and of events, as n8n finds them: the text of each file, by its path in the folder. */
export function outputSchemas(): Map<string, string> {
	const schemas = resources.flatMap((resource) =>
		resource.operations.map((operation) => ({
			path: `v1.0.0/${resource.value}/${operation.value}.json`,
			schema: schemaOfOperation(resource.value, operation),
		})),
	);
	const ofEvents = { path: 'v1.0.0.json', schema: { ...toOutputSchema(EVENT_ITEM), version: 1 } };
	return new Map(
		[ofEvents, ...schemas].map(({ path, schema }) => [
			path,
			`${JSON.stringify(schema, null, '\t')}\n`,
		]),
	);
}

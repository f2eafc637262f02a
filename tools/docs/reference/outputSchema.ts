import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The part of an output schema that the reference shows. */
export interface OutputSchema {
	type: string | string[];
	properties?: Record<string, OutputSchema>;
}

const SCHEMAS = resolve(__dirname, '../../../nodes/DeviceAccess/__schema__');

/** The output schema of an operation, or of the events of the triggers. */
export function schemaOf(resource?: string, operation?: string): OutputSchema {
	const file =
		resource === undefined ? 'v1.0.0.json' : join('v1.0.0', resource, `${operation}.json`);
	return JSON.parse(readFileSync(join(SCHEMAS, file), 'utf8')) as OutputSchema;
}

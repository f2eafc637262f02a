import { join } from 'node:path';
import { readPaths, requestOf, type Schema } from './readOpenapi';

export const ENDPOINTS_FILE = join(__dirname, '../../nodes/DeviceAccess/wire/endpoints.d.ts');

/** What the node has no operation for. */
const NOT_OF_THE_NODE = /^\/(bridges|client_sessions|noise_sensors|phones|seam|thermostats)\//;

const membersOf = ({ properties = {}, allOf = [], anyOf = [], oneOf = [] }: Schema): string[] => [
	...Object.keys(properties),
	...[...allOf, ...anyOf, ...oneOf].flatMap(membersOf),
];

/** The types of the vendor's endpoints and of the members that their requests can have. */
export async function endpointTypes(): Promise<string> {
	const rows = Object.entries(await readPaths())
		.filter(
			([path, { post }]) =>
				post !== undefined && !('x-undocumented' in post) && !NOT_OF_THE_NODE.test(path),
		)
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([endpoint, { post }]) => {
			const names = [...new Set(membersOf(requestOf(post)))].sort().map((name) => `'${name}'`);
			return `\t'${endpoint}': ${names.join(' | ') || 'never'};`;
		});
	return `// Written by \`npm run wire\` from the vendor's specification.

/** The members that the request of each endpoint can have. */
export interface RequestMembers {
${rows.join('\n')}
}

export type Endpoint = keyof RequestMembers;

export type RequestBody<E extends Endpoint = Endpoint> = {
	readonly [Name in RequestMembers[E]]?: unknown;
};
`;
}

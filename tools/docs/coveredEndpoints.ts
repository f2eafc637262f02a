import { routes } from '../../sandbox/http/routes';
import { dossierEntries } from '../../test/operations';
import { requestsOf } from '../../test/operations/dossier';
import { readPage } from './page';

/** What the triggers use. */
const TRIGGER_ENDPOINTS = [
	'/webhooks/create',
	'/webhooks/list',
	'/webhooks/delete',
	'/events/list',
];

/** An endpoint of the service, with what of this package uses it. */
export interface CoveredEndpoint {
	readonly path: string;
	/** Such as `device.get`, sorted; `trigger` stands for both triggers. */
	readonly operations: readonly string[];
	readonly isInSandbox: boolean;
	/** Whether docs/coverage.md says why there is no operation. */
	readonly isNotOffered: boolean;
}

/** Every endpoint that an operation, a trigger, the sandbox or docs/coverage.md knows, by path. */
export function coveredEndpoints(): CoveredEndpoint[] {
	const used = new Map<string, Set<string>>();
	const use = (path: string, name: string) =>
		used.set(path, (used.get(path) ?? new Set()).add(name));
	for (const { name, operation, dossier } of dossierEntries) {
		if (operation.endpoint !== undefined) use(operation.endpoint, name);
		for (const one of Object.values(dossier))
			if (typeof one !== 'function')
				for (const [path] of requestsOf(operation, one)) use(path, name);
	}
	for (const path of TRIGGER_ENDPOINTS) use(path, 'trigger');
	const inSandbox = new Set<string>(routes.map(({ path }) => path));
	const rows = readPage('coverage.md').matchAll(/^\| `(.+?)` \|/gm);
	const notOffered = new Set([...rows].map(([, path = '']) => path));
	return [...new Set([...used.keys(), ...inSandbox, ...notOffered])].sort().map((path) => ({
		path,
		operations: [...(used.get(path) ?? [])].sort(),
		isInSandbox: inSandbox.has(path),
		isNotOffered: notOffered.has(path),
	}));
}

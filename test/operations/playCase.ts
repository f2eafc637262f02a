import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { optionsOf } from '../../nodes/DeviceAccess/operation/form/readParameters';
import type { Operation } from '../../nodes/DeviceAccess/operation/types';
import type { Sandbox } from '../../sandbox/createSandbox';
import { EXCHANGES, type Exchange } from '../../sandbox/http/exchanges';
import { kindOf } from '../../tools/kindOf';
import { type Body, type OperationCase, type PreparedCase, requestsOf } from './dossier';
import type { DossierEntry } from './index';

/** Pauses so short that no case waits out the node's own, which last seconds. */
const QUICK_CHECKS = { pollInterval: 0.02, maxPollInterval: 0.05 };

/** A sandbox, and a node that runs against it: in the engine or in a real n8n. */
export interface Service {
	sandbox: Sandbox;
	/** Runs one operation with one input item. Throws if the item fails. */
	run(
		name: DossierEntry['name'],
		parameters: INodeParameters,
		withToken: boolean,
		input?: IDataObject,
	): Promise<Array<{ json: unknown; pairedItem?: unknown }>>;
}

/** Puts the sandbox back to its start, and makes the case in it. */
export async function prepareCase(
	{ sandbox }: Pick<Service, 'sandbox'>,
	entry: OperationCase | PreparedCase,
): Promise<OperationCase> {
	await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' });
	const made = typeof entry === 'function' ? await entry(sandbox) : entry;
	sandbox.requests.clear();
	return made;
}

/** Runs the operation, and returns its items with what went over the wire. */
export async function runCase(
	{ sandbox, run }: Service,
	{ name, operation }: Pick<DossierEntry, 'name' | 'operation'>,
	{ parameters = {}, input, withToken }: OperationCase,
) {
	const exchanges: Exchange[] = [];
	const listen = (exchange: unknown) => void exchanges.push(exchange as Exchange);
	const quick = 'pollInterval' in optionsOf(operation) ? QUICK_CHECKS : {};
	subscribe(EXCHANGES, listen);
	try {
		const options = { ...quick, ...(parameters.options as INodeParameters) };
		const items = await run(name, { ...parameters, options }, withToken === true, input);
		const requests = sandbox.requests.entries.map(
			({ path, body }) => [path, body as Body] as const,
		);
		return { items, requests, answered: answeredRecords(operation, exchanges) };
	} finally {
		unsubscribe(EXCHANGES, listen);
	}
}

/** The records of the answers that the items come from: of all pages of a list, otherwise of the last answer. */
function answeredRecords(operation: Operation, exchanges: readonly Exchange[]): Body[] {
	const kind = kindOf(operation);
	const endpoint = (kind.name === 'one' && kind.readBack?.endpoint) || operation.endpoint;
	const answers = exchanges.filter(({ path }) => path === endpoint).map(({ answer }) => answer);
	return answers.slice(kind.name === 'many' ? 0 : -1).flatMap(recordsOf);
}

/** The record, or the list of records, that an answer has beside `ok` and `pagination`. */
const recordsOf = ({ ok: _ok, pagination: _pagination, ...members }: Body): Body[] =>
	Object.values(members).flat() as Body[];

/** Every request that can change something, and every one to the operation's own endpoint, without a list's page size. */
function decisiveRequests(
	requests: ReadonlyArray<readonly [path: string, body: Body]>,
	paths: readonly string[],
) {
	return requests
		.filter(([path]) => paths.includes(path) || !/\/(get|list)[a-z_]*$/.test(path))
		.map(([path, { limit: _limit, ...body }]) => [path, body] as const);
}

const textOrNull: unknown = {
	asymmetricMatch: (value: unknown) => value === null || typeof value === 'string',
};

/** What the items of an action have besides what the case says. */
const NAMES: Body = { name: textOrNull, device_name: textOrNull };

/** Runs the case, and fails unless exactly its requests go out and its items come out. Returns the items. */
export async function playCase(service: Service, entry: DossierEntry, made: OperationCase) {
	const { items, requests, answered } = await runCase(service, entry, made);
	const sends = requestsOf(entry.operation, made);
	const paths = sends.length === 0 ? [] : sends.map(([path]) => path);
	expect(decisiveRequests(requests, paths)).toEqual(sends);
	const jsons =
		typeof made.items === 'function' ? made.items(answered, sends.at(-1)?.[1] ?? {}) : made.items;
	const isAction = entry.operation.kind.about !== undefined;
	expect(items).toEqual(
		jsons.map((json, index) => ({
			json:
				isAction && !('asymmetricMatch' in (json as Body)) ? { ...NAMES, ...(json as Body) } : json,
			pairedItem: index < jsons.length - (made.further ?? 0) ? { item: 0 } : [],
		})),
	);
	if (isAction)
		for (const { json } of items)
			expect(Object.keys(json as Body).slice(0, 4)).toEqual([
				'outcome',
				'name',
				'device_name',
				'message',
			]);
	return items;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { parse } from 'yaml';
import { DeviceAccessApi } from '../../../credentials/DeviceAccessApi.credentials';
import { DeviceAccess } from '../../../nodes/DeviceAccess/DeviceAccess.node';
import { DeviceAccessPollingTrigger } from '../../../nodes/DeviceAccess/DeviceAccessPollingTrigger.node';
import { DeviceAccessTrigger } from '../../../nodes/DeviceAccess/DeviceAccessTrigger.node';
import { EVENT_TYPES } from '../../../nodes/DeviceAccess/events/eventTypes';
import { resources } from '../../../nodes/DeviceAccess/resources';

export const NAMES_FILE = join(__dirname, 'storedNames.yml');

/** Names with what is in them: the entries of a collection, the rows and fields of a fixed collection, the values of a choice. */
export interface NameTree {
	[name: string]: NameTree | null;
}

/** Left out, because the sandbox has a list of its own, with which `coverage.test.ts` compares them. */
const EVENT_TYPE_VALUES: ReadonlySet<string> = new Set(EVENT_TYPES.map(({ value }) => value));

/** The editor loads them. */
const OUTPUT_FIELD_VALUES = resources.flatMap(({ operations }) =>
	operations.flatMap(({ output }) => Object.keys(output?.selectable ?? {})),
);

export const recordedNames = () => parse(readFileSync(NAMES_FILE, 'utf8')) as NameTree;

/** The names that workflows store today: of the nodes and the credential, the operations, and the fields of all of them. */
export function storedNames(): NameTree {
	const nodes = [new DeviceAccess(), new DeviceAccessTrigger(), new DeviceAccessPollingTrigger()];
	const credential = new DeviceAccessApi();
	return {
		nodes: leaves(nodes.map(({ description: { name, version } }) => `${name} ${String(version)}`)),
		operations: Object.fromEntries(
			resources.map(({ value, operations }) => [
				value,
				leaves(operations.map((operation) => operation.value)),
			]),
		),
		[credential.name]: treeOf(credential.properties),
		fields: nodes
			.map(({ description }) => treeOf(description.properties))
			.reduce((all, tree) => merged(all, tree)),
	};
}

const leaves = (names: readonly string[]): NameTree =>
	Object.fromEntries(names.filter((name) => name !== '').map((name) => [name, null]));

/** Fields of one name in several operations count as one. */
const treeOf = (properties: readonly INodeProperties[]): NameTree =>
	properties
		.filter(({ type }) => type !== 'notice')
		.reduce<NameTree>(
			(tree, property) => merged(tree, { [property.name]: contentOf(property) }),
			{},
		);

function contentOf({ name, type, options = [] }: INodeProperties): NameTree {
	if (name === 'resource' || name === 'operation') return {};
	if (name === 'outputFieldNames') return leaves(OUTPUT_FIELD_VALUES);
	if (type === 'collection') return treeOf(options as INodeProperties[]);
	if (type === 'fixedCollection')
		return Object.fromEntries(
			(options as INodePropertyCollection[]).map((row) => [row.name, treeOf(row.values)]),
		);
	const values = (options as INodePropertyOptions[]).map(({ value }) => String(value));
	return leaves(values.filter((value) => !EVENT_TYPE_VALUES.has(value)));
}

export const merged = (tree: NameTree, other: NameTree): NameTree =>
	Object.fromEntries(
		[...new Set([...Object.keys(tree), ...Object.keys(other)])].map((name) => {
			const names = merged(tree[name] ?? {}, other[name] ?? {});
			return [name, Object.keys(names).length > 0 ? names : null];
		}),
	);

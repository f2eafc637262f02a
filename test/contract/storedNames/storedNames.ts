import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { DeviceAccessApi } from '../../../credentials/DeviceAccessApi.credentials';
import { DeviceAccess } from '../../../nodes/DeviceAccess/DeviceAccess.node';
import { DeviceAccessPollingTrigger } from '../../../nodes/DeviceAccess/DeviceAccessPollingTrigger.node';
import { DeviceAccessTrigger } from '../../../nodes/DeviceAccess/DeviceAccessTrigger.node';
import { EVENT_TYPES } from '../../../nodes/DeviceAccess/events/eventTypes';
import { resources } from '../../../nodes/DeviceAccess/resources';
import { shownFields } from '../../support/shownFields';

/** Left out, because the sandbox has a list of its own, with which `coverage.test.ts` compares them. */
const EVENT_TYPE_VALUES: ReadonlySet<string> = new Set(EVENT_TYPES.map(({ value }) => value));

/** Names with what is in them: the entries of a collection, the rows and fields of a fixed collection, the values of a choice. */
export interface NameTree {
	[name: string]: NameTree;
}

/** The names that workflows store today, by node, credential, trigger, or operation such as `device.get`. Values are URL-encoded. */
export function storedNames(): NameTree {
	const action = new DeviceAccess().description;
	const triggers = [new DeviceAccessTrigger(), new DeviceAccessPollingTrigger()];
	const credential = new DeviceAccessApi();
	const fields = action.properties.filter(({ name }) => !['resource', 'operation'].includes(name));
	const entries: Array<[string, NameTree]> = [
		...[action, ...triggers.map(({ description }) => description)].map(
			({ name, version, credentials = [] }): [string, NameTree] => [
				`node.${name}`,
				leaves([`version-${String(version)}`, ...credentials.map((one) => one.name)]),
			],
		),
		...triggers.map(({ description }): [string, NameTree] => [
			`trigger.${description.name}`,
			treeOf(description.properties),
		]),
		[`credential.${credential.name}`, treeOf(credential.properties)],
		...resources.flatMap(({ value, operations }) =>
			operations.map((operation): [string, NameTree] => [
				`${value}.${operation.value}`,
				treeOf(shownFields(fields, value, operation.value)),
			]),
		),
	];
	return Object.fromEntries(entries);
}

const leaves = (names: readonly string[]): NameTree =>
	Object.fromEntries(
		names.filter((name) => name !== '').map((name) => [encodeURIComponent(name), {}]),
	);

function treeOf(properties: readonly INodeProperties[]): NameTree {
	return Object.fromEntries(
		properties.map(({ name, type, options = [] }) => {
			if (type === 'collection') return [name, treeOf(options as INodeProperties[])];
			if (type === 'fixedCollection')
				return [
					name,
					Object.fromEntries(
						(options as INodePropertyCollection[]).map((row) => [row.name, treeOf(row.values)]),
					),
				];
			const values = (options as INodePropertyOptions[]).map(({ value }) => String(value));
			return [name, leaves(values.filter((value) => !EVENT_TYPE_VALUES.has(value)))];
		}),
	);
}

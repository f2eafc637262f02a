import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { DeviceAccess } from '../../nodes/DeviceAccess/DeviceAccess.node';
import type { OneKind } from '../../nodes/DeviceAccess/operation/kinds/one';
import { contract, namesIn } from '../support/contract/contract';
import { shownFields } from '../support/engine/shownFields';
import { resources } from '../../nodes/DeviceAccess/resources';

const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		name: `${resource.value} ${operation.value}`,
		resource,
		operation,
	})),
);

it('an action that finishes in the background is never declared a read, which would be repeated', () => {
	for (const { name, operation } of operations)
		if ('hasAttempt' in operation.kind) expect([name, operation.effect]).toEqual([name, 'write']);
});

it('every write, and nothing else, that sets what a later item can set otherwise is kept in order', () => {
	/** They set the holder or the connection of one record, although they send only IDs. */
	const SET_WITHOUT_VALUE = [
		'accessCredential assign',
		'device simulate',
		'userIdentity addAccessSystemUser',
	];
	/** The request does not name the record, or not at its top. */
	const ALL_IN_ORDER = ['device reportProviderMetadata', 'workspace update'];
	for (const { name, operation } of operations) {
		const { endpoint = '', effect, inOrderOf, kind } = operation;
		const { isRepeatable = kind.isRepeatable === true } = operation;
		const { [endpoint]: schema = {} } = contract().requests;
		const names = Object.keys(namesIn(schema));
		const hasValue = names.some((one) => !/_(id|key)s?$/.test(one) && one !== 'sync');
		// A second conversion of one record fails if it asks for something else.
		const { says } = kind as OneKind;
		const isOnce = (says?.already ?? says?.isDeletion) !== undefined;
		const isOfRecords = kind.name === 'one' && effect === 'write' && isRepeatable;
		const sets = isOfRecords && !isOnce && (hasValue || SET_WITHOUT_VALUE.includes(name));
		expect([name, inOrderOf !== undefined]).toEqual([name, sets]);
		expect(names).toEqual(expect.arrayContaining([...(inOrderOf ?? [])]));
		if (inOrderOf)
			expect([name, inOrderOf.length === 0]).toEqual([name, ALL_IN_ORDER.includes(name)]);
	}
});

it('what is shown for an operation has every name once, and depends only on its own fields', () => {
	const properties = new DeviceAccess().description.properties.filter(
		({ name }) => name !== 'resource' && name !== 'operation',
	);
	const valuesOf = ({ type, options = [] }: Partial<INodeProperties> = {}) =>
		type === 'boolean'
			? [true, false]
			: (options as INodePropertyOptions[]).map(({ value }) => value);
	for (const { name, resource, operation } of operations) {
		const shown = shownFields(properties, resource.value, operation.value);
		expect([name, new Set(shown.map((one) => one.name)).size]).toEqual([name, shown.length]);
		const impossible = shown.flatMap(({ name: field, displayOptions: { show = {} } = {} }) =>
			Object.entries(show).flatMap(([other, values = []]) => {
				const possible: unknown[] = valuesOf(shown.find((one) => one.name === other));
				return values.every((value) => possible.includes(value)) ? [] : [`${field}: ${other}`];
			}),
		);
		expect([name, impossible]).toEqual([name, []]);
	}
});

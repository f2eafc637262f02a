import type { INodeProperties } from 'n8n-workflow';
import { defineOperation } from '../../../../nodes/DeviceAccess/operation/defineOperation';
import { many } from '../../../../nodes/DeviceAccess/operation/kinds/many';
import { one } from '../../../../nodes/DeviceAccess/operation/kinds/one';
import type {
	Field,
	Fields,
	NestedField,
	Resource,
} from '../../../../nodes/DeviceAccess/operation/types';
import {
	toNodeProperties,
	toProperty,
	toTriggerProperties,
} from '../../../../nodes/DeviceAccess/operation/form/toNodeProperties';
import { fieldsOf, optionsOf } from '../../../../nodes/DeviceAccess/operation/form/readParameters';
import { resources } from '../../../../nodes/DeviceAccess/resources';
import {
	TRIGGER_FIELDS,
	TRIGGER_OPTIONS,
} from '../../../../nodes/DeviceAccess/trigger/triggerFields';

const text: Field = { displayName: 'Text', type: 'string', default: '' };
const options: Field = { displayName: 'Options', type: 'collection', default: {} };

const read = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get door',
	description: 'Get one door',
	endpoint: '/devices/get',
	effect: 'read',
	kind: one('door'),
	fields: { doorId: { displayName: 'Door', type: 'string', default: '' } },
	query: ({ doorId }) => ({ door_id: doorId }),
});
const list = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many doors',
	description: 'Retrieve a list of doors',
	endpoint: '/devices/list',
	effect: 'read',
	kind: many('doors'),
	fields: { kind: { displayName: 'Kind', type: 'string', default: '' } },
	options: {
		zone: { displayName: 'Zone', type: 'string', default: '' },
		area: { displayName: 'Area', type: 'string', default: '' },
	},
	query: ({ kind }) => ({ kind }),
});
const doors: Resource = {
	value: 'door',
	name: 'Door',
	description: 'What people go through',
	operations: [read, list],
};
const alarms: Resource = {
	value: 'alarm',
	name: 'Alarm',
	description: 'What rings',
	operations: [{ ...read, action: 'Get alarm' }],
};

describe('toProperty', () => {
	it('shows a field for the values of others, booleans as booleans', () => {
		const field: Field = { ...text, showWhen: { returnAll: ['false'], kind: ['front', 'back'] } };
		expect(toProperty('limit', field)).toEqual({
			...text,
			name: 'limit',
			displayOptions: { show: { returnAll: [false], kind: ['front', 'back'] } },
		});
	});

	it('gives a field its name, and no displayOptions if it is always shown', () => {
		expect(toProperty('doorId', text)).toStrictEqual({ ...text, name: 'doorId' });
	});

	it('writes the conditions of the fields in a collection, in a row and in a collection of a row', () => {
		const link: NestedField = {
			...text,
			name: 'link',
			showWhen: { kind: ['mobile'], isShared: ['true'] },
		};
		const inner: NestedField = {
			displayName: 'More',
			name: 'more',
			type: 'collection',
			default: {},
			options: [link],
		};
		const rows: Field = {
			displayName: 'Doors',
			type: 'fixedCollection',
			default: {},
			showWhen: { person: ['new'] },
			options: [
				{ displayName: 'Door', name: 'door', values: [{ ...text, name: 'kind' }, link, inner] },
			],
		};
		const shownLink = {
			...text,
			name: 'link',
			displayOptions: { show: { kind: ['mobile'], isShared: [true] } },
		};
		const shownInner = { ...inner, options: [shownLink] };
		expect(toProperty('more', inner)).toStrictEqual(shownInner);
		expect(toProperty('doors', rows)).toStrictEqual({
			displayName: 'Doors',
			type: 'fixedCollection',
			default: {},
			name: 'doors',
			displayOptions: { show: { person: ['new'] } },
			options: [
				{
					displayName: 'Door',
					name: 'door',
					values: [{ ...text, name: 'kind' }, shownLink, shownInner],
				},
			],
		});
	});

	it('returns a copy, so that no node changes a field of another', () => {
		const field: Field = {
			displayName: 'Kind',
			type: 'options',
			default: 'a',
			options: [{ name: 'A', value: 'a' }],
		};
		expect(toProperty('kind', field).options).not.toBe(field.options);
	});
});

describe('the fields of the registry and of the triggers', () => {
	const tables: Array<[string, Fields]> = [
		...resources.flatMap(({ value, operations }) =>
			operations.map((operation): [string, Fields] => [
				`${value} ${operation.value}`,
				{
					...fieldsOf(operation),
					options: {
						...options,
						options: Object.entries(optionsOf(operation)).map(([name, field]) => ({
							...field,
							name,
						})),
					},
				},
			]),
		),
		['the triggers', { ...TRIGGER_FIELDS, ...TRIGGER_OPTIONS }],
	];

	it.each(tables)('of %s leave displayOptions to this file', (_name, fields) => {
		expect(JSON.stringify(fields)).not.toContain('displayOptions');
	});

	it.each(tables)(
		'of %s depend, if they are nested, only on fields beside them',
		(_name, fields) => {
			for (const { entry, beside } of Object.values(fields).flatMap(nestedFields)) {
				for (const [other, values] of Object.entries(entry.showWhen ?? {})) {
					const choices = (beside.find(({ name }) => name === other)?.options ?? []).map((option) =>
						String('value' in option ? option.value : ''),
					);
					expect([entry.name, other, choices]).toEqual([
						entry.name,
						other,
						expect.arrayContaining([...values]),
					]);
				}
			}
		},
	);
});

function nestedFields({
	options: entries = [],
}: Field): Array<{ entry: NestedField; beside: readonly NestedField[] }> {
	const groups = [
		entries.filter((entry) => 'type' in entry),
		...entries.flatMap((entry) => ('values' in entry ? [entry.values] : [])),
	];
	return groups.flatMap((beside) =>
		beside.flatMap((entry) => [{ entry, beside }, ...nestedFields(entry)]),
	);
}

describe('toNodeProperties', () => {
	const [resource, ofDoors, ofAlarms, ...fields] = toNodeProperties([doors, alarms], alarms);

	it('lists the resources in the order of the registry, and starts with the given one', () => {
		expect(resource).toEqual({
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'Door', value: 'door', description: 'What people go through' },
				{ name: 'Alarm', value: 'alarm', description: 'What rings' },
			],
			default: 'alarm',
		});
	});

	it('lists the operations of each resource in the order of the registry', () => {
		expect(ofDoors).toEqual({
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: ['door'] } },
			options: [
				{ name: 'Get', value: 'get', action: 'Get door', description: 'Get one door' },
				{
					name: 'Get Many',
					value: 'getAll',
					action: 'Get many doors',
					description: 'Retrieve a list of doors',
				},
			],
			default: 'get',
		});
		expect(ofAlarms?.displayOptions).toEqual({ show: { resource: ['alarm'] } });
	});

	it('shows each field for its own operations, once for all that share it, and Options last, with the entries of all', () => {
		const place = ({ name, displayOptions }: INodeProperties) => [
			name,
			...Object.values(displayOptions?.show ?? {}),
		];
		expect(fields.map(place)).toEqual([
			['doorId', ['door', 'alarm'], ['get']],
			['kind', ['door'], ['getAll']],
			['returnAll', ['door'], ['getAll']],
			['limit', ['door'], ['getAll'], [false]],
			['options', ['door', 'alarm'], ['get', 'getAll']],
		]);
		const entries = ((fields.at(-1)?.options ?? []) as INodeProperties[]).map(place);
		expect(entries).toEqual(expect.arrayContaining([['area', ['getAll']], ['maxRetries']]));
	});
});

describe('toTriggerProperties', () => {
	it('returns the fields and one collection of options, which are always shown', () => {
		expect(toTriggerProperties({ kind: text }, { zone: text })).toEqual([
			{ ...text, name: 'kind' },
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				options: [{ ...text, name: 'zone' }],
			},
		]);
	});
});

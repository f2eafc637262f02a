import type { Field, Fields, NestedField } from '../../../../nodes/DeviceAccess/operation/types';
import { toProperty } from '../../../../nodes/DeviceAccess/operation/form/toNodeProperties';
import { fieldsOf, optionsOf } from '../../../../nodes/DeviceAccess/operation/form/readParameters';
import { resources } from '../../../../nodes/DeviceAccess/resources';
import {
	TRIGGER_FIELDS,
	TRIGGER_OPTIONS,
} from '../../../../nodes/DeviceAccess/trigger/triggerFields';

const text: Field = { displayName: 'Text', type: 'string', default: '' };
const options: Field = { displayName: 'Options', type: 'collection', default: {} };

describe('toProperty', () => {
	it('shows a field for the values of others, booleans as booleans', () => {
		const field: Field = { ...text, showWhen: { returnAll: ['false'], kind: ['front', 'back'] } };
		expect(toProperty('limit', field)).toEqual({
			...text,
			name: 'limit',
			displayOptions: { show: { returnAll: [false], kind: ['front', 'back'] } },
		});
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

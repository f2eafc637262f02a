import type { IDataObject, INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import type { Field, FieldRow, NestedField } from '../../nodes/DeviceAccess/operation/types';
import {
	fieldsOf,
	optionsField,
	optionsOf,
} from '../../nodes/DeviceAccess/operation/form/operationFields';
import { resources } from '../../nodes/DeviceAccess/resources';
import {
	byId,
	type HotelSandbox,
	type OperationName,
	startHotelSandbox,
} from '../support/hotelSandbox';

/** A field with an expression, in the parameters of an operation that has it. */
interface FieldCase {
	label: string;
	operation: OperationName;
	field: Field;
	withValue: (expression: string) => INodeParameters;
}

let service: HotelSandbox;
beforeAll(async () => {
	service = await startHotelSandbox();
});
afterAll(async () => await service.stop());

/** The values of the fields beside this one that show it. */
const shownBy = ({ showWhen = {} }: Field): INodeParameters =>
	Object.fromEntries(
		Object.entries(showWhen).map(([name, [value = '']]) => [
			name,
			value === 'true' || value === 'false' ? value === 'true' : value,
		]),
	);

const entriesOf = ({ type, options = [] }: Field) =>
	type === 'collection' ? options.filter((option): option is NestedField => 'type' in option) : [];

const rowsOf = ({ options = [] }: Field) =>
	options.filter((option): option is FieldRow => 'values' in option);

const ID = '6a3f1c52-0f5e-4d0a-9a53-2f8f6f0e7b11';

/** A value that n8n accepts for a required field. */
function filled(field: Field): NodeParameterValueType {
	if (field.type === 'resourceLocator') return byId(ID);
	if (field.type === 'multiOptions') return [ID];
	if (field.type === 'fixedCollection')
		return Object.fromEntries(
			rowsOf(field).map(({ name, values }) => [
				name,
				[Object.fromEntries(values.map((value) => [value.name, filled(value)]))],
			]),
		);
	return field.type === 'dateTime' ? '2031-01-31T15:00:00' : ID;
}

/** Every field of the action node that `isOurs` accepts, at the top, in collections and in rows. Equal fields of several operations count once. */
function casesOf(isOurs: (field: Field) => boolean): FieldCase[] {
	const cases = new Map<string, FieldCase>();
	for (const resource of resources) {
		for (const operation of resource.operations) {
			const name: OperationName = `${resource.value}.${operation.value}`;
			const fields = { ...fieldsOf(operation), options: optionsField(optionsOf(operation)) };
			const required = Object.fromEntries(
				Object.entries(fields)
					.filter(([, field]) => field.required)
					.map(([place, field]) => [place, filled(field)]),
			);
			for (const [place, field] of Object.entries(fields)) {
				const add = (
					path: string,
					found: Field,
					toValue: (expression: string) => NodeParameterValueType,
				) => {
					const key = JSON.stringify([path, found]);
					if (!isOurs(found) || cases.has(key)) return;
					const withValue = (expression: string) => ({
						...required,
						...shownBy(field),
						[place]: toValue(expression),
					});
					cases.set(key, { label: `${name} ${path}`, operation: name, field: found, withValue });
				};
				add(place, field, (expression) => expression);
				for (const entry of entriesOf(field))
					add(`${place}.${entry.name}`, entry, (expression) => ({
						...shownBy(entry),
						[entry.name]: expression,
					}));
				for (const row of rowsOf(field)) {
					for (const entry of row.values)
						add(`${place}.${row.name}.${entry.name}`, entry, (expression) => ({
							[row.name]: [{ ...shownBy(entry), [entry.name]: expression }],
						}));
				}
			}
		}
	}
	return [...cases.values()];
}

/** The errors of an operation that gets each of these values, in JavaScript, from an expression, and the requests sent. */
async function runWith(values: readonly string[], { operation, withValue }: FieldCase) {
	const sentBefore = service.paths().length;
	const { items } = await service.run(
		operation,
		withValue(`={{ [${values.join(', ')}][$json.index] }}`),
		{ input: values.map((_, index) => ({ index })), onError: 'continueRegularOutput' },
	);
	return {
		errors: items.map(({ json }) => (json as IDataObject).error),
		sent: service.paths().slice(sentBefore),
	};
}

const NOTHING = ['undefined', 'null', "''", "'  '"];

/** For each value, the error that names the field, and says whether it is empty or something else than it `must` be. */
const errorsOf = ({ field: { displayName } }: FieldCase, values: string[], must: string) =>
	values.map((value) => `'${displayName}' ${NOTHING.includes(value) ? 'is empty' : must}`);

/** Operations that compare an item with what is there read the list first, for all items. */
const withoutLists = (paths: readonly string[]) => paths.filter((path) => !path.endsWith('/list'));

describe('a switch whose expression gives something else fails the item', () => {
	const switches = casesOf(({ type }) => type === 'boolean');

	it.each(switches)('$label', async (fieldCase) => {
		const values = [...NOTHING, "'maybe'", '7', '[]'];
		const { errors, sent } = await runWith(values, fieldCase);
		expect({ errors, sent: withoutLists(sent) }).toEqual({
			errors: errorsOf(fieldCase, values, 'must be true or false'),
			sent: [],
		});
	});
});

describe('a number whose expression gives something else fails the item', () => {
	const numbers = casesOf(({ type }) => type === 'number');

	it.each(numbers)('$label', async (fieldCase) => {
		const values = [...NOTHING, 'NaN', 'Infinity', 'true', 'false', "'many'", '[7]'];
		const { errors, sent } = await runWith(values, fieldCase);
		expect({ errors, sent: withoutLists(sent) }).toEqual({
			errors: errorsOf(fieldCase, values, 'must be a number'),
			sent: [],
		});
	});
});

import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import type { Field, FieldRow, NestedField } from '../../nodes/DeviceAccess/operation/types';
import {
	fieldsOf,
	optionsField,
	optionsOf,
} from '../../nodes/DeviceAccess/operation/form/readParameters';
import { resources } from '../../nodes/DeviceAccess/resources';
import {
	byId,
	type HotelSandbox,
	type OperationName,
	startHotelSandbox,
} from '../support/service/hotelSandbox';

interface FieldCase {
	label: string;
	operation: OperationName;
	field: Field;
	withValue: (value: NodeParameterValueType) => INodeParameters;
}

let service: HotelSandbox;
beforeAll(async () => {
	service = await startHotelSandbox();
});
afterAll(async () => await service.stop());

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

function casesOf(isOurs: (field: Field, path: string) => boolean): FieldCase[] {
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
					toValue: (value: NodeParameterValueType) => NodeParameterValueType,
				) => {
					const key = JSON.stringify([path, found]);
					if (!isOurs(found, path) || cases.has(key)) return;
					const withValue: FieldCase['withValue'] = (value) => ({
						...required,
						...shownBy(field),
						[place]: toValue(value),
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

const toExpression = (values: readonly string[]) => `={{ [${values.join(', ')}][$json.index] }}`;

async function run(operation: OperationName, parameters: INodeParameters, itemCount: number) {
	const sentBefore = service.paths().length;
	const { items } = await service.run(operation, parameters, {
		input: Array.from({ length: itemCount }, (_, index) => ({ index })),
		onError: 'continueRegularOutput',
	});
	return { items: items.map(({ json }) => json), sent: service.paths().slice(sentBefore) };
}

const NOTHING = ['undefined', 'null', "''", "'  '"];

/** Under Options, only these narrow a list. */
const isFilter = (path: string) =>
	/^filters\.|^options\.(?:customerKey|search|userIdentifierKey)$/.test(path);

async function refusalsOf({ operation, withValue }: FieldCase, values: readonly string[]) {
	const { items, sent } = await run(operation, withValue(toExpression(values)), values.length);
	return {
		// Other fields of the case can be wrong too.
		errors: items.map(({ error }) => String(error).split(". '")[0]),
		sent: sent.filter((path) => !path.endsWith('/list')),
	};
}

const expectedFor = ({ field }: FieldCase, values: readonly string[], must: string) => ({
	errors: values.map(
		(value) => `'${field.displayName}' ${NOTHING.includes(value) ? 'is empty' : must}`,
	),
	sent: [],
});

describe('a switch whose expression gives something else fails the item', () => {
	it.each(casesOf(({ type }, path) => type === 'boolean' && !isFilter(path)))(
		'$label',
		async (fieldCase) => {
			const values = [...NOTHING, "'maybe'", '7', '[]'];
			expect(await refusalsOf(fieldCase, values)).toEqual(
				expectedFor(fieldCase, values, 'must be true or false'),
			);
		},
	);
});

describe('a number whose expression gives something else fails the item', () => {
	it.each(casesOf(({ type }) => type === 'number'))('$label', async (fieldCase) => {
		const values = [...NOTHING, 'NaN', 'Infinity', 'true', 'false', "'many'", '[7]'];
		expect(await refusalsOf(fieldCase, values)).toEqual(
			expectedFor(fieldCase, values, 'must be a number'),
		);
	});
});

describe('a date that can be misread fails the item', () => {
	// The reservation operations read the others in the time zone of the room.
	it.each(casesOf(({ type, keepsLocalTime }) => type === 'dateTime' && !keepsLocalTime))(
		'$label',
		async (fieldCase) => {
			const values = ["'03/04/2030'"];
			expect(await refusalsOf(fieldCase, values)).toEqual(
				expectedFor(fieldCase, values, 'is not a date in the form 2030-01-31T15:00'),
			);
		},
	);
});

describe('a filter without a value fails the item, instead of listing all', () => {
	it.each(casesOf((_, path) => isFilter(path)))(
		'$label',
		async ({ operation, field, withValue }) => {
			const { type, displayName, default: preset } = field;
			const failed = expect.objectContaining({ error: `'${displayName}' is empty` }) as unknown;
			const isList = type === 'multiOptions' || displayName.endsWith('IDs');
			const values = [...NOTHING, '[]', "['']", ...(isList ? ["', '"] : [])];
			const expression = toExpression(values);
			expect(await run(operation, withValue(expression), values.length)).toEqual({
				items: values.map(() => failed),
				sent: [],
			});
			const inLocator = withValue(byId(expression));
			if (type === 'resourceLocator')
				expect(await run(operation, inLocator, values.length)).toEqual({
					items: values.map(() => failed),
					sent: [],
				});
			// What the editor adds. Switches, numbers and makers begin with a choice.
			if (preset !== true && typeof preset !== 'number' && preset !== 'august')
				expect(await run(operation, withValue(preset), 1)).toEqual({ items: [failed], sent: [] });
		},
	);
});

describe('a number that is not exact fails the item if the field takes text', () => {
	// A contact, however broken, must not keep a door closed.
	const takesText = ({ type, takesAnything }: Field) =>
		(type === 'string' && !takesAnything) || type === 'resourceLocator';

	it.each(casesOf(takesText))('$label', async (fieldCase) => {
		const values = ['NaN', '-Infinity', '2 ** 53', '[2 ** 53]'];
		expect(await refusalsOf(fieldCase, values)).toEqual(
			expectedFor(fieldCase, values, 'must be text'),
		);
	});
});

/** Texts that an operation needs, although the editor does not mark them as required. */
const NEEDED = [
	'reservation.upsert options.keyPrefix',
	'reservation.readBooking options.keyPrefix',
	'reservation.getAll options.keyPrefix',
	'device.getWhoCanOpen options.keyPrefix',
	'accessCode.update updateFields.code',
	'accessCode.update updateFields.name',
	'accessCredential.update updateFields.code',
	'accessGrant.create newUserIdentity.userIdentityKey',
	'accessGrant.create additionalFields.spaceKeys',
	'accessGrant.update updateFields.name',
	'accessSystemUser.update updateFields.emailAddress',
	'accessSystemUser.update updateFields.fullName',
	'accessSystemUser.update updateFields.phoneNumber',
	'userIdentity.create additionalFields.userIdentityKey',
	'device.simulate code',
	'customer.pushData records.people.name',
	'customer.pushData records.places.name',
	'customer.pushData records.stays.key',
];

describe('a text that the operation needs fails the item if it is empty', () => {
	const cases = casesOf(
		({ type, required }, path) => type === 'string' && !required && !isFilter(path),
	);

	it.each(cases.filter(({ label }) => NEEDED.includes(label)))('$label', async (fieldCase) => {
		const { errors, sent } = await refusalsOf(fieldCase, ["''", "'  '", 'null']);
		expect({ errors, sent }).toEqual({
			errors: errors.map(
				() => expect.stringContaining(`'${fieldCase.field.displayName}'`) as unknown,
			),
			sent: [],
		});
	});
});

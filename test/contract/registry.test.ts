import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { DeviceAccess } from '../../nodes/DeviceAccess/DeviceAccess.node';
import { DeviceAccessPollingTrigger } from '../../nodes/DeviceAccess/DeviceAccessPollingTrigger.node';
import { DeviceAccessTrigger } from '../../nodes/DeviceAccess/DeviceAccessTrigger.node';
import type {
	Field,
	Fields,
	ItemValues,
	Operation,
} from '../../nodes/DeviceAccess/operation/types';
import type { OneKind } from '../../nodes/DeviceAccess/operation/kinds/one';
import { fieldsOf, optionsOf } from '../../nodes/DeviceAccess/operation/form/readParameters';
import { bodyOf } from '../../nodes/DeviceAccess/operation/form/requestOf';
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
const byName = operations.map(({ name, operation }): [string, Operation] => [name, operation]);

const node = new DeviceAccess();
const properties = node.description.properties;

const find = (from: INodeProperties[], name: string) =>
	from.find((property) => property.name === name);
const optionValues = (property: INodeProperties | undefined) =>
	(property?.options ?? []).map((option) => String((option as INodePropertyOptions).value));

const shownFor = (property: INodeProperties): Record<string, string[]> =>
	Object.fromEntries(
		Object.entries(property.displayOptions?.show ?? {}).map(([name, values]) => [
			name,
			(values ?? []).map(String),
		]),
	);

/** Resource and Operation, which all operations share, are left out. */
const propertiesOf = (resource: string, operation: string) =>
	shownFields(
		properties.filter(({ name }) => name !== 'resource' && name !== 'operation'),
		resource,
		operation,
	);

it('both triggers have the same choices of events and the same options, so that one can replace the other', () => {
	const [instant, polling] = [new DeviceAccessTrigger(), new DeviceAccessPollingTrigger()].map(
		({ description }) => description.properties,
	);
	for (const name of ['triggerOn', 'moreEvents', 'options'])
		expect(find(polling ?? [], name)).toEqual(find(instant ?? [], name));
});

const KINDS = ['one', 'many', 'records', 'desiredState', 'fromInput', 'fromAllInput'];

describe('the registry', () => {
	it('has every resource value and every operation value of a resource once', () => {
		expect(new Set(resources.map(({ value }) => value)).size).toBe(resources.length);
		expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
	});

	it.each(byName)('describes %s completely', (_name, operation) => {
		expect(operation.value).toMatch(/^[a-z][A-Za-z]*$/);
		expect(operation.name).toMatch(/^[A-Z][a-z]*( ([A-Z][a-z]*|PIN|to|of|or|in|for))*$/);
		expect(operation.description).not.toBe(operation.action);
		expect(operation.description.length).toBeGreaterThan(operation.name.length);
		if (operation.kind.name.startsWith('from')) expect(operation.endpoint).toBeUndefined();
		else expect(operation.endpoint).toMatch(/^(\/[a-z_]+)+$/);
		expect(['read', 'write']).toContain(operation.effect);
		expect(KINDS).toContain(operation.kind.name);
	});

	it.each(byName)(
		'words the action of %s in sentence case and without articles',
		(_name, { action }) => {
			expect(action).toMatch(/^[A-Z][a-z]*( ([a-z]+('s)?|PIN))+$/);
			expect(action).not.toMatch(/\b(a|an|the)\b/i);
		},
	);

	it("names a list as n8n does: 'Get Many', getAll", () => {
		for (const { operation } of operations) {
			// A list that belongs to one record, such as the users of a group, is named after what it lists: things
			// in the plural, what happened (the history), or whom (who can open).
			expect([operation.name, operation.kind.name === 'many']).toEqual([
				operation.name,
				/^get(All|History|WhoCanOpen|[A-Z][a-z]+s)$/.test(operation.value),
			]);
			expect([operation.value, operation.name === 'Get Many']).toEqual([
				operation.value,
				operation.value === 'getAll',
			]);
			if (operation.kind.name === 'many')
				expect(operation.description).toMatch(/^Retrieve a list of /);
		}
	});

	it('never declares an action that finishes in the background a read, which would be repeated', () => {
		for (const { operation } of operations) {
			if ('hasAttempt' in operation.kind)
				expect([operation.value, operation.effect]).toEqual([operation.value, 'write']);
		}
	});

	it('keeps in order every write, and nothing else, that sets what a later item can set otherwise', () => {
		/** They set the holder or the connection of one record, although they send only IDs. */
		const SET_WITHOUT_VALUE = [
			'accessCredential assign',
			'device simulate',
			'userIdentity addAccessSystemUser',
		];
		/** The request does not name the record, or not at its top. */
		const ALL_IN_ORDER = ['device reportProviderMetadata', 'workspace update'];
		for (const [name, operation] of byName) {
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

	it.each(byName)(
		'names the body of %s as on the wire, and leaves paging to the page loop',
		(_name, operation) => {
			const names = Object.keys(bodyOf(operation, sampleValues(operation)));
			for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
			expect(names).not.toEqual(
				expect.arrayContaining([expect.stringMatching(/^(limit|page_cursor)$/)]),
			);
		},
	);

	it.each(
		operations
			.filter(({ operation }) => operation.output)
			.map(({ name, operation }): [string, Operation] => [name, operation]),
	)(
		'simplifies a record of %s to at most ten flat fields including the ID, however few fields the record has',
		(_name, { output }) => {
			const simplified = output?.simplify({ [output.idField]: 'id-1' }) ?? {};
			expect(Object.keys(simplified).length).toBeLessThanOrEqual(10);
			expect(simplified[output?.idField ?? '']).toBe('id-1');
			const labels = Object.values(output?.selectable ?? {}).map(({ label }) => label);
			expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
		},
	);
});

describe('a date', () => {
	const places = operations.flatMap(({ name, operation }) =>
		datePaths(Object.entries(fieldsOf(operation))).map(
			(path): [string, string, Operation, string[]] => [name, path.join(' > '), operation, path],
		),
	);

	it('is requested by some operations', () => {
		expect(places.length).toBeGreaterThan(0);
	});

	it.each(places)(
		'of %s under %s is refused if its format can be misread',
		(_name, _field, operation, path) => {
			const values = sampleValues(operation);
			const holder = path
				.slice(0, -1)
				.reduce<IDataObject>((inner, key) => inner[key] as IDataObject, values);
			holder[path.at(-1) ?? ''] = '03/04/2030';
			expect(() => bodyOf(operation, values)).toThrow(
				/^'[A-Z][A-Za-z ]+' is not a date in the form 2030-01-31T15:00$/,
			);
		},
	);
});

function datePaths(
	fields: Array<[string, Pick<Field, 'type' | 'options' | 'keepsLocalTime'>]>,
): string[][] {
	return fields.flatMap(([name, { type, keepsLocalTime, options = [] }]) => {
		// The reservation operations read these dates in the room's time zone.
		if (type === 'dateTime') return keepsLocalTime ? [] : [[name]];
		const inner = type === 'collection' ? (options as INodeProperties[]) : [];
		return datePaths(
			inner.map((field) => [field.name, field as Pick<Field, 'type' | 'options'>]),
		).map((path) => [name, ...path]);
	});
}

function sampleValues(operation: Operation): ItemValues {
	const sampleAll = (fields: Fields): IDataObject =>
		Object.fromEntries(
			Object.entries(fields).map(([name, field]) => [name, sampleValue(name, field)]),
		);
	return { ...sampleAll(fieldsOf(operation)), options: sampleAll(optionsOf(operation)) };
}

/** Values that need a special format, by the names of their fields; any other text gets an ID. */
const SAMPLES: IDataObject = {
	field: 'region',
	hiddenSections: ['connect'],
	providerCategory: '',
	checkInTime: '15:00',
	checkOutTime: '11:00',
	timeZone: 'Europe/Lisbon',
	keyPrefix: 'house-2:',
	hasNoEnd: false,
	hasNoTimes: false,
	code: '1001',
	endsAt: '2030-02-01T11:00:00Z',
	isOfflineAccessCode: false,
	type: 'time_bound',
	phoneNumber: '+15550100000',
	until: '2030-02-01T11:00:00Z',
};

function sampleValue(
	name: string,
	field: Pick<Field, 'type' | 'options' | 'default'>,
): IDataObject[string] {
	const id = 'de51ce00-0000-4000-8000-000000000001';
	if (name in SAMPLES) return SAMPLES[name];
	if (field.type === 'boolean') return true;
	if (field.type === 'number') return field.default === 0 ? 1 : (field.default as number);
	if (field.type === 'dateTime') return '2030-01-31T15:00:00Z';
	if (field.type === 'options' && field.default !== '') return field.default as string;
	if (field.type === 'multiOptions') return [id];
	const sampleAll = (entries: INodeProperties[]) =>
		Object.fromEntries(entries.map((entry) => [entry.name, sampleValue(entry.name, entry)]));
	if (field.type === 'collection') return sampleAll((field.options ?? []) as INodeProperties[]);
	if (field.type !== 'fixedCollection') return id;
	const rows = (field.options ?? []) as INodePropertyCollection[];
	return Object.fromEntries(rows.map((row) => [row.name, [sampleAll(row.values)]]));
}

describe('what is shown', () => {
	it.each(
		operations.map(({ name, resource, operation }): [string, string, string] => [
			name,
			resource.value,
			operation.value,
		]),
	)(
		'for %s has every name once, and depends only on fields of the same operation',
		(_name, resource, operation) => {
			const shown = propertiesOf(resource, operation);
			const names = shown.map((property) => property.name);
			expect(new Set(names).size).toBe(names.length);
			for (const property of shown) {
				for (const [other, values] of Object.entries(shownFor(property))) {
					const decisive = find(shown, other);
					const possible =
						decisive?.type === 'boolean' ? ['true', 'false'] : optionValues(decisive);
					expect([property.name, other, possible]).toEqual([
						property.name,
						other,
						expect.arrayContaining(values),
					]);
				}
			}
		},
	);

	it('lets no expression decide the resource or the operation', () => {
		for (const property of properties) {
			expect([property.name, property.noDataExpression === true]).toEqual([
				property.name,
				['resource', 'operation'].includes(property.name),
			]);
		}
	});
});

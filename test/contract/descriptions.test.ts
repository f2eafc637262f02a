import type {
	ICredentialType,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyModeValidation,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { DeviceAccessApi } from '../../credentials/DeviceAccessApi.credentials';
import { DeviceAccess } from '../../nodes/DeviceAccess/DeviceAccess.node';
import { DeviceAccessPollingTrigger } from '../../nodes/DeviceAccess/DeviceAccessPollingTrigger.node';
import { DeviceAccessTrigger } from '../../nodes/DeviceAccess/DeviceAccessTrigger.node';
import { resources } from '../../nodes/DeviceAccess/resources';
import { type OutputSchema, schemaOf } from '../support/engine/outputSchemas';

const action: INodeType = new DeviceAccess();
const triggers: INodeType[] = [new DeviceAccessTrigger(), new DeviceAccessPollingTrigger()];
const nodes: INodeType[] = [action, ...triggers];
const credential: ICredentialType = new DeviceAccessApi();

interface Place {
	where: string;
	field: INodeProperties;
}

function innerFields({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	return type === 'fixedCollection'
		? (options as INodePropertyCollection[]).flatMap(({ values }) => values)
		: [];
}

function listFields(properties: INodeProperties[], where: string): Place[] {
	return properties.flatMap((field) => {
		const show = Object.values(field.displayOptions?.show ?? {})
			.flat()
			.join(' ');
		const place = [where, show, field.name].filter((part) => part !== '').join(' ');
		return [{ where: place, field }, ...listFields(innerFields(field), place)];
	});
}

const places = [
	...nodes.flatMap(({ description }) => listFields(description.properties, description.name)),
	...listFields(credential.properties, credential.name),
];

const ofType = (type: INodeProperties['type']) => places.filter(({ field }) => field.type === type);

const expectNone = (broken: Place[]) => expect(broken.map(({ where }) => where)).toEqual([]);

/** Switches that take a click of their own: they can end access, or change what is on a lock or a card. */
const TAKE_A_CLICK = [
	...['allowExternalModification', 'detectNewTags', 'evenIfConvertible'],
	...['force', 'includeRunningStays', 'removeGone', 'removeOthers'],
];

it('a switch under Options is on when it is added, unless it takes a click of its own', () => {
	const isOff = ({ field }: Place) => field.type === 'boolean' && field.default === false;
	const ofOptions = places.filter(({ where }) => / options .*\S$/.test(where));
	const off = new Set(ofOptions.filter(isOff).map(({ field }) => field.name));
	expect([...off].sort()).toEqual(TAKE_A_CLICK);
});

it('every field has a default of its type, a choice one of its values, and a number one that is not below its minimum', () => {
	const fits = ({ type, default: value, options = [], typeOptions = {} }: INodeProperties) => {
		if (type === 'boolean') return typeof value === type;
		if (type === 'number') return Number(value) >= (typeOptions.minValue ?? Infinity);
		if (typeOptions.loadOptionsMethod)
			return JSON.stringify(value) === (type === 'multiOptions' ? '[]' : '""');
		const values = (options as INodePropertyOptions[]).map((option) => option.value);
		if (type === 'options') return values.includes(value as string);
		if (type === 'multiOptions')
			return Array.isArray(value) && value.every((entry) => values.includes(entry as string));
		if (['collection', 'fixedCollection', 'resourceLocator'].includes(type))
			return typeof value === 'object' && !Array.isArray(value);
		return typeof value === 'string';
	};
	expectNone(places.filter((place) => !fits(place.field)));
});

/** The editor loads it before a person sees the first node. n8n's largest has 287 kB. */
it('the description of the action node has at most 290 kB', () => {
	expect(JSON.stringify(action.description).length).toBeLessThan(290_000);
});

it('no list is loaded by a field that a new node shows first: the editor would request it before the workflow is saved and the credential is set', () => {
	const conditionsOf = ({ displayOptions }: INodeProperties) =>
		Object.keys(displayOptions?.show ?? {}).filter(
			(name) => !/^\/?(resource|operation)$/.test(name),
		);
	const atOnce = nodes.flatMap(({ description: { name, properties } }) =>
		properties
			.filter((entry) => entry.typeOptions?.loadOptionsMethod && conditionsOf(entry).length === 0)
			.map((entry) => `${name} ${entry.name}`),
	);
	expect(atOnce).toEqual([]);
});

it.each([
	{ id: 'de51ce00-0000-4000-8000-00000000000a', isValid: true },
	{ id: ' DE51CE00-0000-4000-8000-00000000000A ', isValid: true },
	{ id: 'de51ce00-0000-4000-8000-00000000000', isValid: false },
	{ id: '1001', isValid: false },
])('the locators say that the ID "$id" is valid: $isValid', ({ id, isValid }) => {
	// Rooms are chosen by keys, several at a time.
	const modes = ofType('resourceLocator').flatMap(({ field: { modes: all = [] } }) =>
		all.some(({ name }) => name === 'key') ? [] : all.filter(({ name }) => name === 'id'),
	);
	expect(modes.length).toBeGreaterThan(0);
	for (const { validation = [] } of modes) {
		const [{ properties } = { properties: {} }] = validation as INodePropertyModeValidation[];
		expect(new RegExp(String((properties as { regex?: string }).regex)).test(id)).toBe(isValid);
	}
});

it.each(nodes.map((node): [string, INodeType] => [node.description.name, node]))(
	'every method that a field calls exists, and every method of %s is called',
	(_name, { description, methods = {} }) => {
		const fields = listFields(description.properties, '').map(({ field }) => field);
		const loaded = fields.flatMap((entry) => entry.typeOptions?.loadOptionsMethod ?? []);
		const searched = fields
			.flatMap((entry) => entry.modes ?? [])
			.flatMap((mode) => mode.typeOptions?.searchListMethod ?? []);
		const tested = (description.credentials ?? []).map(({ testedBy }) => String(testedBy));
		const unique = (names: string[]) => [...new Set(names)].sort();
		expect([loaded, searched, tested].map(unique)).toEqual(
			[methods.loadOptions, methods.listSearch, methods.credentialTest].map((own = {}) =>
				Object.keys(own).sort(),
			),
		);
	},
);

const SECRET =
	/^(?:pin|all_pins|code|door_code|new_code|original_code|instant_key_url|client_session_token|from|to)$/;

/** The code of a problem is a word, and a group has no PIN. */
const WITHOUT_SECRETS: ReadonlySet<string> = new Set(['problems', 'acs_access_groups']);

function secretsIn({ properties = {}, items }: OutputSchema, path = ''): string[] {
	if (items) return secretsIn(items, `${path}[*]`);
	return Object.entries(properties).flatMap(([key, schema]) => {
		const place = path === '' ? key : `${path}.${key}`;
		if (WITHOUT_SECRETS.has(key)) return [];
		return SECRET.test(key) ? [place] : secretsIn(schema, place);
	});
}

it('the nodes tell n8n where items have PINs, links and tokens, or what one was before', () => {
	const secretPaths = resources.flatMap(({ value, operations }) =>
		operations.flatMap((operation) => secretsIn(schemaOf(value, operation.value))),
	);
	expect(secretPaths).not.toEqual([]);
	for (const { description } of nodes)
		expect(
			secretPaths.filter((path) => !description.sensitiveOutputFields?.includes(path)),
		).toEqual([]);
});

it('the triggers begin with Trigger On, because the node panel builds its triggers from the field with this label', () => {
	for (const { description } of triggers)
		expect(description.properties[0]).toMatchObject({
			displayName: 'Trigger On',
			name: 'triggerOn',
		});
});

it('the credential hides its secrets, and shows the address', () => {
	const fields = credential.properties.filter(({ type }) => type !== 'notice');
	const isHidden = fields.map(({ name, typeOptions }) => [name, typeOptions?.password === true]);
	expect(Object.fromEntries(isHidden)).toEqual({
		authentication: false,
		apiKey: true,
		personalAccessToken: true,
		workspaceId: false,
		baseUrl: false,
		webhookSigningSecret: true,
	});
});

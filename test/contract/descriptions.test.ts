import type {
	ICredentialType,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyMode,
	INodePropertyModeValidation,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { BUILDER_HINTS } from '../../nodes/DeviceAccess/operation/form/builderHints';
import { DeviceAccessApi } from '../../credentials/DeviceAccessApi.credentials';
import { DeviceAccess } from '../../nodes/DeviceAccess/DeviceAccess.node';
import { DeviceAccessPollingTrigger } from '../../nodes/DeviceAccess/DeviceAccessPollingTrigger.node';
import { DeviceAccessTrigger } from '../../nodes/DeviceAccess/DeviceAccessTrigger.node';
import { resources } from '../../nodes/DeviceAccess/resources';
import { type OutputSchema, schemaOf } from '../support/engine/outputSchemas';
import { shownFields } from '../support/engine/shownFields';

const action: INodeType = new DeviceAccess();
const triggers: INodeType[] = [new DeviceAccessTrigger(), new DeviceAccessPollingTrigger()];
const nodes: INodeType[] = [action, ...triggers];
const credential: ICredentialType = new DeviceAccessApi();

const ONE_OF_A_LIST =
	'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';
const SEVERAL_OF_A_LIST =
	'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';

/** Fields without a tooltip, as n8n's guide requires; their names explain them. */
const SELF_EXPLAINING = ['resource', 'operation', 'triggerOn'];

const IN_ORDER_OF_USE = ['resource', 'operation', 'triggerOn'];

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

const field = ({ field: entry }: Place) => entry;
const choicesOf = ({ type, options }: INodeProperties) =>
	['options', 'multiOptions'].includes(type) ? ((options ?? []) as INodePropertyOptions[]) : [];
const ofType = (type: INodeProperties['type']) => places.filter(({ field }) => field.type === type);

function expectNone(broken: Array<Place | string>): void {
	expect(broken.map((place) => (typeof place === 'string' ? place : place.where))).toEqual([]);
}

const COMPANIES = ['apaleo'];
const isTitleCase = (text: string) =>
	COMPANIES.includes(text) ||
	(/^[A-Z0-9]/.test(text) &&
		text
			.split(' ')
			.every((word) =>
				/^[^a-z]|^(a|an|and|at|by|for|from|in|of|on|or|the|to|after|all)$/.test(word),
			));

/** Switches that take a click of their own: they can end access, or change what is on a lock or a card. */
const TAKE_A_CLICK = [
	...['allowExternalModification', 'detectNewTags', 'evenIfConvertible'],
	...['force', 'includeRunningStays', 'removeGone', 'removeOthers'],
];

describe('every field', () => {
	it('has a label in title case, a name in camel case and a default', () => {
		expectNone(
			places.filter(({ field }) => field.type !== 'notice' && !isTitleCase(field.displayName)),
		);
		expectNone(places.filter(({ field }) => !/^[a-z][A-Za-z]*$/.test(field.name)));
		expectNone(places.filter(({ field }) => field.default === undefined));
	});

	it('has a description, unless its name explains it or it only contains other fields', () => {
		const needsNone = ({ field }: Place) =>
			['collection', 'notice'].includes(field.type) || SELF_EXPLAINING.includes(field.name);
		expectNone(places.filter((place) => !needsNone(place) && !field(place).description));
		expectNone(
			places.filter(
				(place) => SELF_EXPLAINING.includes(place.field.name) && field(place).description,
			),
		);
	});

	it('that is a switch under Options is on when it is added, unless it takes a click of its own', () => {
		const isOff = ({ field }: Place) => field.type === 'boolean' && field.default === false;
		const ofOptions = places.filter(({ where }) => / options .*\S$/.test(where));
		const off = new Set(ofOptions.filter(isOff).map(({ field }) => field.name));
		expect([...off].sort()).toEqual(TAKE_A_CLICK);
	});

	it('has a default of its type', () => {
		const fits = ({ type, default: value }: INodeProperties) => {
			if (type === 'boolean' || type === 'number') return typeof value === type;
			if (type === 'multiOptions') return Array.isArray(value);
			if (['collection', 'fixedCollection', 'resourceLocator'].includes(type))
				return typeof value === 'object' && !Array.isArray(value);
			return typeof value === 'string';
		};
		expectNone(places.filter((place) => !fits(place.field)));
	});

	it('has a default that is among its choices', () => {
		const broken = places.filter(({ field: { type, default: value, options, typeOptions } }) => {
			if (typeOptions?.loadOptionsMethod)
				return JSON.stringify(value) !== (type === 'multiOptions' ? '[]' : '""');
			if (!['options', 'multiOptions'].includes(type)) return false;
			const values = ((options ?? []) as INodePropertyOptions[]).map((option) => option.value);
			return ![value].flat().every((entry) => values.includes(entry as string));
		});
		expectNone(broken);
	});

	it('has a placeholder that is an example, or says what to add or choose', () => {
		const expected = ({ type }: INodeProperties) =>
			['collection', 'fixedCollection'].includes(type) ? /^Add [A-Z][a-z]+$/ : /^e\.g\. \S/;
		expectNone(
			places.filter(
				({ field: entry }) =>
					entry.placeholder !== undefined && !expected(entry).test(entry.placeholder),
			),
		);
		expectNone(ofType('collection').filter(({ field: entry }) => !entry.placeholder));
	});
});

/** The editor loads it before a person sees the first node. n8n's largest has 287 kB. */
it('the description of the action node has at most 290 kB', () => {
	expect(JSON.stringify(action.description).length).toBeLessThan(290_000);
});

/** n8n shows two lines of it, and the end can be what matters most. */
it('the description of each operation is at most 110 characters long', () => {
	const ofOperations = action.description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap((place) => (place.options ?? []) as INodePropertyOptions[]);
	expect(ofOperations.length).toBeGreaterThan(100);
	expect(ofOperations.filter(({ description = '' }) => description.length > 110)).toEqual([]);
});

it('a text field has a placeholder if any with its label has one, unless it has a default', () => {
	const texts = ofType('string').filter(({ field: { default: preset } }) => preset === '');
	const withOne = new Set(
		texts.flatMap(({ field: { displayName, placeholder } }) => (placeholder ? [displayName] : [])),
	);
	expect(withOne.size).toBeGreaterThan(20);
	expectNone(
		texts.filter(
			({ field: { displayName, placeholder } }) => !placeholder && withOne.has(displayName),
		),
	);
});

describe('every text', () => {
	const texts = [
		...places.flatMap(({ where, field: entry }) => [
			{ where, text: entry.description },
			{ where: `${where} hint`, text: entry.hint },
			...choicesOf(entry).map(({ name, description }) => ({
				where: `${where}: ${name}`,
				text: description,
			})),
		]),
		...nodes.map(({ description: { name, description } }) => ({ where: name, text: description })),
	].filter((entry): entry is { where: string; text: string } => entry.text !== undefined);

	const isOneSentence = (text: string) => !/[.!?] ['A-Z]/.test(text.replace('e.g. ', ''));

	it('is a sentence that begins with a capital', () => {
		expectNone(texts.filter(({ text }) => !/^[A-Z]/.test(text)).map(({ where }) => where));
		expectNone(
			texts
				.filter(({ text }) => text !== text.trim() || / {2}/.test(text))
				.map(({ where }) => where),
		);
	});

	it('ends without a period if it is one sentence, and with one if it is several', () => {
		expectNone(
			texts
				.filter(({ text }) => text.endsWith('.') === isOneSentence(text))
				.map(({ where }) => where),
		);
	});

	it('avoids the words that n8n bans, and machine talk', () => {
		expectNone(
			texts
				.filter(({ text }) =>
					/\b(problem|failure|mistake|null|undefined|boolean|payload)\b/i.test(text),
				)
				.map(({ where }) => where),
		);
	});
});

describe('every yes-or-no field', () => {
	it('is described by a sentence that begins with "Whether"', () => {
		const booleans = ofType('boolean');
		expect(booleans.length).toBeGreaterThan(0);
		expectNone(booleans.filter(({ field: entry }) => !entry.description?.startsWith('Whether ')));
	});
});

describe('every number', () => {
	it('has a minimum, and a default that is not below it', () => {
		expectNone(
			ofType('number').filter(
				({ field: entry }) => !(Number(entry.default) >= (entry.typeOptions?.minValue ?? Infinity)),
			),
		);
	});
});

describe('every date', () => {
	it('says what format an expression must return', () => {
		expect(ofType('dateTime').length).toBeGreaterThan(0);
		expectNone(
			ofType('dateTime').filter(
				({ field: entry }) =>
					!/\. In an expression, use the form (2030-01-31 or )?2030-01-31T15:00(?: or '(?:now|never)')?\.$/.test(
						entry.description ?? '',
					),
			),
		);
	});
});

describe('every choice', () => {
	const choices = places.filter(({ field: entry }) => choicesOf(entry).length > 0);

	it('has each value and each name once, with the names in title case', () => {
		for (const { where, field: entry } of choices) {
			const options = choicesOf(entry);
			expect([where, new Set(options.map(({ value }) => value)).size]).toEqual([
				where,
				options.length,
			]);
			expect([where, new Set(options.map(({ name }) => name)).size]).toEqual([
				where,
				options.length,
			]);
			expectNone(
				options.filter(({ name }) => !isTitleCase(name)).map(({ name }) => `${where}: ${name}`),
			);
		}
	});

	it('is sorted by name if it has five entries or more, unless it is in order of use', () => {
		const byName = (a: string, b: string) => a.localeCompare(b);
		// A collection of the action node has the entries of all operations, so it is checked as the editor shows it for each.
		// Options are sorted in groups.
		const shown = resources.flatMap(({ value, operations }) =>
			operations.flatMap((operation) =>
				listFields(
					shownFields(action.description.properties, value, operation.value).filter(
						({ name }) => name !== 'options',
					),
					`${value} ${operation.value}`,
				),
			),
		);
		const collections = [
			...shown,
			...triggers.flatMap(({ description: { name, properties } }) => listFields(properties, name)),
		].filter(({ field: { type } }) => type === 'collection');
		for (const { where, field: entry } of [...choices, ...collections]) {
			const names = (entry.options ?? []).map((option) =>
				'displayName' in option ? option.displayName : option.name,
			);
			if (names.length < 5 || IN_ORDER_OF_USE.includes(entry.name)) continue;
			expect([where, names]).toEqual([where, [...names].sort(byName)]);
		}
	});
});

describe('the fields whose texts n8n fixes', () => {
	it('are Return All and Limit', () => {
		const named = (name: string) => places.filter(({ field: entry }) => entry.name === name);
		expect(named('returnAll').length).toBeGreaterThan(0);
		for (const { field: entry } of named('returnAll')) {
			expect(entry).toMatchObject({
				displayName: 'Return All',
				type: 'boolean',
				default: false,
				description: 'Whether to return all results or only up to a given limit',
			});
		}
		expect(named('limit').length).toBe(named('returnAll').length);
		for (const { field: entry } of named('limit')) {
			expect(entry).toMatchObject({
				displayName: 'Limit',
				type: 'number',
				default: 50,
				typeOptions: { minValue: 1 },
				description: 'Max number of results to return',
			});
		}
	});

	it('are those of loaded lists', () => {
		const loaded = places.filter(({ field: entry }) => entry.typeOptions?.loadOptionsMethod);
		expect(loaded.length).toBeGreaterThan(0);
		for (const { where, field: entry } of loaded) {
			const isSeveral = entry.type === 'multiOptions';
			expect([where, entry.description]).toEqual([
				where,
				isSeveral ? SEVERAL_OF_A_LIST : ONE_OF_A_LIST,
			]);
			expect([where, entry.displayName]).toEqual([
				where,
				expect.stringMatching(isSeveral ? / Names or IDs$/ : / Name or ID$/),
			]);
		}
	});
});

describe('a list of records', () => {
	const conditionsOf = ({ displayOptions }: INodeProperties) =>
		Object.keys(displayOptions?.show ?? {}).filter(
			(name) => !/^\/?(resource|operation)$/.test(name),
		);

	it('is not loaded by any field that a new node shows first: the editor would request it before the workflow is saved and the credential is set', () => {
		const atOnce = nodes.flatMap(({ description: { name, properties } }) =>
			properties
				.filter((entry) => entry.typeOptions?.loadOptionsMethod && conditionsOf(entry).length === 0)
				.map((entry) => `${name} ${entry.name}`),
		);
		expect(atOnce).toEqual([]);
	});

	it('is offered by every filter by ID, except for records without a list to choose from', () => {
		const filters = places
			.filter(({ field: entry }) => entry.name === 'filters')
			.flatMap(({ field: entry }) => innerFields(entry));
		const typedIn = filters
			.filter(({ type, name }) => type === 'string' && /Ids?$/.test(name))
			.map(({ name }) => name);
		expect([...new Set(typedIn)].sort()).toEqual(['actionAttemptIds', 'eventIds']);
	});
});

describe('the locators', () => {
	// Rooms are chosen by keys, several at a time.
	const locators = ofType('resourceLocator').filter(
		({ field: { modes } }) => !modes?.some(({ name }) => name === 'key'),
	);
	const modeOf = (entry: INodeProperties, name: string): INodePropertyMode | undefined =>
		entry.modes?.find((mode) => mode.name === name);

	it('offer a searchable list first, then an ID', () => {
		expect(locators.length).toBeGreaterThan(0);
		for (const { field: entry } of locators) {
			expect(entry.modes?.map(({ name, displayName, type }) => [name, displayName, type])).toEqual([
				['list', 'From List', 'list'],
				['id', 'By ID', 'string'],
			]);
			expect(entry.default).toEqual({ mode: 'list', value: '' });
			expect(modeOf(entry, 'list')).toMatchObject({
				placeholder: expect.stringMatching(/^Select an? .+\.\.\.$/),
				typeOptions: { searchable: true },
			});
		}
	});

	it.each([
		{ id: 'de51ce00-0000-4000-8000-00000000000a', isValid: true },
		{ id: ' DE51CE00-0000-4000-8000-00000000000A ', isValid: true },
		{ id: 'de51ce00-0000-4000-8000-00000000000', isValid: false },
		{ id: 'front door', isValid: false },
		{ id: '1001', isValid: false },
	])('say that "$id" is valid: $isValid', ({ id, isValid }) => {
		for (const { field: entry } of locators) {
			const mode = modeOf(entry, 'id');
			const [validation] = (mode?.validation ?? []) as INodePropertyModeValidation[];
			expect(
				new RegExp(String((validation?.properties as { regex?: string } | undefined)?.regex)).test(
					id,
				),
			).toBe(isValid);
			expect(mode?.placeholder).toMatch(/^e\.g\. [0-9a-f-]{36}$/);
		}
	});
});

describe('every method that a field calls', () => {
	it.each(nodes.map((node): [string, INodeType] => [node.description.name, node]))(
		'exists, and every method of %s is called',
		(_name, node) => {
			const fields = listFields(node.description.properties, '').map(field);
			const loaded = fields.flatMap((entry) => entry.typeOptions?.loadOptionsMethod ?? []);
			const searched = fields
				.flatMap((entry) => entry.modes ?? [])
				.flatMap((mode) => mode.typeOptions?.searchListMethod ?? []);
			const tested = (node.description.credentials ?? []).map(({ testedBy }) => String(testedBy));
			const unique = (names: string[]) => [...new Set(names)].sort();
			expect({
				loadOptions: unique(loaded),
				listSearch: unique(searched),
				credentialTest: unique(tested),
			}).toEqual({
				loadOptions: Object.keys(node.methods?.loadOptions ?? {}).sort(),
				listSearch: Object.keys(node.methods?.listSearch ?? {}).sort(),
				credentialTest: Object.keys(node.methods?.credentialTest ?? {}).sort(),
			});
		},
	);
});

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

describe('the nodes', () => {
	it('are offered to AI agents if they act, but not if they start a workflow', () => {
		expect(nodes.map(({ description }) => [description.name, description.usableAsTool])).toEqual([
			['deviceAccess', true],
			['deviceAccessTrigger', undefined],
			['deviceAccessPollingTrigger', undefined],
		]);
	});

	/** Where the output schemas have a PIN, a link or a token, or what one was before. */
	const secretPaths = [
		...new Set(
			resources.flatMap(({ value, operations }) =>
				operations.flatMap((operation) => secretsIn(schemaOf(value, operation.value))),
			),
		),
	];

	it('tell n8n where items have PINs, links and tokens, and assistants which nodes belong together', () => {
		const names = nodes.map(({ description }) => description.name);
		for (const { description } of nodes) {
			const { sensitiveOutputFields, builderHint } = description;
			expect(secretPaths.filter((path) => !sensitiveOutputFields?.includes(path))).toEqual([]);
			const related = (builderHint?.relatedNodes ?? []).flatMap(({ nodeType }) =>
				nodeType.startsWith('n8n-nodes-device-access.') ? nodeType.split('.').slice(1) : [],
			);
			expect(builderHint?.searchHint).toEqual(expect.any(String));
			expect(related).not.toEqual([]);
			expect(names).toEqual(expect.arrayContaining(related));
		}
	});

	it('say to assistants what they fill wrongly: short, without expressions, and only for fields that there are', () => {
		const fields = JSON.stringify(nodes.map(({ description }) => description.properties));
		const hints = Object.entries(BUILDER_HINTS);
		expect(hints).toHaveLength(20);
		for (const [field, hint] of hints) {
			expect(fields).toContain(JSON.stringify({ propertyHint: hint }));
			expect([field, hint.length <= 120, hint.includes('{{')]).toEqual([field, true, false]);
		}
	});

	it.each(
		triggers.map(({ description }): [string, INodeType['description']] => [
			description.name,
			description,
		]),
	)('%s is named, grouped and wired as a trigger', (_name, description) => {
		expect(description.displayName).toMatch(/ Trigger$/);
		expect(description.name).toMatch(/Trigger$/);
		expect(description.defaults.name).toBe(description.displayName);
		expect(description.group).toEqual(['trigger']);
		expect(description.inputs).toEqual([]);
		expect(description.outputs).toEqual(['main']);
	});

	it('begin with Trigger On if they are triggers, because the node panel builds its triggers from the field with this label', () => {
		// Not required, because a person can choose only from More Events.
		for (const { description } of triggers) {
			expect(description.properties[0]).toMatchObject({
				displayName: 'Trigger On',
				name: 'triggerOn',
			});
			expect(description.properties[0]?.required).toBeUndefined();
		}
	});

	it('differ in how events come in: by webhook, or by polling', () => {
		const ways = triggers.map((node) => ({
			webhook:
				node.description.webhooks !== undefined &&
				node.webhook !== undefined &&
				node.webhookMethods !== undefined,
			poll: node.description.polling === true && node.poll !== undefined,
		}));
		expect(ways).toEqual([
			{ webhook: true, poll: false },
			{ webhook: false, poll: true },
		]);
	});

	it('have icons for light and dark, a subtitle, and the one credential, which is required', () => {
		for (const { description } of nodes) {
			expect(description.icon).toEqual({
				light: 'file:../../icons/deviceAccess.svg',
				dark: 'file:../../icons/deviceAccess.dark.svg',
			});
			expect(description.subtitle).toMatch(/^=\{\{.+\}\}$/);
			expect(description.credentials).toEqual([
				{ name: credential.name, required: true, testedBy: 'testDeviceAccessApi' },
			]);
		}
	});
});

describe('the credential', () => {
	const credentialFields = credential.properties.filter(({ type }) => type !== 'notice');

	it('hides its secrets, and shows the address', () => {
		const isHidden = Object.fromEntries(
			credentialFields.map((property) => [property.name, property.typeOptions?.password === true]),
		);
		expect(isHidden).toEqual({
			authentication: false,
			apiKey: true,
			personalAccessToken: true,
			workspaceId: false,
			baseUrl: false,
			webhookSigningSecret: true,
		});
	});

	it('needs a key or token and an address, and no signing secret', () => {
		const isRequired = Object.fromEntries(
			credentialFields.map((property) => [property.name, property.required === true]),
		);
		expect(isRequired).toEqual({
			authentication: false,
			apiKey: true,
			personalAccessToken: true,
			workspaceId: false,
			baseUrl: true,
			webhookSigningSecret: false,
		});
	});
});

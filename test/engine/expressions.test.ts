import type { IDataObject, INodeParameters, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { defineOperation } from '../../nodes/DeviceAccess/operation/defineOperation';
import { one } from '../../nodes/DeviceAccess/operation/kinds/one';
import { parameterReader, fieldsOf } from '../../nodes/DeviceAccess/operation/form/readParameters';
import { toProperty } from '../../nodes/DeviceAccess/operation/form/toNodeProperties';
import { deviceField } from '../../nodes/DeviceAccess/resources/fields/locators';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, useHotelSandbox } from '../support/service/hotelSandbox';
import { runNode } from '../../host/engine/runNode';

const service = useHotelSandbox();

describe('values', () => {
	const { frontDoor, room101 } = hotel.devices;
	const { frontDesk } = hotel.managedCodes;
	const ID = '6a3f1c52-0f5e-4d0a-9a53-2f8f6f0e7b11';

	const LIST = 'Its expression returns a list. Choose one of its entries.';
	const OBJECT = 'Its expression returns an object. Choose one of its fields.';
	const SWITCH = 'Its expression returns true.';

	/** Runs an operation once, with `value` in the item that comes in. */
	const runWith = async (
		operation: `${string}.${string}`,
		parameters: INodeParameters,
		value: unknown,
	) => await service.run(operation, parameters, { input: [{ value: value as IDataObject }] });

	describe('a list, an object or a switch in place of a text', () => {
		it.each<[string, `${string}.${string}`, INodeParameters, unknown, string, string]>([
			[
				'a PIN',
				'accessCode.create',
				{ deviceId: byId(room101), code: '={{ $json.value }}' },
				['4821'],
				"'PIN' must be text",
				LIST,
			],
			[
				'a filter',
				'accessGrant.getAll',
				{ filters: { reservationKey: '={{ $json.value }}' } },
				['B-17'],
				"'Reservation Key' must be text",
				LIST,
			],
			[
				'an entry of a list',
				'accessGrant.create',
				{
					userIdentityId: byId(ID),
					requestedAccessMethods: { method: [{ mode: 'code' }] },
					additionalFields: { spaceKeys: '={{ $json.value }}' },
				},
				['room-1', null],
				"'Space Keys' must be a list of text values",
				'has no value',
			],
			[
				'an entry of a list',
				'accessGrant.create',
				{
					userIdentityId: byId(ID),
					requestedAccessMethods: { method: [{ mode: 'code' }] },
					additionalFields: { spaceKeys: '={{ $json.value }}' },
				},
				[{ space_key: 'room-1' }],
				"'Space Keys' must be a list of text values",
				'is an object',
			],
			[
				'a single choice',
				'device.getAll',
				{ filters: { manufacturer: '={{ $json.value }}' } },
				['august'],
				"'Manufacturer' must be text",
				LIST,
			],
			[
				'a filter',
				'accessGrant.getAll',
				{ filters: { reservationKey: '={{ $json.value }}' } },
				true,
				"'Reservation Key' must be text",
				SWITCH,
			],
			[
				'an option',
				'unmanagedAccessCode.getAll',
				{ deviceId: byId(room101), options: { search: '={{ $json.value }}' } },
				{ name: 'Guest' },
				"'Search' must be text",
				OBJECT,
			],
			[
				'an entry of a row',
				'device.update',
				{
					deviceId: byId(frontDoor),
					updateFields: {
						customMetadata: { entries: [{ key: 'guest', value: '={{ $json.value }}' }] },
					},
				},
				{ name: 'Guest 7' },
				"'Value' must be text",
				OBJECT,
			],
		])(
			'is refused before any request: %s',
			async (_what, operation, parameters, value, message, description) => {
				const { error } = await runWith(operation, parameters, value);
				expect(error).toMatchObject({
					message,
					description: expect.stringContaining(description.replace(/\.$/, '')),
				});
				expect(service.paths()).toEqual([]);
			},
		);

		it.each<[string, `${string}.${string}`, INodeParameters, string]>([
			[
				'the time zone of a room',
				'space.update',
				{ spaceId: byId(hotel.spaces.suite), updateFields: { timeZone: '={{ $json.missing }}' } },
				"'Time Zone' is empty",
			],
			[
				'the name of a device',
				'device.update',
				{ deviceId: byId(frontDoor), updateFields: { name: '={{ $json.missing }}' } },
				"'Name' is empty",
			],
		])('that gives nothing does not clear %s', async (_what, operation, parameters, message) => {
			const { error } = await runWith(operation, parameters, null);
			expect([error?.message, service.paths()]).toEqual([message, []]);
		});

		it('or nothing at all says how to go on if the field is a filter', async () => {
			const { error } = await runWith(
				'accessGrant.getAll',
				{ filters: { accessCodeId: byId('={{ $json.missing }}') } },
				null,
			);
			expect(error).toMatchObject({
				message: "'Access Code' is empty",
				description: expect.stringContaining('Fill it in, or remove the filter'),
			});
			expect(service.paths()).toEqual([]);
		});

		it('is accepted if the field takes several', async () => {
			await runWith(
				'actionAttempt.getAll',
				{ filters: { actionAttemptIds: '={{ $json.value }}' } },
				[ID],
			);
			expect(service.bodies('/action_attempts/list')).toEqual([
				expect.objectContaining({ action_attempt_ids: [ID] }),
			]);
		});
	});

	describe('a switch that an expression sets', () => {
		const getCode = async (value: unknown) =>
			await runWith(
				'accessCode.get',
				{ accessCodeId: byId(frontDesk), options: { maskPinCodes: '={{ $json.value }}' } },
				value,
			);

		it.each([' True ', true])('is on for %p', async (value) => {
			const { items } = await getCode(value);
			expect(items[0]?.json.code).toBe('****');
		});

		it.each(['FALSE', false])('is off for %p', async (value) => {
			const { items } = await getCode(value);
			expect(items[0]?.json.code).toMatch(/^\d+$/);
		});

		it.each(['yes', []])(
			'refuses %p before any request, because a PIN could otherwise be shown',
			async (value) => {
				const { error } = await getCode(value);
				expect(error).toMatchObject({ message: "'Mask PINs' must be true or false" });
				expect(service.paths()).toEqual([]);
			},
		);

		it('counts at the top, too, where other fields depend on it', async () => {
			const { items } = await runWith(
				'device.getAll',
				{ returnAll: '={{ $json.value }}', limit: 1 },
				'true',
			);
			expect(items.length).toBeGreaterThan(1);
		});
	});
});

describe('dates', () => {
	/** Creates a code whose end is an expression, in a workflow with Berlin time. Returns the error message and the end times sent. */
	async function createUntil(expression: string, input: IDataObject = {}) {
		const run = await service.run(
			'accessCode.create',
			{
				deviceId: byId(hotel.devices.room101),
				startsAt: '2030-01-01T00:00:00',
				endsAt: `={{ ${expression} }}`,
				waitForCompletion: false,
			},
			{ timezone: 'Europe/Berlin', input: [input] },
		);
		return {
			message: run.error?.message,
			sent: service.bodies('/access_codes/create').map((body) => (body as IDataObject).ends_at),
		};
	}

	describe('a date from an expression', () => {
		it.each([
			["'2030-01-31T15:00:00'", '2030-01-31T14:00:00.000Z'],
			["'2030-01-31'", '2030-01-30T23:00:00.000Z'],
			["'2030-01-31T15:00:00-05:00'", '2030-01-31T20:00:00.000Z'],
			["DateTime.fromFormat('31.01.2030 15:00', 'dd.MM.yyyy HH:mm')", '2030-01-31T14:00:00.000Z'],
			['new Date(Date.UTC(2030, 0, 31, 14))', '2030-01-31T14:00:00.000Z'],
		])('%s is sent as %s', async (expression, sent) => {
			expect(await createUntil(expression)).toEqual({ message: undefined, sent: [sent] });
		});

		it('that gives nothing is refused, because access without an end would never end', async () => {
			expect(await createUntil('$json.missing')).toEqual({
				message: "'Ends At' is empty",
				sent: [],
			});
		});

		it.each(['03/04/2030', 'Room 5', '2030-02-30'])(
			'%p is refused before anything is sent',
			async (until) => {
				expect(await createUntil('$json.until', { until })).toEqual({
					message: "'Ends At' is not a date in the form 2030-01-31T15:00",
					sent: [],
				});
			},
		);

		it('can be a DateTime even in a field outside a collection', async () => {
			await service.run(
				'event.getAll',
				{ since: "={{ DateTime.fromISO('2030-01-31T15:00') }}" },
				{ timezone: 'Europe/Berlin' },
			);
			expect(service.bodies('/events/list')).toEqual([
				{ since: '2030-01-31T14:00:00.000Z', limit: 50 },
			]);
		});
	});
});

describe('nested fields', () => {
	const kind = {
		displayName: 'Kind',
		name: 'kind',
		type: 'options',
		default: 'code',
		options: [
			{ name: 'Code', value: 'code' },
			{ name: 'Link', value: 'link' },
		],
	} as const;
	const pin = {
		displayName: 'PIN',
		name: 'pin',
		type: 'string',
		default: '',
		showWhen: { kind: ['code'] },
	} as const;
	const endsAt = { displayName: 'Ends At', name: 'endsAt', type: 'dateTime', default: '' } as const;
	const door = { ...deviceField, name: 'door', required: false };

	const operation = defineOperation({
		value: 'read',
		name: 'Read',
		action: 'Read fields',
		description: 'Reads the fields that a person filled in',
		endpoint: '/devices/get',
		effect: 'read',
		kind: one('door'),
		fields: {
			key: {
				displayName: 'Key',
				type: 'collection',
				default: {},
				options: [kind, pin, endsAt, door],
			},
			keys: {
				displayName: 'Keys',
				type: 'fixedCollection',
				typeOptions: { multipleValues: true },
				default: {},
				options: [{ displayName: 'Row', name: 'row', values: [kind, pin, endsAt] }],
			},
		},
		request: () => ({}),
	});

	/** A test node that returns its fields as the parameter reader reads them. */
	class FieldReader implements INodeType {
		description: INodeTypeDescription = {
			displayName: 'Field Reader',
			name: 'fieldReader',
			group: [],
			version: 1,
			description: 'Reads fields',
			defaults: { name: 'Field Reader' },
			inputs: ['main'],
			outputs: ['main'],
			properties: Object.entries(fieldsOf(operation)).map(([name, field]) =>
				toProperty(name, field),
			),
		};

		execute: INodeType['execute'] = async function () {
			const { key, keys } = parameterReader(this, operation)(0);
			return [[{ json: { key, keys } }]];
		};
	}

	const read = async (parameters: INodeParameters, input: IDataObject = {}) => {
		const { items, error } = await runNode(new FieldReader(), {
			parameters,
			input: [input],
			timezone: 'America/New_York',
		});
		if (error) throw error;
		return items[0]?.json;
	};

	describe('the fields of a collection and of its rows', () => {
		it('do not count while they are hidden, even if an expression decides', async () => {
			const filled = { kind: '={{ $json.kind }}', pin: '1001' };
			const parameters = {
				key: filled,
				keys: { row: [filled, { kind: 'code', pin: '1002' }, { kind: 'link', pin: '1003' }] },
			};
			expect(await read(parameters, { kind: 'link' })).toEqual({
				key: { kind: 'link' },
				keys: {
					row: [
						{ kind: 'link', endsAt: '' },
						{ kind: 'code', pin: '1002', endsAt: '' },
						{ kind: 'link', endsAt: '' },
					],
				},
			});
			expect(await read(parameters, { kind: 'code' })).toMatchObject({
				key: { kind: 'code', pin: '1001' },
				keys: { row: [{ pin: '1001' }, { pin: '1002' }, {}] },
			});
		});

		it('depend on the default of a field in a row, but only on added fields in a collection, as n8n shows them', async () => {
			expect(await read({ key: { pin: '1001' }, keys: { row: [{ pin: '1002' }] } })).toEqual({
				key: {},
				keys: { row: [{ kind: 'code', pin: '1002', endsAt: '' }] },
			});
		});

		it.each([
			['one ID', 'id-1'],
			['several IDs', ['id-1', 'id-2']],
		])('return the value of a locator, even if an expression returns %s', async (_what, ids) => {
			expect(await read({ key: { door: byId('={{ $json.ids }}') } }, { ids })).toMatchObject({
				key: { door: ids },
			});
		});

		it('read dates in the time zone of the workflow', async () => {
			const parameters = {
				key: { endsAt: '2030-01-31T15:00:00' },
				keys: { row: [{ kind: 'link', endsAt: '2030-01-31T15:00:00' }] },
			};
			const inUtc = expect.stringMatching(/^2030-01-31T(15:00:00.*-05:00|20:00:00.*Z)$/);
			expect(await read(parameters)).toEqual({
				key: { endsAt: inUtc },
				keys: { row: [{ kind: 'link', endsAt: inUtc }] },
			});
		});
	});
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, type OperationName, useHotelSandbox } from '../support/service/hotelSandbox';
import { inRows } from '../support/service/inRows';

const service = useHotelSandbox();

describe('values', () => {
	const { frontDoor, room101 } = hotel.devices;
	const { frontDesk } = hotel.managedCodes;
	const ID = '6a3f1c52-0f5e-4d0a-9a53-2f8f6f0e7b11';

	/** Runs an operation once, with `value` in the item that comes in. */
	const runWith = async (operation: OperationName, parameters: INodeParameters, value: unknown) =>
		await service.run(operation, parameters, { input: [{ value: value as IDataObject }] });

	describe('a list, an object or a switch in place of a text', () => {
		it.each<[string, OperationName, INodeParameters, unknown, string, string]>([
			[
				'a PIN',
				'accessCode.create',
				{ deviceId: byId(room101), code: '={{ $json.value }}' },
				['4821'],
				"'PIN' must be text",
				'returns a list',
			],
			[
				'a filter',
				'accessGrant.getAll',
				{ filters: { reservationKey: '={{ $json.value }}' } },
				true,
				"'Reservation Key' must be text",
				'returns true',
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
				'returns an object',
			],
		])(
			'is refused before any request: %s',
			async (_what, operation, parameters, value, message, description) => {
				const { error } = await runWith(operation, parameters, value);
				expect(error).toMatchObject({
					message,
					description: expect.stringContaining(description),
				});
				expect(service.paths()).toEqual([]);
			},
		);

		it('that gives nothing does not clear the time zone of a room', async () => {
			const { error } = await runWith(
				'space.update',
				{ spaceId: byId(hotel.spaces.suite), updateFields: { timeZone: '={{ $json.missing }}' } },
				null,
			);
			expect([error?.message, service.paths()]).toEqual(["'Time Zone' is empty", []]);
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

		it.each<[unknown, RegExp]>([
			[' True ', /^\*+$/],
			['FALSE', /^\d+$/],
		])('may be the text %p', async (value, shown) => {
			const { items } = await getCode(value);
			expect(items[0]?.json.code).toMatch(shown);
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
			["DateTime.fromFormat('31.01.2030 15:00', 'dd.MM.yyyy HH:mm')", '2030-01-31T14:00:00.000Z'],
			['new Date(Date.UTC(2030, 0, 31, 14))', '2030-01-31T14:00:00.000Z'],
		])('%s is sent as %s', async (expression, sent) => {
			expect(await createUntil(expression)).toEqual({ message: undefined, sent: [sent] });
		});

		it('in another form is refused before anything is sent', async () => {
			expect(await createUntil('$json.until', { until: '03/04/2030' })).toEqual({
				message: "'Ends At' is not a date in the form 2030-01-31T15:00",
				sent: [],
			});
		});

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

it('a field of a row does not count while an expression hides it, and a time in a collection is of the workflow', async () => {
	await service.run(
		'accessGrant.create',
		{
			person: 'existing',
			userIdentityId: byId(hotel.userIdentities.guest101),
			spaceIds: inRows('space', hotel.spaces.room101),
			requestedAccessMethods: { method: [{ mode: '={{ $json.mode }}', code: '4103' }] },
			additionalFields: { endsAt: '2031-01-31T15:00:00' },
		},
		{ input: [{ mode: 'mobile_key' }, { mode: 'code' }], timezone: 'America/New_York' },
	);
	expect(service.bodies('/access_grants/create')).toMatchObject([
		{
			requested_access_methods: [expect.not.objectContaining({ code: expect.anything() })],
			ends_at: '2031-01-31T20:00:00.000Z',
		},
		{ requested_access_methods: [{ code: '4103' }] },
	]);
});

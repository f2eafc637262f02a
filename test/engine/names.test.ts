import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox/faults/faults';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';

const service = useHotelSandbox();

const { convertible, anotherConvertible } = hotel.unmanagedCodes;
const CODES = [convertible, anotherConvertible];
/** What a wait asks for many codes at once, and the list that names all their locks. */
const LOOK_UPS = ['/action_attempts/list', '/events/list', '/devices/list'];

it.each([
	['convertToManaged', '/access_codes/unmanaged/convert_to_managed', 'converted'],
	['delete', '/access_codes/unmanaged/delete', 'deleted'],
] as const)(
	'%s of codes of which only the IDs are known sends one request for each, and asks for all together while it waits',
	async (operation, path, outcome) => {
		const { items } = await service.run(
			`unmanagedAccessCode.${operation}`,
			{ accessCodeId: byId('={{ $json.id }}'), options: QUICK_CHECKS },
			{ input: CODES.map((id): IDataObject => ({ id })) },
		);
		const others = service.paths().filter((one) => one !== path);
		expect([
			items.map(({ json }) => json.outcome),
			service.sandbox.requests.count(path),
			others.filter((one) => !LOOK_UPS.includes(one)),
		]).toEqual([CODES.map(() => outcome), CODES.length, []]);
	},
);

it('hides the PIN in the name of a code that could not be converted', async () => {
	const { items: made } = await service.run('unmanagedAccessCode.simulateCreate', {
		deviceId: byId(hotel.devices.room101),
		name: 'Cleaner 48215',
		code: '48215',
	});
	service.sandbox.faults.next('/access_codes/unmanaged/convert_to_managed', {
		kind: 'attemptFails',
		type: 'device_disconnected',
		message: 'The lock did not answer.',
	});
	const { items } = await service.run(
		'unmanagedAccessCode.convertToManaged',
		{ accessCodeId: byId('={{ $json.id }}'), options: QUICK_CHECKS },
		{ input: [{ id: made[0]?.json.access_code_id }], onError: 'continueRegularOutput' },
	);
	expect(items.map(({ json }) => [json.outcome, json.name])).toEqual([
		['failed', expect.stringMatching(/^Cleaner \*+$/)],
	]);
	expect(JSON.stringify(items)).not.toContain('48215');
});

it.each<[string, Fault, INodeParameters]>([
	['failed', { kind: 'attemptFails', message: 'The lock did not answer.' }, {}],
	['pending', { kind: 'attemptStaysPending' }, { maskPinCodes: true }],
])(
	'hides the PIN of the input item in the name that a code gets, if %s',
	async (outcome, fault, options) => {
		service.sandbox.faults.next('/access_codes/update', fault);
		const { items } = await service.run(
			'accessCode.update',
			{
				accessCodeId: byId('={{ $json.access_code_id }}'),
				updateFields: { name: '=Guest {{ $json.code }}' },
				options: { ...QUICK_CHECKS, waitTimeout: 0.3, ...options },
			},
			{
				input: [{ access_code_id: hotel.managedCodes.frontDesk, code: '48215' }],
				onError: 'continueRegularOutput',
			},
		);
		expect(items.map(({ json }) => [json.outcome, json.name])).toEqual([[outcome, 'Guest ****']]);
		expect(JSON.stringify(items)).not.toContain('48215');
	},
);

it('gives two items about the same code an object each, so that a later node changes only one', async () => {
	const { items } = await service.run(
		'unmanagedAccessCode.convertToManaged',
		{ accessCodeId: byId(convertible), waitForCompletion: false },
		{ input: [{}, {}] },
	);
	const [first, second] = items.map(({ json }) => json);
	expect(first).toEqual(second);
	expect(first).not.toBe(second);
	expect(first?.action_attempt).not.toBe(second?.action_attempt);
});

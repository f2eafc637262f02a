import type { INode, INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox/faults/faults';
import { hotel } from '../../sandbox/fixtures/hotel';
import {
	byId,
	type OperationName,
	QUICK_CHECKS,
	useHotelSandbox,
} from '../support/service/hotelSandbox';

const service = useHotelSandbox();

const { convertible, anotherConvertible } = hotel.unmanagedCodes;
const { frontDesk } = hotel.managedCodes;
const CONVERT = '/access_codes/unmanaged/convert_to_managed';

const failing = (isProcessed: boolean): Fault => ({
	kind: 'status',
	status: 500,
	body: { ok: false, error: { type: 'internal_server_error', message: 'Something went wrong.' } },
	isProcessed,
});
const ACTS_AND_FAILS = failing(true);
const ONLY_FAILS = failing(false);

interface Run {
	ids?: readonly string[];
	parameters?: INodeParameters;
	options?: INodeParameters;
	onError?: INode['onError'];
	retry?: { maxTries: number; waitBetweenTriesMs: number };
}

const execute = async (
	operation: OperationName,
	{ ids = [convertible], parameters, options, onError = 'continueRegularOutput', retry }: Run = {},
) =>
	await service.run(
		operation,
		{
			accessCodeId: byId('={{ $json.id }}'),
			...parameters,
			options: { ...QUICK_CHECKS, waitTimeout: 2, ...options },
		},
		{ input: ids.map((id) => ({ id })), onError, retry },
	);

const convert = async (run?: Run) => await execute('unmanagedAccessCode.convertToManaged', run);

describe('a write that the service carries out, although it answers 500', () => {
	it.each<[OperationName, string, string, string]>([
		['unmanagedAccessCode.delete', '/access_codes/unmanaged/delete', convertible, 'deleted'],
		['accessCode.delete', '/access_codes/delete', frontDesk, 'deleted'],
	])('ends as it did at the service: %s', async (operation, path, id, outcome) => {
		service.sandbox.faults.always(path, ACTS_AND_FAILS);
		const { items } = await execute(operation, { ids: [id] });
		expect(items.map(({ json }) => [json.outcome, json.access_code_id, json.error])).toEqual([
			[outcome, id, undefined],
		]);
		expect(service.sandbox.requests.count(path)).toBe(1);
	});

	it("is not sent again by n8n's Retry On Fail", async () => {
		service.sandbox.faults.always(CONVERT, ACTS_AND_FAILS);
		const retry = { maxTries: 3, waitBetweenTriesMs: 1 };
		const { items } = await convert({ onError: 'stopWorkflow', retry });
		expect(items.map(({ json }) => json.outcome)).toEqual(['converted']);
		expect(service.sandbox.requests.count(CONVERT)).toBe(1);
	});

	it('is looked up before a node that stops at the first error starts the next', async () => {
		service.sandbox.faults.next(CONVERT, ACTS_AND_FAILS);
		const { items } = await convert({
			ids: [convertible, anotherConvertible],
			options: { requestsInFlight: 1 },
			onError: 'stopWorkflow',
		});
		expect(items.map(({ json }) => json.outcome)).toEqual(['converted', 'converted']);
		const paths = service.paths();
		const next = paths.lastIndexOf(CONVERT);
		expect(service.sandbox.requests.count(CONVERT)).toBe(2);
		expect(paths.slice(0, next)).toContain('/events/list');
	});

	it('of an access system ends as its check says', async () => {
		const path = '/acs/access_groups/add_user';
		service.sandbox.faults.always(path, ACTS_AND_FAILS);
		const { items } = await execute('accessGroup.addUser', {
			parameters: {
				accessGroupId: byId(hotel.accessGroups.conference),
				userIdentityId: byId(hotel.userIdentities.nightDesk),
			},
		});
		expect(items.map(({ json }) => json.outcome)).toEqual(['added']);
		expect(service.sandbox.requests.count(path)).toBe(1);
	});
});

describe('a write that the service does not carry out, and answers with 500', () => {
	it('is unknown after the wait, and says what to look at', async () => {
		service.sandbox.faults.always('/access_codes/delete', ONLY_FAILS);
		const { items } = await execute('accessCode.delete', {
			ids: [frontDesk],
			options: { waitTimeout: 0.3 },
		});
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({
				outcome: 'unknown',
				access_code_id: frontDesk,
				error: expect.any(String),
				details: expect.objectContaining({
					may_have_acted: true,
					description: expect.stringContaining('Check the '),
				}),
			}),
		]);
		expect(service.sandbox.requests.count('/access_codes/delete')).toBe(1);
	});

	it('stops a node that stops at the first error, which starts nothing more', async () => {
		service.sandbox.faults.always(CONVERT, ONLY_FAILS);
		const { error } = await convert({
			ids: [convertible, anotherConvertible],
			options: { requestsInFlight: 1, waitTimeout: 0.3 },
			onError: 'stopWorkflow',
		});
		expect(error?.context.itemIndex).toBe(0);
		expect(service.sandbox.requests.count(CONVERT)).toBe(1);
	});
});

describe('an accepted action of which the service forgets its record', () => {
	const FORGETS: Fault = { kind: 'attemptVanishes' };

	it('is unknown in the form of an unclear write', async () => {
		service.sandbox.settings.attemptDurationMs = 60_000;
		service.sandbox.faults.always('/locks/lock_door', FORGETS);
		const run = async (options: INodeParameters = {}) =>
			await execute('device.lock', {
				parameters: { deviceId: byId(hotel.devices.room101) },
				options,
			});
		const { items } = await run();
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({
				outcome: 'unknown',
				error: expect.any(String),
				details: expect.objectContaining({ may_have_acted: true }),
			}),
		]);
		const returned = await run({ onFailedAction: 'returnItem' });
		expect(returned.items.map(({ json }) => [json.outcome, json.error])).toEqual([
			['unknown', undefined],
		]);
	});

	it.each<[string, INodeParameters, string]>([
		['create', { deviceId: byId(hotel.devices.room101), code: '1099' }, 'set'],
		['update', { accessCodeId: byId(frontDesk), updateFields: { code: '1099' } }, 'unknown'],
	])(
		'is known with Wait Until Set from a new code, and not from one that was set before: %s',
		async (name, parameters, outcome) => {
			service.sandbox.faults.always(`/access_codes/${name}`, FORGETS);
			const { items } = await execute(`accessCode.${name}`, {
				parameters,
				options: { waitUntilSet: true },
			});
			expect(items.map(({ json }) => json.outcome)).toEqual([outcome]);
		},
	);
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { skipPauses } from '../support/clock/skipPauses';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import {
	byId,
	QUICK_CHECKS,
	startHotelSandbox,
	type HotelSandbox,
} from '../support/service/hotelSandbox';

const DELETE = '/access_codes/unmanaged/delete';
const LIMIT = { maxRequests: 5, windowMs: 1_000 };
const CODES_PER_DEVICE = 12;

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox({
		fixture: 'portfolio',
		devices: 3,
		codesPerDevice: CODES_PER_DEVICE,
	});
	service.sandbox.settings.rateLimits = {
		...service.sandbox.settings.rateLimits,
		byPath: {},
	};
});
afterEach(async () => await service.stop());

/** The codes of a device as 'Get many unmanaged access codes' returns them. */
const codesOf = (deviceIndex: number, count = CODES_PER_DEVICE): IDataObject[] =>
	Array.from({ length: count }, (_, codeIndex) => ({
		access_code_id: portfolio.unmanagedCodeId(deviceIndex, codeIndex),
		device_id: portfolio.deviceId(deviceIndex),
	}));

const deleteAll = async (
	input: IDataObject[],
	options: INodeParameters = {},
	onError: 'stopWorkflow' | 'continueRegularOutput' = 'stopWorkflow',
) =>
	await service.run(
		'unmanagedAccessCode.delete',
		{ accessCodeId: byId('={{ $json.access_code_id }}'), options: { ...QUICK_CHECKS, ...options } },
		{ input, onError },
	);

const deviceOf = (body: unknown) => {
	const { access_code_id: id } = body as { access_code_id: string };
	return [0, 1, 2].find((deviceIndex) =>
		codesOf(deviceIndex).some((code) => code.access_code_id === id),
	);
};

describe('deletions of a device that the service limits', () => {
	it('all succeed, and each one is requested until it is accepted once', async () => {
		service.sandbox.settings.rateLimits.byPath = { [DELETE]: LIMIT };
		const { items, status } = await deleteAll([...codesOf(0), ...codesOf(1)]);
		expect({
			status,
			outcomes: new Set(items.map(({ json }) => json.outcome)),
			count: items.length,
		}).toEqual({
			status: 'success',
			outcomes: new Set(['deleted']),
			count: 2 * CODES_PER_DEVICE,
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		const taken = service.sandbox.requests
			.of(DELETE)
			.filter(({ status: answer }) => answer === 200);
		expect(taken.length).toBe(2 * CODES_PER_DEVICE);
	});

	it('that wait when another item fails are no longer sent, and the message counts what was accepted', async () => {
		service.sandbox.faults.next(DELETE, { kind: 'tooManyRequests', retryAfter: 60 });
		const unknown = { access_code_id: '40000000-0000-4000-8000-00000000ffff' };
		const { error } = await deleteAll(
			[...codesOf(0, 3), ...codesOf(1, 2), unknown, ...codesOf(2)],
			{ requestsInFlight: 1 },
		);
		expect(error).toMatchObject({ context: { itemIndex: 5 } });
		expect(error?.description).toContain('accepted 2 of 18 items');
		expect(service.sandbox.requests.count(DELETE)).toBe(4);
	});
});

describe('a service that asks for a longer wait than Rate Limit Wait allows', () => {
	it('fails the items of that device immediately, including those not sent yet, and carries out the others', async () => {
		service.sandbox.faults.next(DELETE, { kind: 'tooManyRequests', retryAfter: 20 });
		const { items } = await deleteAll(
			[...codesOf(0, 3), ...codesOf(1, 2)],
			{ maxRateLimitWait: 10, requestsInFlight: 1 },
			'continueRegularOutput',
		);
		expect(items.map(({ json }) => json.error ?? json.outcome)).toEqual([
			...codesOf(0, 3).map(() => 'The service received too many requests'),
			'deleted',
			'deleted',
		]);
		const descriptions = items
			.slice(0, 3)
			.map(({ json }) => (json.details as IDataObject).description as string);
		for (const description of descriptions)
			expect(description).toContain('The service asks you to wait 20 seconds');
		expect(
			descriptions.map((description) => description.includes('did not send this request')),
		).toEqual([false, true, true]);
		expect(service.sandbox.requests.of(DELETE).map(({ body }) => deviceOf(body))).toEqual([
			0, 1, 1,
		]);
	});
});

it('a door that the service limits is not unlocked later than half a minute, nor for the item behind', async () => {
	skipPauses();
	const path = '/locks/unlock_door';
	service.sandbox.faults.next(path, { kind: 'tooManyRequests', retryAfter: 40 });
	const { items } = await service.run(
		'device.unlock',
		{ deviceId: byId(portfolio.deviceId(0)), options: { ...QUICK_CHECKS, requestsInFlight: 1 } },
		{ input: [{}, {}], onError: 'continueRegularOutput' },
	);
	expect(items.map(({ json }) => json.error)).toEqual([expect.any(String), expect.any(String)]);
	expect(service.sandbox.requests.of(path).map(({ status }) => status)).toEqual([429]);
	jest.restoreAllMocks();
});

import * as fc from 'fast-check';
import { propertyRuns } from '../unit/properties/propertyRuns';
import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox/faults/faults';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import { startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';

const DEVICES = 7;
const CODES_PER_DEVICE = 3;
const RUNS = 25;

/** Three pages of 500. */
const MANY_DEVICES = 1_103;

let fewDevices: HotelSandbox;
let manyDevices: HotelSandbox;
beforeAll(async () => {
	fewDevices = await startHotelSandbox({ fixture: 'portfolio', devices: DEVICES, codesPerDevice: CODES_PER_DEVICE });
	manyDevices = await startHotelSandbox({ fixture: 'portfolio', devices: MANY_DEVICES, codesPerDevice: 0 });
});
afterAll(async () => {
	await fewDevices.stop();
	await manyDevices.stop();
});

/** Faults that a list must survive, or that must end it with an error. None waits: the pauses of the node are long. */
const fault = fc.constantFrom<Fault>(
	{ kind: 'tooManyRequests', retryAfter: 0 },
	{ kind: 'malformedJson' },
	{ kind: 'notOk' },
	{ kind: 'missingMember' },
	{ kind: 'repeatedCursor' },
	{ kind: 'missingCursor' },
	{ kind: 'unauthorized' },
	{ kind: 'status', status: 400, body: { error: { type: 'invalid_input', message: 'No.' }, ok: false } },
	{ kind: 'status', status: 404 },
);
const script = fc.array(fc.record({ fault, after: fc.nat({ max: 6 }) }), { maxLength: 3 });
const wantedOf = (count: number) => fc.option(fc.integer({ min: 1, max: count + 2 }), { nil: undefined });
const wantedCodes = wantedOf(DEVICES * CODES_PER_DEVICE);

const limitOf = (count: number | undefined): INodeParameters => (count === undefined ? { returnAll: true } : { returnAll: false, limit: count });

/** Every record exactly once and in order, as many as were wanted; or an error and nothing. */
async function expectAllOrError(
	service: HotelSandbox,
	operation: 'device.getAll' | 'unmanagedAccessCode.getAll',
	path: string,
	parameters: INodeParameters,
	faults: Array<{ fault: Fault; after: number }>,
	expected: string[],
	idField: string,
): Promise<void> {
	service.sandbox.requests.clear();
	service.sandbox.faults.clear();
	for (const { fault: next, after } of faults) service.sandbox.faults.next(path, next, { after });
	const { items, status } = await service.run(operation, { ...parameters, options: { maxRetries: 1 } });
	if (status === 'success') expect(items.map(({ json }) => json[idField])).toEqual(expected);
	else expect(items).toEqual([]);
	// A list never goes on for ever: a page each, and what is tried again after a refusal for the rate limit.
	expect(service.sandbox.requests.count(path)).toBeLessThanOrEqual(DEVICES + faults.length);
}

const codeIds = (deviceIndexes: number[]) =>
	deviceIndexes.flatMap((deviceIndex) => Array.from({ length: CODES_PER_DEVICE }, (_, codeIndex) => portfolio.unmanagedCodeId(deviceIndex, codeIndex)));
const allDevices = Array.from({ length: DEVICES }, (_, deviceIndex) => deviceIndex);

describe('for any faults and any Limit', () => {
	it('a list of devices is whole and in order, or an error', async () => {
		await fc.assert(
			fc.asyncProperty(wantedOf(MANY_DEVICES), script, async (count, faults) => {
				const expected = Array.from({ length: MANY_DEVICES }, (_, deviceIndex) => portfolio.deviceId(deviceIndex)).slice(0, count);
				await expectAllOrError(manyDevices, 'device.getAll', '/devices/list', limitOf(count), faults, expected, 'device_id');
			}),
			propertyRuns(RUNS),
		);
	});

	it('the codes of all devices are whole and in order, or an error', async () => {
		await fc.assert(
			fc.asyncProperty(wantedCodes, script, async (count, faults) => {
				const parameters = { devices: 'all', ...limitOf(count) };
				await expectAllOrError(fewDevices, 'unmanagedAccessCode.getAll', '/access_codes/unmanaged/list', parameters, faults, codeIds(allDevices).slice(0, count), 'access_code_id');
			}),
			propertyRuns(RUNS),
		);
	});

	it('the codes of several devices stand in the order in which the devices were named, or there is an error', async () => {
		await fc.assert(
			fc.asyncProperty(wantedCodes, script, fc.shuffledSubarray(allDevices, { minLength: 1 }), async (count, faults, chosen) => {
				const parameters = { devices: 'several', deviceIds: chosen.map((deviceIndex) => portfolio.deviceId(deviceIndex)), ...limitOf(count) };
				await expectAllOrError(fewDevices, 'unmanagedAccessCode.getAll', '/access_codes/unmanaged/list', parameters, faults, codeIds(chosen).slice(0, count), 'access_code_id');
			}),
			propertyRuns(RUNS),
		);
	});
});

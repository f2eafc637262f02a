import * as fc from 'fast-check';
import { propertyRuns } from '../unit/properties/propertyRuns';
import type { IDataObject } from 'n8n-workflow';
import type { Fault } from '../../sandbox/faults/faults';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import { until } from '../support/until';
import { byId, QUICK_CHECKS, startHotelSandbox } from '../support/hotelSandbox';

const CONVERT = '/access_codes/unmanaged/convert_to_managed';
const UNKNOWN_CODE = '40000000-0000-4000-8000-00000000ffff';
const RUNS = 20;

/** What becomes of one conversion, as the service is told to make it. */
type Fate = 'converted' | 'fails' | 'unsupported' | 'staysPending' | 'vanishes' | 'cutBefore' | 'cutAfter' | 'htmlAfter' | 'limitedFirst' | 'unknownCode';

const FAULTS: Readonly<Partial<Record<Fate, Fault>>> = {
	fails: { kind: 'attemptFails', type: 'uncategorized_error', message: 'The lock did not answer.' },
	unsupported: { kind: 'status', status: 400, body: { error: { type: 'unsupported_device', message: 'No.' }, ok: false } },
	staysPending: { kind: 'attemptStaysPending' },
	vanishes: { kind: 'attemptVanishes' },
	cutBefore: { kind: 'cut' },
	cutAfter: { kind: 'cut', isProcessed: true },
	htmlAfter: { kind: 'badGateway', isProcessed: true },
	limitedFirst: { kind: 'tooManyRequests', retryAfter: 0 },
};

/** What the item must say, and whether the service may have the code among the managed ones in the end. */
const EXPECTED: Readonly<Record<Fate, { item: string; isManaged: boolean }>> = {
	converted: { item: 'converted', isManaged: true },
	fails: { item: 'failed action', isManaged: false },
	unsupported: { item: 'unsupported', isManaged: false },
	staysPending: { item: 'pending', isManaged: false },
	vanishes: { item: 'converted', isManaged: true },
	cutBefore: { item: 'may have acted', isManaged: false },
	cutAfter: { item: 'may have acted', isManaged: true },
	htmlAfter: { item: 'may have acted', isManaged: true },
	limitedFirst: { item: 'converted', isManaged: true },
	unknownCode: { item: 'not found', isManaged: false },
};

const fates = fc.array(fc.constantFrom(...(Object.keys(EXPECTED) as Fate[])), { minLength: 1, maxLength: 9 });
const lookUpFaults = fc.array(fc.constantFrom<Fault>({ kind: 'internalError' }, { kind: 'cut' }, { kind: 'malformedJson' }), { maxLength: 2 });

/** One word for what an item says. */
function wordOf({ error, outcome, details }: IDataObject): string {
	if (typeof error !== 'string') return String(outcome);
	const { may_have_acted: mayHaveActed, outcome: failed, type } = (details ?? {}) as IDataObject;
	if (mayHaveActed === true) return 'may have acted';
	if (failed === 'failed') return 'failed action';
	return type === 'access_code_not_found' ? 'not found' : `${error}`;
}

describe('for any outcomes of conversions', () => {
	// One request at a time, so that each scripted fault hits the item that it is meant for.
	const oneAtATime = { ...QUICK_CHECKS, requestsInFlight: 1, waitTimeout: 0.4, maxRetries: 1 };

	it('every item has exactly one result, in order and paired, that says what the service did', async () => {
		await fc.assert(
			fc.asyncProperty(fates, lookUpFaults, async (planned, failingLookUps) => {
				const service = await startHotelSandbox({ fixture: 'portfolio', devices: planned.length, codesPerDevice: 1 });
				try {
					let requests = 0;
					for (const fate of planned) {
						const fault = FAULTS[fate];
						// Counted faults look at the path alone, and each passes those that are not its own.
						if (fault) service.sandbox.faults.next(CONVERT, fault, { after: requests });
						// What was limited comes again at once.
						requests = fate === 'limitedFirst' ? 1 : fault ? 0 : requests + 1;
					}
					for (const fault of failingLookUps) service.sandbox.faults.next('/action_attempts/list', fault);
					const ids = planned.map((fate, index) => (fate === 'unknownCode' ? UNKNOWN_CODE : portfolio.unmanagedCodeId(index, 0)));
					const { items } = await service.run(
						'unmanagedAccessCode.convertToManaged',
						{ accessCodeId: byId('={{ $json.id }}'), options: oneAtATime },
						{ input: ids.map((id) => ({ id })), onError: 'continueRegularOutput' },
					);
					expect(items.map(({ json, pairedItem }) => [wordOf(json), pairedItem])).toEqual(planned.map((fate, item) => [EXPECTED[fate].item, { item }]));
					const managed = () => ids.map((id) => service.sandbox.state.accessCodes.get(id)?.isManaged === true);
					const expected = planned.map((fate) => EXPECTED[fate].isManaged);
					// What was cut off after the service had acted is finished by it a moment later.
					await until(() => JSON.stringify(managed()) === JSON.stringify(expected));
					expect(managed()).toEqual(expected);
					const sent = ids.map((id) => service.bodies(CONVERT).filter((body) => (body as IDataObject).access_code_id === id).length);
					const expectedSent = planned.map((fate) => (fate === 'limitedFirst' ? 2 : 1));
					const isKnown = (_count: number, index: number) => planned[index] !== 'unknownCode';
					expect(sent.filter(isKnown)).toEqual(expectedSent.filter(isKnown));
				} finally {
					await service.stop();
				}
			}),
			propertyRuns(RUNS),
		);
	});

	it('a run that stops says how many were accepted, and sends nothing after the failed item', async () => {
		await fc.assert(
			fc.asyncProperty(fc.nat({ max: 5 }), fc.nat({ max: 5 }), async (before, after) => {
				const service = await startHotelSandbox({ fixture: 'portfolio', devices: before + after + 1, codesPerDevice: 1 });
				try {
					const ids = Array.from({ length: before + after + 1 }, (_, index) => (index === before ? UNKNOWN_CODE : portfolio.unmanagedCodeId(index, 0)));
					const { error, items } = await service.run(
						'unmanagedAccessCode.convertToManaged',
						{ accessCodeId: byId('={{ $json.id }}'), options: oneAtATime },
						{ input: ids.map((id) => ({ id })) },
					);
					expect({ items, index: (error as { context?: IDataObject } | undefined)?.context?.itemIndex }).toEqual({ items: [], index: before });
					if (ids.length > 1) expect(error?.description).toContain(`${before === 0 ? `None of the ${ids.length}` : `${before} of ${ids.length}`} items`);
					expect(service.sandbox.requests.count(CONVERT)).toBe(before + 1);
				} finally {
					await service.stop();
				}
			}),
			propertyRuns(RUNS),
		);
	});
});

import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { Fault } from '../../sandbox/faults/faults';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import { byId, QUICK_CHECKS, startHotelSandbox } from '../support/service/hotelSandbox';
import { until } from '../support/clock/until';
import { assertProperty } from '../support/assert/assertProperty';

const CONVERT = '/access_codes/unmanaged/convert_to_managed';
const UNKNOWN_CODE = '40000000-0000-4000-8000-00000000ffff';
const RUNS = 12;

/** The fate of one conversion, which the service is set to produce. */
type Fate =
	| 'converted'
	| 'fails'
	| 'unsupported'
	| 'staysPending'
	| 'vanishes'
	| 'cutBefore'
	| 'cutAfter'
	| 'htmlAfter'
	| 'limitedFirst'
	| 'unknownCode';

const FAULTS: Readonly<Partial<Record<Fate, Fault>>> = {
	fails: { kind: 'attemptFails', type: 'uncategorized_error', message: 'The lock did not answer.' },
	unsupported: {
		kind: 'status',
		status: 400,
		body: { error: { type: 'unsupported_device', message: 'No.' }, ok: false },
	},
	staysPending: { kind: 'attemptStaysPending' },
	vanishes: { kind: 'attemptVanishes' },
	cutBefore: { kind: 'cut' },
	cutAfter: { kind: 'cut', isProcessed: true },
	htmlAfter: { kind: 'badGateway', isProcessed: true },
	limitedFirst: { kind: 'tooManyRequests', retryAfter: 0 },
};

/** The expected result of the item, and whether the code is managed at the end. */
const EXPECTED: Readonly<Record<Fate, { item: string; isManaged: boolean }>> = {
	converted: { item: 'converted', isManaged: true },
	fails: { item: 'failed action', isManaged: false },
	unsupported: { item: 'unsupported', isManaged: false },
	staysPending: { item: 'pending', isManaged: false },
	vanishes: { item: 'converted', isManaged: true },
	cutBefore: { item: 'may have acted', isManaged: false },
	cutAfter: { item: 'converted', isManaged: true },
	htmlAfter: { item: 'converted', isManaged: true },
	limitedFirst: { item: 'converted', isManaged: true },
	unknownCode: { item: 'not found', isManaged: false },
};

const fates = fc.array(fc.constantFrom(...(Object.keys(EXPECTED) as Fate[])), {
	minLength: 1,
	maxLength: 9,
});
const lookUpFaults = fc.array(
	fc.constantFrom<Fault>({ kind: 'internalError' }, { kind: 'cut' }, { kind: 'malformedJson' }),
	{ maxLength: 2 },
);

/** Sums up the result of an item. */
function wordOf({ error, outcome, details }: IDataObject): string {
	if (typeof error !== 'string') return String(outcome);
	const { may_have_acted: mayHaveActed, outcome: failed, type } = (details ?? {}) as IDataObject;
	if (mayHaveActed === true) return 'may have acted';
	if (failed === 'failed') return 'failed action';
	return type === 'access_code_not_found' ? 'not found' : `${error}`;
}

describe('for any outcomes of conversions', () => {
	// One request at a time, so that each scripted fault hits the intended item.
	const oneAtATime = { ...QUICK_CHECKS, requestsInFlight: 1, waitTimeout: 1.5, maxRetries: 1 };

	it('every item has exactly one result, in order and paired, that says what the service did', async () => {
		await assertProperty(
			fc.asyncProperty(fates, lookUpFaults, async (planned, failingLookUps) => {
				const service = await startHotelSandbox({
					fixture: 'portfolio',
					devices: planned.length,
					codesPerDevice: 1,
				});
				try {
					const ids = planned.map((fate, index) =>
						fate === 'unknownCode' ? UNKNOWN_CODE : portfolio.unmanagedCodeId(index, 0),
					);
					planned.forEach((fate, index) => {
						const fault = FAULTS[fate];
						if (fault) service.sandbox.faults.next(CONVERT, fault, { holding: ids[index] });
					});
					for (const fault of failingLookUps)
						service.sandbox.faults.next('/action_attempts/list', fault);
					const { items } = await service.run(
						'unmanagedAccessCode.convertToManaged',
						{ accessCodeId: byId('={{ $json.id }}'), options: oneAtATime },
						{ input: ids.map((id) => ({ id })), onError: 'continueRegularOutput' },
					);
					expect(items.map(({ json, pairedItem }) => [wordOf(json), pairedItem])).toEqual(
						planned.map((fate, item) => [EXPECTED[fate].item, { item }]),
					);
					const managed = () =>
						ids.map((id) => service.sandbox.state.accessCodes.get(id)?.isManaged === true);
					const expected = planned.map((fate) => EXPECTED[fate].isManaged);
					// If the connection is cut after the service has acted, the conversion ends a moment later.
					await until(() => JSON.stringify(managed()) === JSON.stringify(expected));
					expect(managed()).toEqual(expected);
					const sent = ids.map(
						(id) =>
							service.bodies(CONVERT).filter((body) => (body as IDataObject).access_code_id === id)
								.length,
					);
					const expectedSent = planned.map((fate) => (fate === 'limitedFirst' ? 2 : 1));
					const isKnown = (_count: number, index: number) => planned[index] !== 'unknownCode';
					expect(sent.filter(isKnown)).toEqual(expectedSent.filter(isKnown));
				} finally {
					await service.stop();
				}
			}),
			RUNS,
		);
	});
});

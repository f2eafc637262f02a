import { runSoak } from '../../bench/soak/runSoak';
import { compareWithService } from '../../bench/soak/compareWithService';
import type { CodeState } from '../../bench/soak/soakMessages';
import { codeAt, CONVERT_PATH, FULL_SOAK } from '../../bench/soak/soakSetup';

/** A small soak; the nightly run has the large ones. */
const ITEMS = 500;
const BUSY_MACHINE_LIMIT_MS = 240_000;

describe('a soak of convert and wait', () => {
	it(
		'returns one true output for every item, and never repeats a write that may have been carried out',
		async () => {
			const { comparison, service } = await runSoak({
				...FULL_SOAK,
				items: ITEMS,
				faultShare: 0.12,
				attemptDurationMs: 200,
				timeoutMs: 2_000,
				waitTimeoutMs: 6_000,
			});
			const items = Object.values(comparison.claims).map((claim) => claim.items);
			const unmet = service.faultsMet.filter(
				({ path, times }) => path === CONVERT_PATH && times === 0,
			);
			expect({
				discrepancies: comparison.discrepancies,
				items: items.reduce((sum, count) => sum + count),
				unmet,
			}).toEqual({ discrepancies: [], items: ITEMS, unmet: [] });
			expect(comparison.claims).toMatchObject({
				unsupported: { managed: 0 },
				notDone: { managed: 0 },
			});
			// Which codes meet the faults depends on the order in which requests arrive: up to 50 items may be reported as unsupported.
			expect(comparison.claims.unsupported.items).toBeGreaterThan(0);
			expect(comparison.claims.pending.items).toBeGreaterThan(0);
			expect(comparison.claims.mayHaveActed.items).toBeGreaterThan(0);
		},
		BUSY_MACHINE_LIMIT_MS,
	);
});

describe('the comparison of a soak', () => {
	const code = codeAt(0);
	const untouched: CodeState = { isManaged: false, answers: [], converted: 0, failed: 0 };
	const managed: CodeState = { isManaged: true, answers: [200], converted: 1, failed: 0 };
	const problems = (json: object, known: CodeState, begun = known.converted + known.failed) =>
		compareWithService([code], [{ json: { ...json }, pairedItem: { item: 0 } }], {
			codes: { [code.accessCodeId]: known },
			begunByDevice: { [code.deviceId]: begun },
			faultsMet: [],
			requestsByPath: {},
			maxInFlight: 1,
		}).discrepancies.map((text) => text.split('; ')[0]?.replace(/^(item 0|device)[^:]*: /, ''));

	it.each([
		['converted, and is', { outcome: 'converted' }, managed, []],
		[
			'converted, and is not',
			{ outcome: 'converted' },
			{ ...managed, isManaged: false, converted: 0 },
			['said to be converted, and is not'],
		],
		[
			'certainly not done, and was',
			{ error: 'refused', details: {} },
			{ ...managed, answers: [400] },
			['said to be not done for certain, and was acted on'],
		],
		[
			'perhaps done, and was',
			{ error: 'cut', details: { may_have_acted: true } },
			{ ...managed, answers: [null] },
			[],
		],
		[
			'perhaps done after an answer, and was never asked for',
			{ error: 'unreadable', details: { type: 'unexpected_answer', may_have_acted: true } },
			untouched,
			['said to be perhaps done, and was never asked for'],
		],
		[
			'perhaps done for no reason, and was never asked for',
			{ error: 'cut', details: { may_have_acted: true } },
			untouched,
			['said to be perhaps done, and was never asked for'],
		],
		[
			'perhaps done at the time limit, and has never arrived',
			{ error: 'slow', details: { type: 'ECONNABORTED', may_have_acted: true } },
			untouched,
			[],
		],
		[
			'perhaps done when the connection was cut, and has never arrived',
			{ error: 'cut', details: { type: 'ECONNRESET', may_have_acted: true } },
			untouched,
			[],
		],
		[
			'perhaps done at the time limit, and was done without a request',
			{ error: 'slow', details: { type: 'ECONNABORTED', may_have_acted: true } },
			{ ...managed, answers: [] },
			['said to be perhaps done, and was never asked for'],
		],
		[
			'pending, and was never accepted',
			{ outcome: 'pending' },
			{ ...untouched, answers: [500] },
			[
				'said to be accepted, and was not',
				'-1 conversions more were begun than ended or are told as pending',
			],
		],
		[
			'failed at the lock, and is managed',
			{ error: 'failed', details: { outcome: 'failed' } },
			managed,
			['said to have failed at the lock, and has not'],
		],
		[
			'converted, after two requests of which the first may have been carried out',
			{ outcome: 'converted' },
			{ ...managed, answers: [502, 200] },
			['was sent again after an answer that does not prove that nothing happened'],
		],
		[
			'converted, after a refusal for the rate limit',
			{ outcome: 'converted' },
			{ ...managed, answers: [429, 200] },
			[],
		],
	])('say what is wrong with an item reported as %s', (_title, json, known, expected) => {
		expect(problems(json, known)).toEqual(expected);
	});

	it('find an item without output, and one with two', () => {
		const other = codeAt(1);
		const service = {
			codes: { [code.accessCodeId]: managed, [other.accessCodeId]: untouched },
			begunByDevice: { [code.deviceId]: 1 },
			faultsMet: [],
			requestsByPath: {},
			maxInFlight: 1,
		};
		const output = { json: { outcome: 'converted' }, pairedItem: { item: 0 } };
		expect(compareWithService([code, other], [output, output], service).discrepancies).toEqual([
			'item 0: has more than one output',
			'output 1: is not in the order of the items',
			'item 1: lost, there is no output for it',
		]);
	});
});

import { portfolio } from '../../sandbox/fixtures/portfolio';
import type { Fault } from '../../sandbox/faults/faults';
import { skipPauses } from '../support/clock/skipPauses';
import { byId, QUICK_CHECKS, startHotelSandbox } from '../support/service/hotelSandbox';

const DELETE = '/access_codes/unmanaged/delete';
const CREATE = '/access_codes/create';
const LOCKS = 4;
const CODES_PER_LOCK = 2;

const FORBIDDEN: Fault = {
	kind: 'status',
	status: 403,
	body: { ok: false, error: { type: 'forbidden', message: 'Not with this key' } },
};

beforeEach(() => void skipPauses());
afterEach(() => jest.restoreAllMocks());

/** Replaces two codes on each of four locks, and returns the outcomes lock by lock. */
async function replaceAll(fault: Fault, path: string, { after = 0 } = {}) {
	const service = await startHotelSandbox({
		fixture: 'portfolio',
		devices: LOCKS,
		codesPerDevice: CODES_PER_LOCK,
	});
	try {
		service.sandbox.faults.always(path, fault, { after });
		const input = Array.from({ length: LOCKS * CODES_PER_LOCK }, (_, number) => ({
			access_code_id: portfolio.unmanagedCodeId(
				Math.floor(number / CODES_PER_LOCK),
				number % CODES_PER_LOCK,
			),
		}));
		const { items } = await service.run(
			'unmanagedAccessCode.replaceWithManaged',
			{
				accessCodeId: byId('={{ $json.access_code_id }}'),
				options: { ...QUICK_CHECKS, waitTimeout: 0.3, evenIfConvertible: true },
			},
			{ input },
		);
		const records = items.map(({ json }) => json);
		const count = (outcome: string) => records.filter((item) => item.outcome === outcome).length;
		return { records, count, deletions: service.sandbox.requests.count(DELETE) };
	} finally {
		await service.stop();
	}
}

describe('codes after one that could not be replaced', () => {
	it.each<[string, Fault, string]>([
		['the key may not create codes (403)', FORBIDDEN, 'locked_out'],
		['the connection breaks', { kind: 'cut' }, 'pending'],
	])(
		'all stay on their locks if %s: one PIN at most stops working',
		async (_why, fault, outcome) => {
			const { records, count, deletions } = await replaceAll(fault, CREATE);
			expect([deletions, count(outcome), count('unchanged')]).toEqual([1, 1, records.length - 1]);
			expect(records.at(-1)).toMatchObject({
				message: expect.stringContaining('replacing another code did not succeed'),
				errors: records[0]?.errors,
			});
			expect(records.at(-1)).not.toHaveProperty('recovery');
		},
	);

	it('are left once the key loses its permission, except those already under way', async () => {
		const { records, count, deletions } = await replaceAll(FORBIDDEN, CREATE, { after: 2 });
		expect(count('replaced')).toBe(2);
		expect(count('locked_out')).toBeLessThanOrEqual(LOCKS);
		expect(deletions).toBe(2 + count('locked_out'));
		expect(count('unchanged')).toBe(records.length - deletions);
	});

	it('all stay if the first deletion is not finished; once a code was created, those of that lock', async () => {
		const first = await replaceAll({ kind: 'attemptStaysPending' }, DELETE);
		expect([first.deletions, first.count('pending')]).toEqual([1, 1]);
		const later = await replaceAll({ kind: 'attemptStaysPending' }, DELETE, { after: 1 });
		expect([later.count('replaced'), later.count('pending')]).toEqual([1, LOCKS]);
		expect(later.count('unchanged')).toBe(later.records.length - LOCKS - 1);
	});
});

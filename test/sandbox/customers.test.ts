import { calls, clock, useFreshSandbox } from './freshSandbox';

useFreshSandbox();

type Member = Record<string, unknown>;

const GUEST = { guest_key: 'g-7', name: 'Guest 7', email_address: 'guest-7@example.com' };
const STAY = {
	reservation_key: '4711',
	guest_key: 'g-7',
	space_keys: ['room-101'],
	starts_at: '2026-03-02T15:00:00Z',
	ends_at: '2026-03-04T11:00:00Z',
};

async function push(records: object): Promise<void> {
	await calls.call('/customers/push_data', { customer_key: 'owner-7', ...records });
	await clock.advanceBy(10_000);
}
const listed = async (path: string, member: string, filters: object = {}) =>
	await calls.call<Member[]>(path, filters, member);
const grants = async () =>
	await listed('/access_grants/list', 'access_grants', { customer_key: 'owner-7' });

describe('data of a customer', () => {
	it.each<[string, object]>([
		['at a place without locks', { reservations: [{ ...STAY, space_keys: ['empty-wing'] }] }],
		['at an unknown place', { reservations: [{ ...STAY, space_keys: ['attic'] }] }],
		['for somebody unknown', { reservations: [{ ...STAY, guest_key: 'g-9' }] }],
		[
			'of a guest whose email address somebody else has',
			{
				guests: [{ ...GUEST, guest_key: 'g-9', email_address: 'guest-101@example.com' }],
				reservations: [{ ...STAY, guest_key: 'g-9' }],
			},
		],
	])('come to nothing, and nobody is told, for a stay %s', async (_what, records) => {
		await push({ guests: [GUEST], ...records });
		expect(await grants()).toEqual([]);
	});
});

import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { useHotelSandbox } from '../support/service/hotelSandbox';
import { booking, inDays, reserve, writesOf } from '../support/service/reservations';

const service = useHotelSandbox();

const ROOMS = ['room-101', 'room-102', 'suite'];
const stay = (index: number): IDataObject =>
	booking({
		id: `s-${index}`,
		guest: `Guest s-${index}`,
		contact: `s-${index}@example.com`,
		rooms: ROOMS[index % 3],
		arrival: inDays(5 + 3 * Math.floor(index / 3)),
		departure: inDays(7 + 3 * Math.floor(index / 3), 11),
	});

/** Gives stays access as if an earlier execution had, because creating thousands takes minutes. */
function addAccess(rows: IDataObject[]): void {
	const { access } = service.sandbox.state.workspaces.get(workspaceIds.main) ?? {};
	const made = access?.accessGrants.entries.at(-1)?.record;
	const method = access?.accessMethods.records.at(-1);
	const person = access?.userIdentities.records.at(-1);
	if (!access || !made || !method || !person) throw new Error('No access to copy');
	for (const { id, guest, contact, arrival, departure } of rows) {
		const grantId = randomUUID();
		const personId = randomUUID();
		const methodId = randomUUID();
		access.userIdentities.add({
			...person,
			user_identity_id: personId,
			user_identity_key: `reservation:${String(id)}`,
			full_name: String(guest),
			email_address: String(contact),
		});
		access.accessGrants.add({
			...made,
			access_grant_id: grantId,
			access_grant_key: `reservation:${String(id)}`,
			user_identity_id: personId,
			name: String(guest),
			starts_at: String(arrival),
			ends_at: String(departure),
			requested_access_methods: made.requested_access_methods.map((request) => ({
				...request,
				created_access_method_ids: [methodId],
			})),
		});
		access.accessMethods.add({
			...method,
			access_method_id: methodId,
			access_grant_id: grantId,
		});
	}
}

it('a rehearsal of 5,000 reservations takes at most 60 requests, whatever is already there', async () => {
	const all = Array.from({ length: 5_000 }, (_, index) => stay(index));
	await reserve(
		service,
		'upsert',
		all.slice(0, 1).map((row) => ({ ...row, rooms: 'room-101' })),
	);
	addAccess(all.slice(1, 4_000).map((row) => ({ ...row, rooms: 'room-101' })));
	const changed = all.map((row, index) => ({
		...row,
		...(index % 11 === 0 ? { status: 'cancelled' } : {}),
		...(index % 13 === 0 ? { rooms: 'room-110' } : {}),
	}));
	service.sandbox.requests.clear();
	const { items } = await reserve(service, 'syncMany', changed, {
		dryRun: true,
		closeAtMost: 1_000,
	});
	expect(items).toHaveLength(5_000);
	expect(new Set(items.map(({ json }) => json.outcome))).toEqual(
		new Set(['created', 'moved', 'unchanged', 'ended', 'nothing_to_end', 'failed']),
	);
	expect(service.paths().length).toBeLessThanOrEqual(60);
	expect(writesOf(service)).toEqual([]);
});

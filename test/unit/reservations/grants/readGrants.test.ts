import { GrantsOfRun } from '../../../../nodes/DeviceAccess/reservations/grants/grantsOfRun';
import { getGrantByKey } from '../../../../nodes/DeviceAccess/reservations/grants/readGrants';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { answeringSend, refusal } from '../../answeringSend';

const grant = (id: string, changes: WireObject = {}): WireObject => ({
	access_grant_id: id,
	access_grant_key: `reservation:${id}`,
	user_identity_id: 'ann',
	...changes,
});
const pages = (...lists: WireObject[][]) =>
	answeringSend(({ endpoint, body }) => {
		if (endpoint.endsWith('/get_related')) return { batch: {}, ok: true };
		const page = Number((body as WireObject).page_cursor ?? 0);
		const hasNext = page + 1 < lists.length;
		return {
			access_grants: lists[page],
			pagination: {
				has_next_page: hasNext,
				next_page_cursor: hasNext ? String(page + 1) : null,
				next_page_url: null,
			},
			ok: true,
		};
	});

it('a grant is one grant however often the list names it', async () => {
	const { send } = pages([grant('a'), grant('b')], [grant('b'), grant('c')]);
	const grants = new GrantsOfRun(send);
	await grants.read([], 'reservation:');
	expect(grants.ours().map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

it('grants of others and those that are being deleted are not ours', async () => {
	const others = [
		grant('b', { access_grant_key: 'stay-1' }),
		grant('c', { access_grant_key: null }),
		grant('d', { warnings: [{ warning_code: 'being_deleted' }] }),
	];
	const grants = new GrantsOfRun(pages([grant('a'), ...others]).send);
	await grants.read([], 'reservation:');
	expect(grants.ours().map(({ id }) => id)).toEqual(['a']);
});

it('an answer with another grant than the one with the key is an error', async () => {
	const { send } = answeringSend(() => ({ access_grant: grant('b'), ok: true }));
	await expect(getGrantByKey(send, 'reservation:a')).rejects.toThrow('a different access grant');
});

it('a third access of a stay is not overlooked beside a first one that ends soon', async () => {
	const endsAt = new Date(Date.now() + 600_000).toISOString();
	const known = [
		grant('a', { starts_at: '2020-01-01T00:00:00Z', ends_at: endsAt }),
		grant('c', { access_grant_key: 'reservation:a:part-3' }),
	];
	const { send } = answeringSend(({ endpoint, body }) => {
		if (endpoint.endsWith('/get_related')) return { batch: {}, ok: true };
		const found = known.find(({ access_grant_key: key }) => key === body.access_grant_key);
		if (endpoint.endsWith('/list')) return { access_grants: [], pagination: {}, ok: true };
		if (found) return { access_grant: found, ok: true };
		throw refusal(endpoint, 404, 'access_grant_not_found');
	});
	const stay = { prefix: 'reservation:', reservationKey: 'a' };
	const ids = (await new GrantsOfRun(send).grantsOf(stay)).map(({ id }) => id);
	expect(ids).toEqual(['a', 'c']);
});

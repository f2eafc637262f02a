import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import { pagesOfWhoCanOpen } from '../../../nodes/DeviceAccess/whoCanOpen/whoCanOpen';
import { answeringSend } from '../answeringSend';

const ANN = { acs_user_id: 'ann', full_name: 'Ann' };
const BOB = { acs_user_id: 'bob', full_name: 'Bob' };
const group = (id: string, starts_at: string | null, ends_at: string | null) => ({
	acs_access_group_id: id,
	name: `Group ${id}`,
	access_schedule: starts_at === null ? null : { starts_at, ends_at },
});

async function membersOf(groups: WireObject[], when: WireObject = {}) {
	const answers: Record<string, WireObject> = {
		'/acs/entrances/get': { acs_entrance: { acs_system_id: 'system' } },
		'/access_grants/list': { access_grants: [] },
		'/access_grants/unmanaged/list': { access_grants: [] },
		'/access_methods/list': { access_methods: [] },
		'/acs/entrances/list_credentials_with_access': { acs_credentials: [] },
		'/acs/users/list': { acs_users: [ANN, BOB] },
		'/acs/access_groups/list': { acs_access_groups: groups },
		'/acs/access_groups/list_accessible_entrances': {
			acs_entrances: [{ acs_entrance_id: 'door' }],
		},
	};
	const { send } = answeringSend(({ endpoint, body }) =>
		endpoint === '/acs/access_groups/list_users'
			? { acs_users: body.acs_access_group_id === 'a' ? [ANN, BOB] : [ANN] }
			: (answers[endpoint] ?? { batch: {} }),
	);
	const found: WireObject[] = [];
	for await (const { records } of pagesOfWhoCanOpen(send, {
		endpoint: '/access_grants/list',
		member: 'access_grants',
		parameters: { acs_entrance_id: 'door', ...when },
	}))
		found.push(...records);
	return found;
}

it('lists a member of several groups once for each, with its times, and only those that open the door then', async () => {
	const groups = [
		group('a', '2030-06-02T00:00:00Z', '2030-06-05T00:00:00Z'),
		group('b', '2030-06-01T00:00:00Z', '2030-06-04T00:00:00Z'),
		group('c', null, null),
	];
	const ofAnn = async (from: string) =>
		(await membersOf(groups, { from, until: '2030-06-30T00:00:00Z' }))
			.filter(({ name }) => name === 'Ann')
			.map(({ access_group_name: name, starts_at: start, ends_at: end }) => [name, start, end]);
	const [a, c] = [
		['Group a', '2030-06-02T00:00:00Z', '2030-06-05T00:00:00Z'],
		['Group c', null, null],
	];
	expect(await ofAnn('2030-06-03T00:00:00Z')).toEqual([
		a,
		['Group b', '2030-06-01T00:00:00Z', '2030-06-04T00:00:00Z'],
		c,
	]);
	expect(await ofAnn('2030-06-04T12:00:00Z')).toEqual([a, c]);
});

import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import '../support/contract/holdToContract';
import { FLAG, testVariety } from './testVariety';
import { accessCalls } from '../sandbox/accessCalls';

type Records = Array<Record<string, unknown>>;

let sandbox: Sandbox;
const seen: Record<string, Records> = {};
beforeAll(async () => {
	sandbox = await createSandbox();
	const { call } = accessCalls(sandbox);
	await call('/spaces/create', { name: 'Annex', customer_key: 'annex-owner' });
	await call('/user_identities/create', { phone_number: '+15555550100' });
	const { staff, conference } = hotel.accessGroups;
	await call('/acs/access_groups/add_user', {
		acs_access_group_id: conference,
		acs_user_id: hotel.accessSystemUsers.cleaning,
	});
	await call('/acs/access_groups/delete', { acs_access_group_id: staff });
	seen.acs_access_group = await call('/acs/access_groups/list', {}, 'acs_access_groups');
	seen.space = await call('/spaces/list', {}, 'spaces');
	seen.user_identity = await call('/user_identities/list', {}, 'user_identities');
	seen.pagination = [
		await call('/devices/list', { limit: 5 }, 'pagination'),
		await call('/devices/list', {}, 'pagination'),
	];
});
afterAll(() => sandbox.stop());

const records = (name: string) => () => seen[name] ?? [];

describe('spaces', () => {
	testVariety(records('space'), { optional: ['space_key', 'customer_key'] });
});

describe('people', () => {
	testVariety(records('user_identity'), {
		nullable: ['user_identity_key', 'email_address', 'phone_number', 'full_name'],
	});
});

describe('pages', () => {
	testVariety(records('pagination'), {
		nullable: ['next_page_cursor', 'next_page_url'],
		values: { has_next_page: FLAG },
	});
});

describe('access groups', () => {
	testVariety(records('acs_access_group'), {
		optional: ['access_schedule'],
		codes: {
			errors: ['failed_to_create_on_acs_system'],
			pending_mutations: ['deleting', 'updating_user_membership'],
		},
	});

	it('may have a schedule without an end', () => {
		const ends = records('acs_access_group')().flatMap(({ access_schedule: schedule }) =>
			schedule ? [(schedule as { ends_at: unknown }).ends_at] : [],
		);
		expect(ends).toEqual([null, expect.any(String)]);
	});
});

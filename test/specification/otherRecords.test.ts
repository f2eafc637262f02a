import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { accessGroupFields, accessGroupMutations, failedToCreate } from './fields/accessGroup';
import {
	connectedAccountFields,
	paginationFields,
	spaceFields,
	userIdentityFields,
	workspaceFields,
} from './fields/otherRecords';
import { expectVariant, testFields, type SpecifiedField } from './fields/field';
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
	seen.workspace = await call('/workspaces/list', {}, 'workspaces');
	seen.space = await call('/spaces/list', {}, 'spaces');
	seen.user_identity = await call('/user_identities/list', {}, 'user_identities');
	seen.connected_account = await call('/connected_accounts/list', {}, 'connected_accounts');
	seen.pagination = [
		await call('/devices/list', { limit: 5 }, 'pagination'),
		await call('/devices/list', {}, 'pagination'),
	];
});
afterAll(() => sandbox.stop());

const tables: Array<[string, readonly SpecifiedField[]]> = [
	['workspace', workspaceFields],
	['space', spaceFields],
	['user_identity', userIdentityFields],
	['connected_account', connectedAccountFields],
	['pagination', paginationFields],
	['acs_access_group', accessGroupFields],
];

describe.each(tables)('the specification of %s', (table, fields) => {
	testFields(fields, () => seen[table] ?? []);
});

describe('the specification of acs_access_group, within', () => {
	const entriesOf = (member: string) =>
		(seen.acs_access_group ?? []).flatMap((group) => group[member] as Records);

	it('acs_access_group.errors failed_to_create_on_acs_system: created_at, message', () => {
		expectVariant(
			entriesOf('errors'),
			'error_code',
			'failed_to_create_on_acs_system',
			failedToCreate,
		);
	});

	it.each(Object.entries(accessGroupMutations))(
		'acs_access_group.pending_mutations %s (facts 4)',
		(row, schema) => {
			expectVariant(
				entriesOf('pending_mutations'),
				'mutation_code',
				row.split(':', 1)[0] ?? '',
				schema,
			);
		},
	);

	it('acs_access_group.access_schedule.ends_at: nullable', () => {
		const ends = (seen.acs_access_group ?? []).flatMap(({ access_schedule: schedule }) =>
			schedule ? [(schedule as { ends_at: unknown }).ends_at] : [],
		);
		expect(ends).toEqual([null, expect.any(String)]);
	});
});

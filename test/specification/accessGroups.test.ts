import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { accessCalls } from '../sandbox/accessCalls';
import { accessGroupFields, accessGroupMutations, failedToCreate } from './fields/accessGroup';
import { expectField, expectVariant } from './fields/field';

type Group = Record<string, unknown> & { errors: Array<Record<string, unknown>>; pending_mutations: Array<Record<string, unknown>> };

const { staff, conference } = hotel.accessGroups;

let sandbox: Sandbox;
let groups: Group[];
beforeAll(async () => {
	sandbox = await createSandbox();
	const { call } = accessCalls(sandbox);
	await call('/acs/access_groups/add_user', { acs_access_group_id: conference, acs_user_id: hotel.accessSystemUsers.cleaning });
	await call('/acs/access_groups/delete', { acs_access_group_id: staff });
	groups = await call<Group[]>('/acs/access_groups/list', {}, 'acs_access_groups');
});
afterAll(() => sandbox.stop());

describe('the specification of acs_access_group', () => {
	it.each(accessGroupFields.map((field) => [field.title, field] as const))('%s', (_title, field) => {
		expectField(field, groups);
	});

	it('acs_access_group.errors failed_to_create_on_acs_system: created_at, message', () => {
		expectVariant(groups.flatMap(({ errors }) => errors), 'error_code', 'failed_to_create_on_acs_system', failedToCreate);
	});

	it.each(Object.entries(accessGroupMutations))('acs_access_group.pending_mutations %s (facts 4)', (row, schema) => {
		expectVariant(groups.flatMap((one) => one.pending_mutations), 'mutation_code', row.split(':', 1)[0] ?? '', schema);
	});

	it('acs_access_group.access_schedule.ends_at: nullable', () => {
		const ends = groups.flatMap(({ access_schedule: schedule }) => (schedule ? [(schedule as { ends_at: unknown }).ends_at] : []));
		expect(ends).toEqual([null, expect.any(String)]);
	});
});

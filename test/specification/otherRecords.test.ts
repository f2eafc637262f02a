import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { connectedAccountFields } from './fields/connectedAccount';
import { expectField, type SpecifiedField } from './fields/field';
import { paginationFields } from './fields/pagination';
import { spaceFields } from './fields/space';
import { userIdentityFields } from './fields/userIdentity';
import { workspaceFields } from './fields/workspace';
import { accessCalls } from '../sandbox/accessCalls';

type Records = Array<Record<string, unknown>>;

let sandbox: Sandbox;
const seen: Record<string, Records> = {};
beforeAll(async () => {
	sandbox = await createSandbox();
	const { call } = accessCalls(sandbox);
	await call('/spaces/create', { name: 'Annex', customer_key: 'annex-owner' });
	await call('/user_identities/create', { phone_number: '+15555550100' });
	seen.workspace = await call('/workspaces/list', {}, 'workspaces');
	seen.space = await call('/spaces/list', {}, 'spaces');
	seen.user_identity = await call('/user_identities/list', {}, 'user_identities');
	seen.connected_account = await call('/connected_accounts/list', {}, 'connected_accounts');
	seen.pagination = [await call('/devices/list', { limit: 5 }, 'pagination'), await call('/devices/list', {}, 'pagination')];
});
afterAll(() => sandbox.stop());

const tables: Array<[string, readonly SpecifiedField[]]> = [
	['workspace', workspaceFields],
	['space', spaceFields],
	['user_identity', userIdentityFields],
	['connected_account', connectedAccountFields],
	['pagination', paginationFields],
];

describe.each(tables)('the specification of %s', (table, fields) => {
	it.each(fields.map((field) => [field.title, field] as const))('%s', (_title, field) => {
		expectField(field, seen[table] ?? []);
	});
});

it('pagination: while has_next_page is true, the same parameters and the cursor give the next page', async () => {
	const { call } = accessCalls(sandbox);
	const ids: unknown[] = [];
	let cursor: string | null | undefined;
	do {
		const page = await call<{ devices: Records; pagination: { has_next_page: boolean; next_page_cursor: string | null } }>('/devices/list', {
			limit: 5,
			page_cursor: cursor,
		});
		ids.push(...page.devices.map(({ device_id }) => device_id));
		cursor = page.pagination.next_page_cursor;
		expect(page.pagination.has_next_page).toBe(cursor !== null);
	} while (cursor);
	expect(new Set(ids).size).toBe(12);
	expect(ids).toHaveLength(12);
});

import { portfolio } from '../../sandbox/fixtures/portfolio';
import { callSandbox } from './callSandbox';
import { clock, sandbox, useFreshSandbox } from './freshSandbox';

interface Page {
	devices: Array<{ device_id: string }>;
	access_codes: Array<{ access_code_id: string }>;
	pagination: {
		has_next_page: boolean;
		next_page_cursor: string | null;
		next_page_url: string | null;
	};
}

useFreshSandbox({ fixture: 'portfolio', devices: 5, codesPerDevice: 4 });

const list = async (parameters: object) =>
	(await callSandbox<Page>(sandbox, '/devices/list', parameters)).body;

it.each([
	['another limit', { limit: 3 }],
	['another filter', { limit: 2, device_type: 'yale_lock' }],
])('refuses a cursor with %s', async (_what, parameters) => {
	const { pagination } = await list({ limit: 2 });
	const { status, body } = await callSandbox(sandbox, '/devices/list', {
		...parameters,
		page_cursor: pagination.next_page_cursor,
	});
	expect(status).toBe(400);
	expect(body).toMatchObject({ error: { type: 'mismatched_page_parameters' }, ok: false });
});

it('refuses a cursor that is none', async () => {
	const { status, body } = await callSandbox(sandbox, '/devices/list', { page_cursor: 'made-up' });
	expect(status).toBe(400);
	expect(body).toMatchObject({
		error: { type: 'invalid_input', validation_errors: { _errors: ['Invalid page_cursor'] } },
	});
});

it('neither skips nor repeats when entries disappear between pages', async () => {
	const parameters = { device_id: portfolio.deviceId(0), limit: 2 };
	const first = await callSandbox<Page>(sandbox, '/access_codes/unmanaged/list', parameters);
	await callSandbox(sandbox, '/access_codes/unmanaged/delete', {
		access_code_id: portfolio.unmanagedCodeId(0, 0),
		sync: true,
	});
	const second = await callSandbox<Page>(sandbox, '/access_codes/unmanaged/list', {
		...parameters,
		page_cursor: first.body.pagination.next_page_cursor,
	});
	expect(second.body.access_codes.map(({ access_code_id }) => access_code_id)).toEqual(
		[2, 3].map((codeIndex) => portfolio.unmanagedCodeId(0, codeIndex)),
	);
});

it.each([
	['exact', [0, 1, 2, 3, 4]],
	['repeatsOne', [0, 1, 1, 2, 2, 3, 3, 4]],
	['skipsOne', [0, 1, 3, 4]],
] as const)(
	'with the page boundary %s, pages of at most two records have the devices %j',
	async (pageBoundary, numbers) => {
		Object.assign(sandbox.settings, { pageBoundary, maxPageSize: 2 });
		const ids: string[] = [];
		let cursor: string | null = null;
		do {
			const page: Page = await list({ limit: 500, page_cursor: cursor });
			ids.push(...page.devices.map(({ device_id: id }) => id));
			cursor = page.pagination.next_page_cursor;
		} while (cursor !== null);
		expect(ids).toEqual(numbers.map((number) => portfolio.deviceId(number)));
	},
);

it('lists people as they were before the lag, but finds them by ID at once', async () => {
	sandbox.settings.listLagMs = 300_000;
	const call = async (path: string, parameters: object) =>
		(await callSandbox<Record<string, never>>(sandbox, `/user_identities/${path}`, parameters))
			.body;
	const names = async (parameters: object = {}) =>
		(
			(await call('list', parameters)) as unknown as {
				user_identities: Array<{ full_name: string }>;
			}
		).user_identities.map(({ full_name: name }) => name);
	const { user_identity: person } = await call('create', { full_name: 'Guest' });
	const { user_identity_id: id } = person as unknown as { user_identity_id: string };
	expect(await names()).toEqual([]);
	expect(await names({ user_identity_ids: [id] })).toEqual(['Guest']);
	await clock.advanceBy(300_000);
	expect(await names()).toEqual(['Guest']);
	await call('update', { user_identity_id: id, full_name: 'Other Guest' });
	await call('delete', { user_identity_id: id });
	await clock.advanceBy(299_999);
	expect(await names()).toEqual(['Guest']);
	await clock.advanceBy(1);
	expect(await names()).toEqual([]);
});

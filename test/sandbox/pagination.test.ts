import { portfolio } from '../../sandbox/fixtures/portfolio';
import { callSandbox } from './callSandbox';
import { sandbox, useFreshSandbox } from './freshSandbox';

interface Page {
	devices: Array<{ device_id: string }>;
	pagination: { next_page_cursor: string | null };
}

useFreshSandbox({ fixture: 'portfolio', devices: 5, codesPerDevice: 0 });

const list = async (parameters: object) =>
	(await callSandbox<Page>(sandbox, '/devices/list', parameters)).body;

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

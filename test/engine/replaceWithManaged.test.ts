import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import {
	byId,
	QUICK_CHECKS,
	useHotelSandbox,
	type HotelSandbox,
} from '../support/service/hotelSandbox';
import { checkTables } from '../support/contract/checkTables';
import type { NodeRunOptions } from '../../host/engine/runNode';
import { skipPauses } from '../support/clock/skipPauses';
import { until } from '../support/clock/until';
import { replacementSections } from './replaceWithManaged/cases';
import type { ReplacementCase } from './replaceWithManaged/replacementCase';
import { type ReplacementRow, replacementTable } from '../../tools/docs/observed/replacementTable';
import type { Block } from '../../tools/docs/page';
import { runReplacementCase } from './replaceWithManaged/runReplacementCase';

const service = useHotelSandbox();

const { cannotBeManaged, convertible, onSmartThings } = hotel.unmanagedCodes;
const { room101, room201 } = hotel.devices;
const DELETE = '/access_codes/unmanaged/delete';
const CREATE = '/access_codes/create';

async function replace(
	ids: string[],
	options: INodeParameters = {},
	run: Partial<NodeRunOptions> = {},
) {
	return await service.run(
		'unmanagedAccessCode.replaceWithManaged',
		{
			accessCodeId: byId('={{ $json.access_code_id }}'),
			options: { ...QUICK_CHECKS, waitTimeout: 3, ...options },
		},
		{ input: ids.map((access_code_id) => ({ access_code_id })), ...run },
	);
}

const writes = () => service.paths().filter((path) => path === DELETE || path === CREATE);

function change(
	id: string,
	changes: Parameters<HotelSandbox['sandbox']['state']['updateAccessCode']>[1],
): void {
	const code = service.sandbox.state.accessCodes.get(id);
	if (code) service.sandbox.state.updateAccessCode(code, changes);
}

/** Adds a new unmanaged code to a lock. Returns its ID. */
async function addCode(deviceId: string, name: string, code: string): Promise<string> {
	const { items } = await service.run('unmanagedAccessCode.simulateCreate', {
		deviceId: byId(deviceId),
		name,
		code,
	});
	service.sandbox.requests.clear();
	return String(items[0]?.json.access_code_id);
}

describe('replacing a code that cannot be converted', () => {
	it('keeps the times', async () => {
		const [startsAt, endsAt] = ['2026-06-01T15:00:00.000Z', '2126-06-08T11:00:00.000Z'];
		change(cannotBeManaged, { startsAt, endsAt });
		const { items } = await replace([cannotBeManaged]);
		expect(service.bodies(CREATE)).toEqual([
			expect.objectContaining({ starts_at: startsAt, ends_at: endsAt }),
		]);
		expect(items[0]?.json).toMatchObject({
			outcome: 'replaced',
			access_code: { starts_at: startsAt, ends_at: endsAt, type: 'time_bound' },
		});
	});

	it('replaces a code that can be converted only if requested', async () => {
		const { error } = await replace([convertible]);
		expect([error?.message, writes()]).toEqual([
			'Room 101: Nothing was changed: this code can be converted',
			[],
		]);
		const { items } = await replace([convertible], { evenIfConvertible: true });
		expect([items[0]?.json.outcome, writes()]).toEqual(['replaced', [DELETE, CREATE]]);
	});
});

it('is refused if PINs are masked, because the output must be able to carry the PIN', async () => {
	const { error, items } = await replace([cannotBeManaged], { maskPinCodes: true });
	expect([error?.message, items, writes()]).toEqual([
		"Nothing was changed: 'Mask PINs' is on",
		[],
		[],
	]);
});

describe('many codes', () => {
	it('are processed lock by lock: locks in parallel, codes of the same lock one after another', async () => {
		const onFirst = await Promise.all(
			[1, 2, 3].map(async (number) => await addCode(room201, `New ${number}`, `551${number}`)),
		);
		const onSecond = await Promise.all(
			[1, 2].map(async (number) => await addCode(room101, `New ${number}`, `552${number}`)),
		);
		service.sandbox.requests.clear();
		const { items } = await replace([...onFirst, ...onSecond], { evenIfConvertible: true });
		expect(items.map(({ json, pairedItem }) => [json.outcome, pairedItem])).toEqual(
			[0, 1, 2, 3, 4].map((item) => ['replaced', { item }]),
		);
		const ofFirst = service.sandbox.requests.entries.filter(({ path, body }) => {
			const { access_code_id: id, device_id: deviceId } = body as Record<string, string>;
			return (
				(path === DELETE && onFirst.includes(id ?? '')) || (path === CREATE && deviceId === room201)
			);
		});
		expect(ofFirst.map(({ path }) => path)).toEqual([
			DELETE,
			CREATE,
			DELETE,
			CREATE,
			DELETE,
			CREATE,
		]);
		// The first code goes alone. Then, while its lock waits for the next deletion, the second lock begins.
		expect(writes().slice(0, 4)).toEqual([DELETE, CREATE, DELETE, DELETE]);
	});

	it('are between deletion and creation on no more locks at a time than requests may be in flight', async () => {
		const ids: string[] = [];
		for (const [number, deviceId] of Object.values(hotel.devices).slice(0, 5).entries())
			ids.push(await addCode(deviceId, `New ${number}`, `553${number}`));
		service.sandbox.requests.clear();
		const { items } = await replace(ids, { evenIfConvertible: true, requestsInFlight: 2 });
		expect(items.map(({ json }) => json.outcome)).toEqual(ids.map(() => 'replaced'));
		let between = 0;
		let most = 0;
		for (const path of writes()) most = Math.max(most, (between += path === DELETE ? 1 : -1));
		expect([most, service.sandbox.requests.maxInFlight() <= 2]).toEqual([2, true]);
	});

	it.each<[string, (id: string) => void, object]>([
		[
			'is changed',
			(id) => change(id, { name: 'Somebody else' }),
			{ outcome: 'unchanged', message: expect.stringMatching(/^Nothing was changed/) },
		],
		[
			'is removed',
			(id) => {
				const code = service.sandbox.state.accessCodes.get(id);
				if (code) service.sandbox.state.removeAccessCode(code);
			},
			{ outcome: 'pending', recovery: expect.objectContaining({ code: '5541', name: 'Last' }) },
		],
	])(
		'are checked again: one that %s after its first check is left unchanged',
		async (_what, happen, expected) => {
			const last = await addCode(room201, 'Last', '5541');
			const run = replace([cannotBeManaged, last], { evenIfConvertible: true });
			await until(() => writes().length === 1);
			happen(last);
			const { items } = await run;
			expect(items.map(({ json }) => json)).toEqual([
				expect.objectContaining({ outcome: 'replaced' }),
				expect.objectContaining(expected),
			]);
			expect(service.bodies(DELETE)).toEqual([{ access_code_id: cannotBeManaged }]);
		},
	);

	it('are all checked before the first one is changed: one that cannot be replaced stops all', async () => {
		const { error, items } = await replace([cannotBeManaged, onSmartThings]);
		expect({
			items,
			message: error?.message,
			description: error?.description,
			itemIndex: error?.context.itemIndex,
		}).toEqual({
			items: [],
			message:
				'Spa: Nothing was changed: the PIN of the code is unknown, so no new code can have it',
			description:
				"The service accepted none of the 2 items. To continue despite failed items, set 'On Error' to 'Continue' in the node's settings",
			itemIndex: 1,
		});
		expect(writes()).toEqual([]);
	});

	it('are refused if one is in the input twice', async () => {
		const { error } = await replace([cannotBeManaged, cannotBeManaged]);
		expect([error?.message, writes()]).toEqual([expect.stringContaining('item 0'), []]);
		const { items } = await replace(
			[cannotBeManaged, cannotBeManaged],
			{},
			{ onError: 'continueRegularOutput' },
		);
		expect(items.map(({ json }) => json.error ?? json.outcome)).toEqual([
			'replaced',
			expect.stringContaining('item 0'),
		]);
	});
});

describe('Replace With Managed under faults', () => {
	/** What was observed, for the page. */
	const rows = new Map<ReplacementCase, ReplacementRow>();

	beforeEach(() => void skipPauses());
	afterEach(() => jest.restoreAllMocks());

	describe.each(replacementSections)('$title', ({ cases }) => {
		it.each(cases.map((replacementCase) => [replacementCase.fault, replacementCase] as const))(
			'%s',
			async (_fault, replacementCase) => {
				const { falseWords, ...row } = await runReplacementCase(replacementCase);
				rows.set(replacementCase, { fault: replacementCase.fault, ...row });
				expect({ outcome: row.outcome, falseWords }).toEqual({
					outcome: replacementCase.expected,
					falseWords: [],
				});
			},
		);
	});

	it('the tables of docs/replace-with-managed.md say what was observed; if not, `npm run docs:observed` writes them', () => {
		const tables = replacementSections.map(({ title, cases }): [string, Block] => [
			title,
			replacementTable(cases.flatMap((replacementCase) => rows.get(replacementCase) ?? [])),
		]);
		checkTables('replace-with-managed.md', new Map(tables));
	});
});

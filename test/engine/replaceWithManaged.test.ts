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
import type { Table } from '../../tools/docs/observed/tables';
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

/** All codes on a lock: name, PIN, and whether each is managed. */
const codesOn = (deviceId: string) =>
	[...service.sandbox.state.accessCodes.values()]
		.filter((code) => code.deviceId === deviceId)
		.map(({ name, code, isManaged }) => ({ name, code, isManaged }));

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

	it('works if the service answers without action attempts', async () => {
		Object.assign(service.sandbox.settings, { deleteAnswer: 'okOnly', accessCodeAnswer: 'okOnly' });
		const { items } = await replace([cannotBeManaged]);
		expect(items[0]?.json).toMatchObject({ outcome: 'replaced', access_code: { status: 'set' } });
		expect(service.paths()).not.toContain('/action_attempts/list');
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

	it('says why a code that can be converted cannot be converted now, as the migration advice does', async () => {
		const { onOfflineDevice } = hotel.unmanagedCodes;
		const { error } = await replace([onOfflineDevice]);
		const why = /but not now: (the lock .*)$/.exec(error?.message ?? '')?.[1];
		expect(why).toMatch(/^the lock (?:has an error|is offline)/);
		const { items } = await service.run('unmanagedAccessCode.getAll', {
			devices: 'one',
			deviceId: byId(hotel.devices.garage),
			returnAll: true,
			options: { addMigrationAdvice: true },
		});
		expect(items.map(({ json }) => json.migration)).toContainEqual({
			advice: 'keep',
			reason: `This code cannot be converted now: ${why}`,
		});
	});
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
			'is converted',
			(id) => change(id, { isManaged: true }),
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

	it('are processed by two runs at the same time: the one that comes second does not know, and says how to find out', async () => {
		const ids = await Promise.all(
			Array.from(
				{ length: 6 },
				async (_, number) => await addCode(room201, `New ${number}`, `556${number}`),
			),
		);
		const runs = await Promise.all(
			[1, 2].map(
				async () =>
					await replace(ids, { evenIfConvertible: true }, { onError: 'continueRegularOutput' }),
			),
		);
		const results = runs.flatMap(({ items }) => items.map(({ json }) => json));
		expect(results).toHaveLength(2 * ids.length);
		const others = results.filter(({ outcome }) => outcome !== 'replaced');
		for (const other of others)
			expect(other).toMatchObject({ outcome: 'pending', recovery: expect.anything() });
		expect(codesOn(room201).filter(({ code }) => code?.startsWith('556'))).toEqual(
			ids.map((_, number) => ({ name: `New ${number}`, code: `556${number}`, isManaged: true })),
		);
	});

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

	it('continue without those that cannot be replaced if the node continues on errors', async () => {
		const { items } = await replace(
			[onSmartThings, cannotBeManaged],
			{},
			{ onError: 'continueRegularOutput' },
		);
		expect(items.map(({ json }) => json.error ?? json.outcome)).toEqual([
			'Nothing was changed: the PIN of the code is unknown, so no new code can have it',
			'replaced',
		]);
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

	it('are refused if the node is set to repeat them all when its first item fails', async () => {
		const { items } = await replace(
			[cannotBeManaged],
			{},
			{ onError: 'continueRegularOutput', retry: { maxTries: 2, waitBetweenTriesMs: 1 } },
		);
		expect([items[0]?.json.error, writes()]).toEqual([
			"Nothing was changed: 'Retry On Fail' is on",
			[],
		]);
	});
});

describe('obstacles are found before anything is changed', () => {
	it.each<[string, string, string, INodeParameters]>([
		[
			'a hidden PIN',
			onSmartThings,
			'Spa: Nothing was changed: the PIN of the code is unknown, so no new code can have it',
			{},
		],
		[
			'masked PINs',
			cannotBeManaged,
			"Nothing was changed: 'Mask PINs' is on",
			{ maskPinCodes: true },
		],
	])('%s', async (_name, id, why, options) => {
		const before = [...service.sandbox.state.accessCodes.values()];
		const { error, items } = await replace([id], options);
		expect([error?.message, items]).toEqual([why, []]);
		expect(writes()).toEqual([]);
		expect([...service.sandbox.state.accessCodes.values()]).toEqual(before);
	});

	it('an ID that no unmanaged code has', async () => {
		const { error } = await replace(['40000000-0000-4000-8000-00000000ffff']);
		expect([error?.description, writes()]).toEqual([
			expect.stringContaining('access_code_not_found'),
			[],
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
		const tables = replacementSections.map(({ title, cases }): [string, Table] => [
			title,
			replacementTable(cases.flatMap((replacementCase) => rows.get(replacementCase) ?? [])),
		]);
		checkTables('replace-with-managed.md', new Map(tables));
	});

	it('says what a person reads under each fault, as the snapshot has it; `-u` writes it', () => {
		const casesByText: Record<string, string> = {};
		for (const [section, { cases }] of replacementSections.entries())
			for (const [index, replacementCase] of cases.entries()) {
				const { message = '', nextStep, log } = rows.get(replacementCase)?.texts ?? { log: [] };
				const text = [message, nextStep, ...log].filter(Boolean).join('\n');
				const place = `${section + 1}.${index + 1}`;
				casesByText[text] = [casesByText[text] ?? [], place].flat().join(', ');
			}
		expect(casesByText).toMatchSnapshot();
	});
});

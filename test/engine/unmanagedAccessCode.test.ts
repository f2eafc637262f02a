import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';

const service = useHotelSandbox();

describe('an item that is twice in the input', () => {
	const { convertible } = hotel.unmanagedCodes;
	const input = [{ id: convertible }, { id: convertible.toUpperCase() }];

	it.each([
		['convertToManaged', 'convert_to_managed', 'converted'],
		['delete', 'delete', 'deleted'],
	] as const)(
		'is sent once by %s, and both items have its outcome',
		async (value, path, outcome) => {
			const { items, error } = await service.run(
				`unmanagedAccessCode.${value}`,
				{ accessCodeId: byId('={{ $json.id }}'), options: QUICK_CHECKS },
				{ input },
			);
			expect(error).toBeUndefined();
			expect(items.map(({ json, pairedItem }) => [json.outcome, pairedItem])).toEqual([
				[outcome, { item: 0 }],
				[outcome, { item: 1 }],
			]);
			expect(service.sandbox.requests.count(`/access_codes/unmanaged/${path}`)).toBe(1);
		},
	);

	it('ends as its own options say, although it is converted once', async () => {
		const unsupported = hotel.unmanagedCodes.cannotBeManaged;
		const wanted = [
			{ id: unsupported, whenUnsupported: 'returnItem', waits: true },
			{ id: unsupported, whenUnsupported: 'failItem', waits: true },
			{ id: convertible, whenUnsupported: 'returnItem', waits: false },
			{ id: convertible, whenUnsupported: 'returnItem', waits: true },
		];
		const { items } = await service.run(
			'unmanagedAccessCode.convertToManaged',
			{
				accessCodeId: byId('={{ $json.id }}'),
				waitForCompletion: '={{ $json.waits }}',
				options: { ...QUICK_CHECKS, onUnsupportedCode: '={{ $json.whenUnsupported }}' },
			},
			{ input: wanted, onError: 'continueRegularOutput' },
		);
		expect(items.map(({ json }) => [json.outcome, json.error !== undefined])).toEqual([
			['unsupported', false],
			['failed', true],
			['pending', false],
			['converted', false],
		]);
		expect(service.sandbox.requests.count('/access_codes/unmanaged/convert_to_managed')).toBe(2);
	});

	it('fails if it asks for something else, which the service could not do any more', async () => {
		const { items } = await service.run(
			'unmanagedAccessCode.convertToManaged',
			{
				accessCodeId: byId(convertible),
				options: { ...QUICK_CHECKS, force: '={{ $json.force }}' },
			},
			{ input: [{ force: false }, { force: true }], onError: 'continueRegularOutput' },
		);
		expect(items.map(({ json }) => [json.outcome, json.error !== undefined])).toEqual([
			['converted', false],
			['failed', true],
		]);
		expect(service.sandbox.requests.count('/access_codes/unmanaged/convert_to_managed')).toBe(1);
	});

	it('is deleted once whatever the record is, and a failure is that of both items', async () => {
		const space = { space_id: hotel.spaces.room101 };
		const { items, error } = await service.run(
			'space.delete',
			{ spaceId: byId('={{ $json.space_id }}') },
			{ input: [space, space] },
		);
		expect([error, items.map(({ json }) => json.deleted)]).toEqual([undefined, [true, true]]);
		const again = await service.run(
			'space.delete',
			{ spaceId: byId('={{ $json.space_id }}') },
			{ input: [space, space], onError: 'continueRegularOutput' },
		);
		expect(again.items.map(({ json }) => typeof json.error)).toEqual(['string', 'string']);
		expect(service.sandbox.requests.count('/spaces/delete')).toBe(2);
	});
});

describe('Add Migration Advice', () => {
	const { poolGate, room103 } = hotel.devices;
	const { heldByOtherWorkspace, timeBound } = hotel.unmanagedCodes;
	const ALL = { devices: 'all', returnAll: true };

	interface Advised {
		access_code_id: string;
		name: string;
		code?: string;
		migration: { advice: 'convert' | 'replace' | 'keep'; reason: string };
	}

	async function advise(
		parameters: INodeParameters = ALL,
		options: INodeParameters = {},
	): Promise<Advised[]> {
		const { items, error } = await service.run('unmanagedAccessCode.getAll', {
			...parameters,
			options: { addMigrationAdvice: true, ...options },
		});
		expect(error).toBeUndefined();
		return items.map(({ json }) => json as unknown as Advised);
	}

	/** Adds a code to a lock, as a person could at the lock itself. */
	const addCode = async (deviceId: string, name: string, code: string) =>
		await service.run('unmanagedAccessCode.simulateCreate', {
			deviceId: byId(deviceId),
			name,
			code,
		});

	describe('following the advice', () => {
		const run = async (
			operation: 'convertToManaged' | 'replaceWithManaged',
			codes: Advised[],
			options: INodeParameters = {},
		): Promise<Record<string, unknown>> => {
			const { items } = await service.run(
				`unmanagedAccessCode.${operation}`,
				{
					accessCodeId: byId('={{ $json.id }}'),
					options: { ...QUICK_CHECKS, waitTimeout: 3, ...options },
				},
				{
					input: codes.map(({ access_code_id: id }) => ({ id })),
					onError: 'continueRegularOutput',
				},
			);
			return Object.fromEntries<unknown>(
				items.map(({ json }, index) => [String(codes[index]?.name), json.error ?? json.outcome]),
			);
		};
		const adviceIs =
			(wanted: string) =>
			({ migration: { advice } }: Advised) =>
				advice === wanted;
		const each = (codes: Advised[], outcome: string) =>
			Object.fromEntries(codes.map(({ name }) => [name, outcome]));

		it('converts each code that the advice says to convert; one that another workspace manages needs Force, which no record shows', async () => {
			const codes = (await advise()).filter(adviceIs('convert'));
			const held = codes.filter(({ access_code_id: id }) => id === heldByOtherWorkspace);
			expect(await run('convertToManaged', codes)).toEqual({
				...each(codes, 'converted'),
				'Guest 202': expect.not.stringMatching(/^converted$/),
			});
			expect(await run('convertToManaged', held, { force: true })).toEqual(each(held, 'converted'));
		});

		it('replaces each code that the advice says to replace', async () => {
			await addCode(poolGate, 'Pool Owner', '3018301');
			const codes = (await advise()).filter(adviceIs('replace'));
			expect(codes.map(({ name }) => name)).toEqual(['Guest 201', 'Pool Owner']);
			expect(await run('convertToManaged', codes)).toEqual(each(codes, 'unsupported'));
			expect(await run('replaceWithManaged', codes)).toEqual(each(codes, 'replaced'));
		});

		it('leaves unchanged what can be neither replaced nor, unless it has ended, converted', async () => {
			const codes = (await advise()).filter(adviceIs('keep'));
			const replaced = await run('replaceWithManaged', codes, { evenIfConvertible: true });
			expect(
				Object.entries(replaced).filter(
					([, end]) => !String(end).startsWith('Nothing was changed: '),
				),
			).toEqual([]);
			const running = codes.filter(({ access_code_id: id }) => id !== timeBound);
			expect(Object.values(await run('convertToManaged', running))).not.toContain('converted');
		});
	});

	describe('what is not in the output counts too', () => {
		const twin = (name: string) => ({
			advice: 'keep',
			reason: `The unmanaged code '${name}' on this lock has the same PIN. Delete one of the two, then execute the node again`,
		});

		it('a duplicate that the limit cuts off', async () => {
			await addCode(room103, 'Night Guest', '1031');
			const advised = await advise({ deviceId: byId(room103), limit: 1 });
			expect(advised.map(({ name, migration }) => [name, migration])).toEqual([
				['Guest 103', twin('Night Guest')],
			]);
		});

		it('PINs that are masked in the output', async () => {
			const open = await advise();
			const masked = await advise(ALL, { maskPinCodes: true });
			expect(masked.map(({ migration }) => migration)).toEqual(
				open.map(({ migration }) => migration),
			);
			expect(new Set(masked.map(({ code }) => code))).toEqual(new Set(['****', undefined]));
		});

		it('and a PIN in the name of another code is masked in the reason', async () => {
			await addCode(room103, 'Night Guest with 1031', '1031');
			const [advised] = await advise({ deviceId: byId(room103), limit: 1 }, { maskPinCodes: true });
			expect(advised?.migration).toEqual(twin('Night Guest with ****'));
		});
	});
});

describe('Dry Run', () => {
	/** All but the one of another workspace, which no record shows. */
	const others = Object.values(hotel.unmanagedCodes).filter(
		(id) => id !== hotel.unmanagedCodes.heldByOtherWorkspace,
	);
	const LOCKS_WITH_CODES = 10;

	/** The outcome for each code, in a dry run or not. */
	async function outcomes(
		operation: 'convertToManaged' | 'delete',
		ids: string[],
		options: INodeParameters = {},
	) {
		const { items } = await service.run(
			`unmanagedAccessCode.${operation}`,
			{
				accessCodeId: byId('={{ $json.id }}'),
				options: { ...QUICK_CHECKS, onFailedAction: 'returnItem', ...options },
			},
			{ input: ids.map((id) => ({ id })), onError: 'continueRegularOutput' },
		);
		expect(items).toHaveLength(ids.length);
		return items.map(({ json }) => json);
	}

	it.each(['convertToManaged', 'delete'] as const)(
		'of %s sends no change, and says for each code how it then ends',
		async (operation) => {
			const foreseen = await outcomes(operation, others, { dryRun: true });
			expect(
				service.sandbox.requests.count(
					`/access_codes/unmanaged/${operation === 'delete' ? 'delete' : 'convert_to_managed'}`,
				),
			).toBe(0);
			expect(foreseen.map(({ dry_run: dryRun }) => dryRun)).toEqual(others.map(() => true));
			expect(service.sandbox.requests.count('/devices/get')).toBeLessThanOrEqual(LOCKS_WITH_CODES);
			const now = await outcomes(operation, others);
			expect(now.map(({ outcome }) => outcome)).toEqual(foreseen.map(({ outcome }) => outcome));
			expect(new Set(now.map(({ outcome }) => outcome)).size).toBeGreaterThan(1);
		},
	);

	it('says that a code is managed already, and fails for one that is gone', async () => {
		const dryRun = await service.run('unmanagedAccessCode.convertToManaged', {
			accessCodeId: byId(hotel.managedCodes.frontDesk),
			options: { dryRun: true },
		});
		expect(dryRun.items[0]?.json).toMatchObject({ outcome: 'already_managed', dry_run: true });
		const gone = await service.run('unmanagedAccessCode.delete', {
			accessCodeId: byId(hotel.managedCodes.frontDesk),
			options: { dryRun: true },
		});
		expect(gone.error).toMatchObject({ httpCode: '404' });
	});

	it('of an item leaves another item about the same code to act', async () => {
		const [id] = others;
		const input = [true, false].map((isDryRun) => ({ isDryRun }));
		const parameters = {
			accessCodeId: byId(String(id)),
			options: { ...QUICK_CHECKS, dryRun: '={{ $json.isDryRun }}' },
		};
		const { items } = await service.run('unmanagedAccessCode.delete', parameters, { input });
		expect(items.map(({ json }) => [json.dry_run, json.outcome])).toEqual([
			[true, 'deleted'],
			[undefined, 'deleted'],
		]);
	});
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotelSandbox } from '../support/service/hotelSandbox';
import { until } from '../support/clock/until';
import {
	booking,
	grantsOf,
	inDays,
	pinsOnLocks,
	plannedChanges,
	reserve,
	writesOf,
} from '../support/service/reservations';

const service = useHotelSandbox();

const ROOMS = ['room-101', 'room-102', 'suite'];
/** `count` future stays, one after another in three rooms. */
const bookings = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) =>
		booking({
			id: `b-${index}`,
			rooms: ROOMS[index % 3],
			arrival: inDays(5 + 3 * index),
			departure: inDays(7 + 3 * index, 11),
		}),
	);

/** The access was created a moment ago, so by default it would be kept. */
const sync = async (input: IDataObject[], options?: INodeParameters) =>
	await reserve(service, 'syncMany', input, { keepNewFor: 0, ...options });
const outcomes = (items: Array<{ json: IDataObject }>) =>
	items.map(({ json }) => [json.reservation_key, json.outcome]);
const keys = async () =>
	(await grantsOf(service))
		.map(({ access_grant_key: key }) => String(key).slice('reservation:'.length))
		.sort();

describe('Sync Many', () => {
	it('shows in a dry run exactly what the real run then does', async () => {
		await sync(bookings(6));
		const next = bookings(6)
			.slice(1)
			.map((entry, index) => ({
				...entry,
				...(index === 0 ? { rooms: 'room-101' } : index === 1 ? { departure: inDays(40, 11) } : {}),
			}));
		const options = { removeGone: true, closeAtMost: 2 };
		service.sandbox.requests.clear();
		const { items: planned } = await sync(next, { ...options, dryRun: true });
		expect(writesOf(service)).toEqual([]);
		const { items: done } = await sync(next, options);
		const plan = (items: Array<{ json: IDataObject }>) =>
			items.map(({ json }) => [json.reservation_key, json.outcome, plannedChanges(json)]);
		expect(plan(planned)).toEqual(plan(done));
		expect(outcomes(done).map(([, outcome]) => outcome)).toEqual([
			'moved',
			'updated',
			'unchanged',
			'unchanged',
			'unchanged',
			'ended',
		]);
	});

	it('keeps access that no item names unless removal is chosen', async () => {
		await sync(bookings(3));
		const { items } = await sync(bookings(2));
		expect([items.length, await keys()]).toEqual([2, ['b-0', 'b-1', 'b-2']]);
	});

	it.each([true, false])(
		'removes nothing beyond the limit, and names in an item at the end what is missing: dry run %s',
		async (dryRun) => {
			await sync(bookings(6));
			const options = { removeGone: true, closeAtMost: 0, dryRun };
			const { items } = await sync(bookings(5), options);
			const [, , , , , missing = {}] = bookings(6);
			expect([items.at(-1)?.json, await keys()]).toMatchObject([
				{
					outcome: 'failed',
					problems: [{ code: 'held_back' }],
					accept: 'b-5',
					would_close: [
						{
							reservation_key: missing.id,
							guest_name: missing.guest,
							rooms: ['Suite'],
							starts_at: missing.arrival,
							ends_at: missing.departure,
						},
					],
				},
				bookings(6).map(({ id }) => id),
			]);
		},
	);

	const REMOVE_ALL = { removeGone: true, closeAtMost: 1000 };
	const codes = (items: Array<{ json: IDataObject }>) =>
		items.map(({ json }) => (json.problems as IDataObject[]).map(({ code }) => code));

	/** The stays in an item at the end, as a person would look for them. */
	const named = (rows: IDataObject[]) =>
		rows.map(({ id, guest, arrival, departure }, index) => ({
			reservation_key: id,
			guest_name: guest,
			rooms: [['Room 101', 'Room 102', 'Suite'][index % 3]],
			starts_at: arrival,
			ends_at: departure,
		}));

	it('writes nothing for a list that knows none of five reservations and names these, until that is accepted', async () => {
		// The service lists the last arrival first.
		await sync(bookings(5).reverse());
		service.sandbox.requests.clear();
		const others = [booking({ id: 'other', arrival: inDays(40), departure: inDays(41) })];
		for (const options of [REMOVE_ALL, { ...REMOVE_ALL, dryRun: true }]) {
			const { items } = await sync(others, options);
			expect([codes(items), items.at(-1)?.json, writesOf(service)]).toMatchObject([
				[['unknown_list'], ['unknown_list']],
				{ outcome: 'failed', would_close: named(bookings(5)) },
				[],
			]);
		}
		const accept = 'b-0, b-1, b-2, b-3, b-4';
		const { items: accepted } = await sync(others, { ...REMOVE_ALL, accept });
		expect(outcomes(accepted).sort()).toEqual([
			...bookings(5).map(({ id }) => [id, 'ended']),
			['other', 'created'],
		]);
	});

	it('gives access for each new booking that a call brings, however many others its room has', async () => {
		for (const row of bookings(7))
			expect(outcomes((await sync([{ ...row, rooms: 'suite' }])).items)).toEqual([
				[row.id, 'created'],
			]);
	});

	it('reads few access grants for a short list that removes nothing, unless it could be unusual', async () => {
		await sync(bookings(6));
		const lists = async (rows: IDataObject[]) => {
			service.sandbox.requests.clear();
			const { items } = await sync(rows, { dryRun: false });
			const bodies = service.bodies('/access_grants/list') as IDataObject[];
			const filters = ['user_identity_id', 'space_id', 'access_grant_ids'];
			const whole = bodies.filter((body) => !filters.some((filter) => filter in body));
			return [items.map(({ json }) => json.outcome), whole.length];
		};
		const free = booking({
			id: 'free',
			rooms: 'suite',
			arrival: inDays(90),
			departure: inDays(91),
		});
		const [first = {}, second = {}, third = {}] = bookings(6);
		const canceled = (rows: IDataObject[]) => rows.map((row) => ({ ...row, status: 'cancelled' }));
		expect(await lists([first, free])).toEqual([['unchanged', 'created'], 0]);
		expect(await lists(canceled([first, free]))).toEqual([['ended', 'ended'], 0]);
		expect(await lists(canceled([second, third, ...bookings(6).slice(3)]))).toEqual([
			[...Array<string>(5).fill('ignored'), 'failed'],
			1,
		]);
	});

	it('ends none of four reservations by their status and names these once, until they are accepted', async () => {
		await sync(bookings(6));
		const ended = bookings(6).map((row, index) =>
			index < 4 ? { ...row, status: 'cancelled' } : row,
		);
		for (const dryRun of [false, true]) {
			const { items } = await sync(ended, { dryRun });
			expect([codes(items), items.at(-1)?.json, await keys()]).toMatchObject([
				[...Array<string[]>(4).fill(['held_back']), [], [], ['held_back']],
				{ outcome: 'failed', would_close: named(bookings(4)) },
				bookings(6).map(({ id }) => id),
			]);
		}
		const { items: one } = await sync(ended, { accept: 'b-0' });
		expect(one.map(({ json }) => json.outcome)).toEqual([
			...Array<string>(4).fill('ended'),
			'unchanged',
			'unchanged',
		]);
		await sync(bookings(6));
		const { items: accepted } = await sync(ended, { closeAtMost: 0, accept: 'b-0, b-1, b-2, b-3' });
		expect(accepted.map(({ json }) => json.outcome)).toEqual([
			...Array<string>(4).fill('ended'),
			'unchanged',
			'unchanged',
		]);
	});

	it('ends those that are accepted, and with 0 no others', async () => {
		await sync(bookings(6));
		const ended = bookings(6).map((row) => ({ ...row, status: 'cancelled' }));
		const { items } = await sync(ended, { closeAtMost: 0, accept: 'b-0, b-1' });
		expect(items.at(-1)?.json.accept).toBe('b-2, b-3, b-4, b-5');
		expect(
			items.filter(({ json }) => json.outcome === 'ended').map(({ json }) => json.reservation_key),
		).toEqual(['b-0', 'b-1']);
	});

	it('accepts the text of the item for keys that have commas, too', async () => {
		const rows = bookings(2).map((row, index) => ({ ...row, id: `a,${index}` }));
		await sync(rows);
		const ended = rows.map((row) => ({ ...row, status: 'cancelled' }));
		const { items: held } = await sync(ended, { closeAtMost: 0 });
		const accept = String(held.at(-1)?.json.accept);
		const { items } = await sync(ended, { closeAtMost: 0, accept });
		expect(outcomes(items)).toEqual(rows.map(({ id }) => [id, 'ended']));
	});

	it('accepts no key that is only in one with commas', async () => {
		const rows = bookings(2).map((row, index) => ({ ...row, id: ['1', 'a,1'][index] }));
		await sync(rows);
		const ended = rows.map((row) => ({ ...row, status: 'cancelled' }));
		const { items } = await sync(ended, { closeAtMost: 0, accept: 'a,1' });
		expect(outcomes(items).slice(0, 2)).toEqual([
			['1', 'ignored'],
			['a,1', 'ended'],
		]);
	});

	describe('a list with wrong dates', () => {
		const house = (changes: (index: number) => object = () => ({}), count = 6) =>
			Array.from({ length: count }, (_, index) =>
				booking({
					id: `h-${index}`,
					rooms: ROOMS[index % 3],
					arrival: inDays(-1),
					departure: inDays(2, 11),
					...changes(index),
				}),
			);
		const years = (count: number) => ({
			arrival: inDays(365 * count),
			departure: inDays(365 * count + 3, 11),
		});
		const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();
		const accessOf = async () =>
			(await grantsOf(service)).map(({ access_grant_key, starts_at, ends_at, space_ids }) => [
				access_grant_key,
				starts_at,
				ends_at,
				space_ids,
			]);

		it.each<[string, (index: number) => object]>([
			['a year back', () => years(-1)],
			['a year ahead', () => years(1)],
			['with other rooms', (index) => ({ rooms: ROOMS[(index + 1) % 3] })],
			['a year ahead or canceled', (index) => (index < 2 ? { status: 'canceled' } : years(1))],
		])(
			'%s changes nothing for the guests in the house, until that is accepted',
			async (_how, wrong) => {
				await sync(house());
				const before = await accessOf();
				for (const options of [{}, { dryRun: true }, { removeGone: true }]) {
					service.sandbox.requests.clear();
					const { items } = await sync(house(wrong), options);
					expect([codes(items), items.at(-1)?.json, writesOf(service)]).toMatchObject([
						Array(7).fill(['held_back']),
						{
							outcome: 'failed',
							would_close: Array(6).fill({ reservation_key: expect.any(String) }),
						},
						[],
					]);
					expect(items.map(({ json }) => json.dry_run)).toEqual(
						Array(7).fill('dryRun' in options ? true : undefined),
					);
				}
				expect(await accessOf()).toEqual(before);
				const accept = house().map(({ id }) => id);
				const { items: accepted } = await sync(house(wrong), { accept: accept.join() });
				expect(accepted.map(({ json }) => json.outcome)).toEqual(
					Array(6).fill(expect.stringMatching(/^(?:ended|updated|moved)$/)),
				);
			},
		);

		it('that locks out two guests in the house is refused, whatever the limit, until they are accepted', async () => {
			const all = [...house(undefined, 3), ...bookings(6)];
			await sync(all);
			const before = await accessOf();
			const wrong = [...house((index) => (index < 2 ? years(1) : {}), 3), ...bookings(6)];
			for (const dryRun of [false, true]) {
				const { items } = await sync(wrong, { dryRun, closeAtMost: 1000 });
				expect(items.map(({ json }) => json.outcome)).toEqual([
					'ignored',
					'ignored',
					...Array<string>(7).fill('unchanged'),
					'failed',
				]);
				expect([codes(items)[0], codes(items)[1], items.at(-1)?.json]).toMatchObject([
					['held_back'],
					['held_back'],
					{
						problems: [{ code: 'held_back', reason: expect.stringContaining('2 guests') }],
						would_close: [{ reservation_key: 'h-0' }, { reservation_key: 'h-1' }],
					},
				]);
			}
			expect(await accessOf()).toEqual(before);
			const { items: raised } = await sync(wrong, { accept: 'h-1' });
			expect(raised.slice(0, 2).map(({ json }) => json.outcome)).toEqual(['updated', 'updated']);
		});

		it('ends the stay of one guest who leaves early, and shares the limit with removals', async () => {
			const all = [...house(undefined, 3), ...bookings(6)];
			await sync(all);
			const early = [
				...house((index) => (index === 0 ? { departure: anHourAgo() } : {}), 3),
				...bookings(6).slice(1),
			];
			const held = await sync(early, { removeGone: true, closeAtMost: 1 });
			expect([held.items[0]?.json.outcome, codes(held.items).at(-1)]).toEqual([
				'ignored',
				['held_back'],
			]);
			const { items } = await sync(early, { removeGone: true });
			expect(outcomes(items)).toEqual(
				expect.arrayContaining([
					['h-0', 'ended'],
					['b-0', 'ended'],
				]),
			);
			await until(async () => !(await keys()).includes('b-0'));
		});
	});

	it('keeps access that was made in the last hour although the list lacks it, and says so', async () => {
		await sync(bookings(3));
		const { items } = await sync(bookings(2), { ...REMOVE_ALL, keepNewFor: 60 });
		expect([outcomes(items).at(-1), codes(items).at(-1), await keys()]).toEqual([
			['b-2', 'ignored'],
			['newer_than_list'],
			['b-0', 'b-1', 'b-2'],
		]);
		const rehearsed = await sync(bookings(2), { ...REMOVE_ALL, keepNewFor: 60, dryRun: true });
		expect(rehearsed.items.map(({ json }) => json.dry_run)).toEqual([true, true, true]);
	});

	it('removes at most three, and nothing that was made in the last hour, unless options say otherwise', async () => {
		await sync(bookings(6));
		const { items: tooNew } = await reserve(service, 'syncMany', bookings(5), { removeGone: true });
		expect([codes(tooNew).at(-1), await keys()]).toMatchObject([
			['newer_than_list'],
			{ length: 6 },
		]);
		const { items: tooMany } = await sync(bookings(2), { removeGone: true });
		expect([codes(tooMany).at(-1), await keys()]).toMatchObject([['held_back'], { length: 6 }]);
		const { items: one } = await sync(bookings(5), { removeGone: true });
		expect(outcomes(one).at(-1)).toEqual(['b-5', 'ended']);
	});

	it('says that a removal failed, and that the guest can still open', async () => {
		await sync(bookings(2), { waitUntilIssued: true });
		service.sandbox.faults.next('/access_grants/delete', { kind: 'internalError' }, { times: 2 });
		const { items } = await sync(bookings(1), { ...REMOVE_ALL, maxRetries: 0 });
		expect([items.length, items.at(-1)?.json]).toMatchObject([
			2,
			{
				reservation_key: 'b-1',
				outcome: 'failed',
				problems: [{ code: 'failed', reason: expect.any(String), remedy: expect.any(String) }],
			},
		]);
		expect(await keys()).toEqual(['b-0', 'b-1']);
		expect(Object.keys(await pinsOnLocks(service))).toContain('Room 102');
		expect(outcomes((await sync(bookings(1), REMOVE_ALL)).items).at(-1)).toEqual(['b-1', 'ended']);
	});

	it.each<[string, IDataObject[]]>([
		['an empty item', [{}]],
		['an empty item among real ones', [...bookings(5), {}]],
		['an item without a key', [...bookings(5), booking({ id: '' })]],
	])('removes nothing for %s', async (_what, input) => {
		await sync(bookings(6));
		await sync(input, { removeGone: true, closeAtMost: 1000 });
		expect(await keys()).toHaveLength(6);
	});

	it('removes nothing when a page of what is there cannot be read', async () => {
		await sync(bookings(3));
		service.sandbox.faults.next('/access_grants/list', { kind: 'internalError' });
		const { items } = await sync(bookings(2), {
			removeGone: true,
			closeAtMost: 1000,
			maxRetries: 0,
		});
		expect(items).toMatchObject([
			{ json: { error: expect.any(String) } },
			{ json: { error: expect.any(String) } },
		]);
		expect(await keys()).toHaveLength(3);
	});

	it('removes a further guest who is no longer named, while the booking stays', async () => {
		const guests = [booking(), booking({ id: '4711-2', contact: 'second@example.com' })];
		const options = { removeGone: true, closeAtMost: 1000 };
		await sync(guests, options);
		const { items } = await sync(guests.slice(0, 1), options);
		expect(items.map(({ json }) => [json.reservation_key, json.outcome])).toEqual([
			['4711', 'unchanged'],
			['4711-2', 'ended'],
		]);
	});

	it('fails all items that contradict each other about one reservation, before anything is changed', async () => {
		const { items } = await sync([booking(), booking({ departure: inDays(20, 11) })]);
		expect(items).toMatchObject(
			Array(2).fill({ json: { error: expect.stringContaining('4711') } }),
		);
		expect(writesOf(service)).toEqual([]);
	});

	const T1 = { changed: '2020-01-01T00:00:00Z' };
	const T2 = { changed: '2020-01-02T00:00:00Z' };
	it.each<[string, IDataObject[], IDataObject[], string[], string[]]>([
		[
			'created, then canceled',
			[],
			[booking(T1), booking({ ...T2, status: 'cancelled' })],
			['ignored', 'nothing_to_end'],
			[],
		],
		[
			'moved, then canceled',
			[booking()],
			[booking({ ...T1, rooms: 'suite' }), booking({ ...T2, status: 'cancelled' })],
			['ignored', 'ended'],
			[],
		],
		[
			'canceled, then reinstated',
			[booking()],
			[booking({ ...T1, status: 'cancelled' }), booking(T2)],
			['ignored', 'unchanged'],
			['4711'],
		],
		[
			'changed twice, the later change first',
			[booking()],
			[booking({ ...T2, departure: inDays(14, 11) }), booking(T1)],
			['updated', 'ignored'],
			['4711'],
		],
		[
			'in one room, then in another one',
			[],
			[booking(T1), booking({ ...T2, rooms: 'suite' })],
			['ignored', 'created'],
			['4711'],
		],
		[
			'changed and canceled at the same time',
			[booking()],
			[booking({ ...T1, status: 'cancelled' }), booking(T1)],
			['ended', 'ignored'],
			[],
		],
	])('follows its own items: %s', async (_what, before, items, expected, left) => {
		const options = { changedAt: "={{ $json.changed ?? '' }}" };
		await sync(before);
		const run = await sync(items, options);
		const open = (await grantsOf(service)).filter(
			({ warnings }) =>
				!(warnings as IDataObject[]).some(({ warning_code: code }) => code === 'being_deleted'),
		);
		expect([
			run.items.map(({ json }) => json.outcome),
			open.map(({ access_grant_key: key }) =>
				String(key)
					.replace('reservation:', '')
					.replace(/:part-\d+$/, ''),
			),
		]).toEqual([expected, left]);
	});

	it.each(['={{ $json.misspelled }}', '', '={{ null }}'])(
		'changes nothing of another system if the key prefix is %j',
		async (keyPrefix) => {
			await sync([booking()]);
			const { items } = await sync([booking({ id: '4712' })], { keyPrefix, removeGone: true });
			expect([items, await keys()]).toMatchObject([
				[{ json: { error: expect.stringContaining("'Key Prefix' is empty") } }],
				['4711'],
			]);
		},
	);

	it('reads the list of grants once for reservations of several guests', async () => {
		const rows = ['a', 'a-2', 'b', 'b-2', 'c', 'c-2'].map((id) =>
			booking({ id, status: 'cancelled', contact: `${id}@example.com` }),
		);
		await sync(rows, { removeGone: true });
		expect(service.paths().filter((path) => path === '/access_grants/list')).toHaveLength(1);
	});

	it('refuses items with different key prefixes, because it compares them with one list', async () => {
		const { items } = await sync(
			[booking({ prefix: 'a:' }), booking({ id: '4712', prefix: 'b:' })],
			{ keyPrefix: '={{ $json.prefix }}' },
		);
		expect([items.map(({ json }) => json.error), writesOf(service)]).toEqual([
			[expect.stringContaining("'Key Prefix'"), expect.stringContaining("'Key Prefix'")],
			[],
		]);
	});

	it('refuses items with different values for Dry Run, because a rehearsal is about the whole list', async () => {
		for (const dryRuns of [
			[true, false],
			[false, true],
		]) {
			const { items } = await sync(
				dryRuns.map((dry, index) => booking({ id: `dry-${index}`, dry })),
				{ dryRun: '={{ $json.dry }}' },
			);
			expect([items.map(({ json }) => json.error), writesOf(service)]).toEqual([
				[expect.stringContaining("'Dry Run'"), expect.stringContaining("'Dry Run'")],
				[],
			]);
		}
	});

	it('gives each of several new bookings with one address a mailbox of its own', async () => {
		const { items } = await sync(
			['a', 'b', 'c'].map((id) => booking({ id, contact: 'g@example.com' })),
		);
		const people = (await grantsOf(service)).map(({ user_identity_id: id }) => id);
		expect([items.map(({ json }) => json.outcome), people.length, new Set(people).size]).toEqual([
			['created', 'created', 'created'],
			3,
			3,
		]);
	});

	it('continues with the others if one reservation fails, and the next run finishes it', async () => {
		service.sandbox.faults.next(
			'/access_grants/create',
			{ kind: 'internalError' },
			// Without the contact, too.
			{ holding: 'reservation:b-1"', times: 2 },
		);
		const { items } = await sync(bookings(3), { maxRetries: 0 });
		expect(outcomes(items)).toEqual([
			['b-0', 'created'],
			['b-1', 'failed'],
			['b-2', 'created'],
		]);
		expect(outcomes((await sync(bookings(3))).items)).toEqual([
			['b-0', 'unchanged'],
			['b-1', 'created'],
			['b-2', 'unchanged'],
		]);
	});

	it('removes nothing of another system, although no booking of the list has a room or can be read', async () => {
		await sync(bookings(2));
		const other = (changes: IDataObject): IDataObject => ({
			reservation_key: 'H1',
			status: 'confirmed',
			rooms: [],
			arrival: inDays(10),
			departure: inDays(13, 11),
			key_prefix: 'hostaway:',
			...changes,
		});
		const unreadable = other({ reservation_key: 'H2', rooms: ['room-101'], arrival: 'soon' });
		for (const list of [[other({})], [unreadable], [other({}), unreadable]]) {
			await service.run(
				'reservation.syncMany',
				{ mappingMode: 'autoMapInputData', options: { removeGone: true, keepNewFor: 0 } },
				{ input: list, onError: 'continueRegularOutput' },
			);
			expect(await keys()).toEqual(['b-0', 'b-1']);
		}
	});
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotelSandbox } from '../support/service/hotelSandbox';
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

	it.each([true, false])(
		'removes nothing beyond the limit, and names in an item at the end what is missing: dry run %s',
		async (dryRun) => {
			await sync(bookings(6));
			const options = { removeGone: true, closeAtMost: 0, dryRun };
			const { items } = await sync(bookings(5), options);
			expect(items.map(({ json }) => json.dry_run)).toEqual(Array(6).fill(dryRun || undefined));
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

	it('removes at most three, and nothing that was made in the last hour, unless options say otherwise', async () => {
		await sync(bookings(6));
		const { items: tooNew } = await reserve(service, 'syncMany', bookings(5), { removeGone: true });
		expect([codes(tooNew).at(-1), await keys()]).toMatchObject([
			['newer_than_list'],
			{ length: 6 },
		]);
		const rehearsed = await sync(bookings(5), { removeGone: true, keepNewFor: 60, dryRun: true });
		expect(rehearsed.items.at(-1)?.json).toMatchObject({ outcome: 'ignored', dry_run: true });
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

import { diff, type Diff } from '../../../../nodes/DeviceAccess/reservations/plan/diff';
import type { Grant } from '../../../../nodes/DeviceAccess/reservations/grants/grant';
import { mayHaveOldPin } from '../../../../nodes/DeviceAccess/reservations/grants/pins';
import { next } from '../../../../nodes/DeviceAccess/reservations/plan/next';
import {
	type Booked,
	type Action,
	type Found,
	type Memo,
	NOTHING_LEARNED,
	type Situation,
	toSituation,
} from '../../../../nodes/DeviceAccess/reservations/plan/situation';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { grantFixture as found } from '../grantFixture';

const NOW_MS = Date.parse('2030-06-15T12:00:00Z');
const at = (day: number, hour = 15) => new Date(Date.UTC(2030, 5, day, hour)).toISOString();

const wanted = (changes: Partial<Booked> = {}): Booked => ({
	guest: { name: 'Guest', unusable: [] },
	name: 'Guest',
	startsAt: at(20),
	endsAt: at(22, 11),
	spaceIds: ['a'],
	placeNames: ['A'],
	modes: ['code'],
	...changes,
});
const RUNNING = { startsAt: at(14) };
const OWN_KEYS = ['reservation:4711', 'reservation:4711:part-2'];
const situationOf = (
	grants: Grant[],
	should: Partial<Booked> = {},
	more: Partial<Found> = {},
): Situation =>
	toSituation({
		booked: wanted(should),
		grants,
		ownKeys: OWN_KEYS,
		keepOldRoomsMs: 1_800_000,
		nowMs: NOW_MS,
		...more,
	});
/** What is said, and the first step of an execution that has learned this. */
const plan = (
	grants: Grant[],
	should: Partial<Booked> = {},
	{ memo = {}, ...more }: Partial<Found> & { memo?: Partial<Memo> } = {},
) => {
	const situation = situationOf(grants, should, more);
	return { ...diff(situation), step: next(situation, { ...NOTHING_LEARNED, ...memo }) };
};
const READY = { memo: { came: { ready: true } } };
const codesOf = ({ problems }: Diff) => problems.map(({ code }) => code);
const saidBy = ({ changes }: Diff) => changes.map(({ what }) => what);

it('creates what is missing, with a person of its own', () => {
	expect(plan([])).toMatchObject({
		outcome: 'created',
		step: {
			do: 'create',
			access: {
				modes: ['code'],
				pin: undefined,
				person: { user_identity: { user_identity_key: 'reservation:4711', full_name: 'Guest' } },
			},
		},
	});
	const { step } = plan([], { pin: { code: '1234', isEntered: false } });
	expect(step).toMatchObject({ do: 'create', access: { pin: '1234' } });
});

it('does nothing if nothing differs', () => {
	expect(plan([found()])).toMatchObject({ outcome: 'unchanged', changes: [] });
	// The same instant in another format, and a start that has passed.
	expect(plan([found({ startsAt: '2030-06-20T17:00:00+02:00' })]).outcome).toBe('unchanged');
	expect(plan([found({ startsAt: at(15, 11) })], RUNNING).outcome).toBe('unchanged');
});

describe('methods that are no longer wanted', () => {
	const methods = [...found().methods, { access_method_id: 'method-2', mode: 'mobile_key' }];
	const withPin = (isIssued: boolean, has: Partial<Grant> = {}) => {
		const issued = methods.map((method) => ({ ...method, is_issued: isIssued }));
		return found({ methods: issued, ...has });
	};

	it('are deleted before the arrival, once what replaces them is issued', () => {
		const deleted = plan([withPin(true)]);
		expect([deleted.step, codesOf(deleted)]).toEqual([
			{ do: 'deleteMethods', id: 'grant-1', methodIds: ['method-2'] },
			[],
		]);
		const kept = plan([withPin(false)]);
		expect([kept.outcome, codesOf(kept)]).toEqual(['unchanged', ['former_method_kept']]);
	});

	it('stay while the guest is in the house, and the item says so, but other rooms get what is booked', () => {
		const kept = plan([withPin(true, RUNNING)], RUNNING);
		expect([kept.outcome, codesOf(kept)]).toEqual(['unchanged', ['former_method_kept']]);
		const moved = { ...RUNNING, spaceIds: ['b'] };
		const other = plan([withPin(true, RUNNING)], moved);
		expect([other.step, codesOf(other)]).toMatchObject([
			{ do: 'create', access: { modes: ['code'] } },
			[],
		]);
	});
});

describe('a request for a method', () => {
	const MADE = ['method-1'];
	const requested = (...requests: WireObject[]) => ({
		requested_access_methods: requests.map((request) => ({
			created_at: at(14),
			created_access_method_ids: [],
			...request,
		})),
	});
	const both = { modes: ['code', 'mobile_key'] };
	const withRequests = (requests: WireObject[], changes: Partial<Grant> = {}) =>
		found({ ...changes, record: { ...changes.record, ...requested(...requests) } });
	const code = { mode: 'code', created_access_method_ids: MADE };
	const error = { hasErrors: true };

	it.each<[string, WireObject[], Partial<Grant>, string[]]>([
		['is sent if nobody sent it', [code], {}, ['mobile_key']],
		['is not repeated for what no lock can have', [code, { mode: 'mobile_key' }], error, []],
		[
			'is not repeated while the service makes it',
			[code, { mode: 'mobile_key', created_at: new Date(NOW_MS - 60_000).toISOString() }],
			{},
			[],
		],
		['is repeated once if nothing came of it', [code, { mode: 'mobile_key' }], {}, ['mobile_key']],
		[
			'is not repeated a second time',
			[code, { mode: 'mobile_key' }, { mode: 'mobile_key' }],
			{},
			[],
		],
		[
			'is repeated if something was made that was requested later, because what it made was deleted',
			[
				{ mode: 'mobile_key', created_at: new Date(NOW_MS - 120_000).toISOString() },
				{ ...code, created_at: new Date(NOW_MS - 60_000).toISOString() },
			],
			{},
			['mobile_key'],
		],
		[
			'is repeated if what it made was deleted',
			[code, { mode: 'mobile_key', created_access_method_ids: ['deleted'] }],
			error,
			['mobile_key'],
		],
		[
			'is not repeated without its digits where an error can be about a key',
			[
				{ mode: 'code', code: '7391', created_at: at(15, 12) },
				{ mode: 'mobile_key', created_at: at(15, 12) },
			],
			{ ...error, methods: [], pin: undefined, record: { errors: [{}] } },
			[],
		],
	])('%s', (_what, requests, changes, modes) => {
		expect(plan([withRequests(requests, changes)], both).step).toEqual(
			modes.length === 0
				? undefined
				: { do: 'addMethods', id: 'grant-1', modes, pin: expect.anything() },
		);
	});

	it.each([
		['b', { do: 'addMethods', id: 'new', modes: ['code'], pin: '4821' }],
		['a', { do: 'end', id: 'grant-1', isFirst: true }],
	])('before the arrival, keeps the PIN that other access of the guest has on %s', (door, step) => {
		const old = found({ spaceIds: ['b'], spaceIdsOfDoors: [door] });
		const current = found({ id: 'new', methods: [], pin: undefined, createdAtMs: 1 });
		expect(plan([old, current]).step).toEqual(step);
		const ended = { memo: { endedFirst: [old], came: { gone: true } } };
		expect(plan([current], {}, ended).step).toMatchObject({ do: 'addMethods', pin: '4821' });
	});

	it.each([
		[true, 'entered_pin_not_used'],
		[false, 'phone_pin_not_used'],
	])(
		'whose digits were refused is followed by one that leaves the PIN to the service (entered: %s)',
		(isEntered, problem) => {
			const none = { methods: [], pin: undefined, ...error };
			const refused = withRequests([{ mode: 'code', code: '7391' }], none);
			const chosen = plan([refused], { pin: { code: '7391', isEntered } });
			expect([chosen.step, codesOf(chosen)]).toEqual([
				{ do: 'addMethods', id: 'grant-1', modes: ['code'] },
				[problem],
			]);
			const asked = withRequests([{ mode: 'code', code: '7391' }, { mode: 'code' }], none);
			expect(plan([asked], { pin: { code: '7391', isEntered } }).step).toBeUndefined();
		},
	);
});

describe('the PIN', () => {
	const entered = (code: string) => ({ pin: { code, isEntered: true } });

	it.each([
		['a phone number that has changed', false, 'phone_pin_not_used'],
		['an option that was added or changed later', true, 'entered_pin_not_used'],
	])('stays whatever comes from %s, and the item says so', (_what, isEntered, problem) => {
		const kept = plan([found()], { pin: { code: '9999', isEntered } });
		expect([kept.step, codesOf(kept)]).toEqual([undefined, [problem]]);
	});

	it('is not said to be another one if it is the entered one, or becomes it', () => {
		const without = found({ methods: [], pin: undefined });
		for (const grant of [found(), without])
			expect(codesOf(plan([grant], entered('4821')))).toEqual([]);
	});

	it('stays if the service chose another one because the entered one was taken', () => {
		const warnings = [{ warning_code: 'requested_code_unavailable', original_code: '9999' }];
		const record = { user_identity_id: 'person-1', warnings };
		const kept = plan([found({ requestedCodes: ['9999'], record })], entered('9999'));
		expect([kept.step, codesOf(kept)]).toEqual([undefined, []]);
		const ofPhone = plan([found({ record })], { pin: { code: '9999', isEntered: false } });
		expect(codesOf(ofPhone)).toEqual(['phone_pin_not_used']);
		const other = plan([found({ requestedCodes: ['8888'], record })], entered('8888'));
		expect(codesOf(other)).toEqual(['entered_pin_not_used']);
	});

	it('that a lock does not take is followed by one that the service chooses', () => {
		const request = { mode: 'code', code: '4821', created_access_method_ids: ['method-1'] };
		const errors = [{ missing_device_ids: ['door'] }];
		const record = { errors, requested_access_methods: [request] };
		const [wished, left] = [entered('4821'), {}].map((should) =>
			situationOf([found({ devices: [{ device_id: 'door' }], record })], should),
		) as [Situation, Situation];
		const step = { do: 'addMethods', id: 'grant-1', modes: ['code'] };
		expect(next(wished, NOTHING_LEARNED)).toEqual(step);
		// Behind an entrance, no lock is listed.
		expect(plan([found({ record })], entered('4821')).step).toBeUndefined();
		expect([wished, left].map((one) => codesOf(diff(one)))).toEqual([['entered_pin_not_used'], []]);
	});

	it('never becomes one that this access had before, also in a change of rooms', () => {
		const leaked = found({ requestedCodes: ['9999', '4821'] });
		const { step } = plan([leaked], { ...entered('9999'), spaceIds: ['b'] });
		expect(step).toMatchObject({ do: 'create', access: { pin: '4821' } });
	});

	it.each([
		['the service chose it', { mode: 'code' }, undefined],
		['it was requested', { mode: 'code', code: '7391' }, '7391'],
	])('that is not made yet stays the one that was chosen: %s', (_how, request, pin) => {
		const record = { user_identity_id: 'person-1', requested_access_methods: [request] };
		const requestedCodes = pin === undefined ? [] : [pin];
		const without = { methods: [], pin: undefined, requestedCodes };
		const making = found({ ...without, record });
		const { step } = plan([making], { ...entered('9999'), spaceIds: ['b'] });
		expect(step).toMatchObject({ do: 'create', access: { pin } });
	});
});

it('requests nothing while the service still makes the methods of a new grant, and requests them if it does not', () => {
	const record = { requested_access_methods: [{ mode: 'code' }] };
	const making = { methods: [], pin: undefined, record };
	expect(plan([found({ ...making, createdAtMs: NOW_MS - 60_000 })]).step).toBeUndefined();
	expect(plan([found(making)]).step).toMatchObject({ do: 'addMethods', modes: ['code'] });
});

describe('a change of rooms', () => {
	it.each<[string, Partial<Grant>, Partial<Booked>, string[]]>([
		['before the arrival', {}, {}, []],
		['while the guest is in the house', RUNNING, RUNNING, []],
		['if the stay was postponed', RUNNING, {}, ['stay_begins_later']],
	])('makes the new access first, and keeps the PIN, %s', (_when, has, should, problems) => {
		const moved = plan([found(has)], { ...should, spaceIds: ['b'] });
		expect(moved.step).toMatchObject({
			do: 'create',
			access: { pin: '4821', person: { user_identity_id: 'person-1' } },
		});
		expect([saidBy(moved).includes('pin'), codesOf(moved)]).toEqual([false, problems]);
	});

	it.each<[string, Partial<Grant>, Partial<Booked>, object]>([
		['before the arrival', {}, {}, { do: 'end', id: 'grant-1' }],
		[
			'of a guest in the house once that is ready',
			RUNNING,
			RUNNING,
			{ do: 'await', what: 'ready', id: 'grant-2' },
		],
	])('ends the old access beside the new one, %s', (_when, has, should, step) => {
		const { startsAt } = wanted(should);
		const made = found({ id: 'grant-2', startsAt, spaceIds: ['b'], createdAtMs: NOW_MS });
		expect(plan([found(has), made], { ...should, spaceIds: ['b'] }).step).toEqual(step);
	});

	const doorStays = { spaceIds: ['a', 'b'] };

	it('never hands over the PIN in the house: on a door that stays, the new access has one of its own, and the old one ends by itself', () => {
		const moved = plan([found(RUNNING)], { ...RUNNING, ...doorStays });
		expect(moved.step).toMatchObject({ do: 'create', access: { pin: undefined } });
		expect(saidBy(moved)).toEqual(['rooms', 'pin']);
	});

	it('has nothing to do while the old access ends by itself, and after it has', () => {
		const made = found({ ...RUNNING, ...doorStays, id: 'grant-2', pin: '1111', createdAtMs: 1 });
		for (const minutes of [25, -5]) {
			const endsAt = new Date(NOW_MS + minutes * 60_000).toISOString();
			const again = plan([found({ ...RUNNING, endsAt }), made], { ...RUNNING, ...doorStays });
			expect([again.outcome, again.step, again.changes]).toEqual(['unchanged', undefined, []]);
		}
	});

	it('gives a guest who moves back in the house new access, because the service may not revive what has ended', () => {
		const ended = found({ ...RUNNING, endsAt: at(15, 11) });
		const used = found({
			...RUNNING,
			id: 'grant-2',
			spaceIds: ['b'],
			spaceIdsOfDoors: ['b'],
			pin: '1111',
			createdAtMs: 1,
		});
		expect(plan([ended, used], RUNNING).step).toMatchObject({
			do: 'create',
			access: { pin: '1111' },
		});
	});

	it('gives a guest who stays longer after their access has ended new access with their PIN and person', () => {
		const ended = found({ ...RUNNING, endsAt: at(15, 11) });
		// Also after Change PIN.
		const stay = { ...RUNNING, pin: { code: '4567', isEntered: true } };
		const given = plan([ended], stay);
		expect(codesOf(given)).toEqual([]);
		expect(given).toMatchObject({
			outcome: 'created',
			step: {
				do: 'create',
				access: {
					pin: ended.pin,
					person: { user_identity_id: ended.record.user_identity_id },
				},
			},
		});
	});

	it('ends what is old no later than the stay, however long it may be kept', () => {
		const week = 7 * 24 * 3_600_000;
		const made = found({ ...RUNNING, ...doorStays, id: 'grant-2', pin: '1111', createdAtMs: 1 });
		const old = found({ ...RUNNING, endsAt: at(25, 11) });
		const stay = { ...RUNNING, ...doorStays };
		const { step } = plan([old, made], stay, { keepOldRoomsMs: week, ...READY });
		expect(step).toEqual({ do: 'endSoon', id: 'grant-1' });
	});

	it('changes the departure of the old access too, as long as the new one is not ready', () => {
		const made = found({ ...RUNNING, ...doorStays, id: 'grant-2', pin: '1111', createdAtMs: 1 });
		for (const endsAt of [at(20, 11), at(25, 11)]) {
			const stay = { ...RUNNING, ...doorStays, endsAt };
			const { step } = plan([found(RUNNING), { ...made, endsAt }], stay, {
				memo: { came: { ready: false } },
			});
			expect(step).toEqual({ do: 'update', id: 'grant-1', endsAt });
		}
	});

	it('ends the old access at once if no time is to be left', () => {
		const made = found({ ...RUNNING, ...doorStays, id: 'grant-2', pin: '1111', createdAtMs: 1 });
		const more = { keepOldRoomsMs: 0, ...READY };
		const { step } = plan([found(RUNNING), made], { ...RUNNING, ...doorStays }, more);
		expect(step).toEqual({ do: 'end', id: 'grant-1' });
	});

	it('ends the access of a guest before at once, which an interrupted change has left', () => {
		const person = { user_identity_key: OWN_KEYS[1], full_name: 'Eve Stone' };
		const before = found({ ...RUNNING, name: 'Eve Stone', person });
		const made = found({ ...RUNNING, ...doorStays, id: 'grant-2', pin: '1111', createdAtMs: 1 });
		const { step } = plan([before, made], { ...RUNNING, ...doorStays }, READY);
		expect(step).toEqual({ do: 'end', id: 'grant-1' });
	});

	it('keeps the PIN before the arrival: on a door that stays, the old access ends first', () => {
		const moved = plan([found()], doorStays);
		expect(moved.step).toEqual({ do: 'end', id: 'grant-1', isFirst: true });
		expect(saidBy(moved)).toEqual(['rooms']);
	});

	it.each([
		['is still being made', [], { do: 'end', id: 'grant-1', isFirst: true }],
		['was deleted', ['method-1'], { do: 'create', access: { pin: '4821' } }],
	])('before the arrival, digits whose PIN %s: a door that stays', (_what, made, step) => {
		const old = found({
			methods: [],
			pin: undefined,
			requestedCodes: ['4821'],
			createdAtMs: NOW_MS,
			record: {
				user_identity_id: 'person-1',
				requested_access_methods: [{ mode: 'code', code: '4821', created_access_method_ids: made }],
			},
		});
		expect(plan([old], doorStays).step).toMatchObject(step);
	});

	it.each<[string, Partial<Grant>, Action | undefined]>([
		['keeps the old one if the new one did not become ready', {}, undefined],
		[
			'ends at once what opens nothing',
			{ methods: [], pin: undefined },
			{ do: 'end', id: 'grant-1' },
		],
		[
			'keeps what opens although its methods are not listed at the moment',
			{ methods: [], pin: undefined, record: { access_method_ids: ['method-1'] } },
			undefined,
		],
	])('%s, with a guest in the house', (_title, has, action) => {
		const moved = found({ ...RUNNING, id: 'grant-2', spaceIds: ['b'], createdAtMs: NOW_MS });
		const stay = { ...RUNNING, spaceIds: ['b'] };
		const { step } = plan([found({ ...RUNNING, ...has }), moved], stay, {
			memo: { came: { ready: false } },
		});
		expect(step).toEqual(action);
	});

	it('never becomes a third access beside two, under a key that the service has already', () => {
		const other = { id: 'grant-2', spaceIds: ['b'], spaceIdsOfDoors: ['b'], pin: '1111' };
		const second = found({ ...other, key: { ...found().key, part: 2 }, createdAtMs: -1 });
		const { step } = plan([found(), second], { spaceIds: ['c'] });
		expect(step).toEqual({ do: 'end', id: 'grant-2', isFirst: true });
		for (const [grant, part] of [
			[found(), 2],
			[second, 1],
		] as const)
			expect(plan([grant], { spaceIds: ['c'] }).step).toMatchObject({
				do: 'create',
				access: { part },
			});
	});

	it('makes room for a further one in the house, too, by what opens nothing', () => {
		const bare = { id: 'grant-2', key: { ...found().key, part: 2 }, methods: [], createdAtMs: -1 };
		const { step } = plan([found(RUNNING), found({ ...RUNNING, ...bare })], {
			...RUNNING,
			spaceIds: ['c'],
		});
		expect(step).toEqual({ do: 'end', id: 'grant-2', isFirst: true });
	});

	it('of another guest before the arrival never becomes a third access either', () => {
		const guest = { name: 'Eve Stone', unusable: [] };
		const second = found({ id: 'grant-2', key: { ...found().key, part: 2 }, createdAtMs: 1 });
		const { step } = plan([found(), second], { guest, name: 'Eve Stone' });
		expect(step).toEqual({ do: 'end', id: 'grant-2', isFirst: true });
	});
});

describe('old access that has to end first', () => {
	const old = found(RUNNING);
	const stepOf = (grants: Grant[], more: Partial<Memo> = {}) =>
		plan(
			grants,
			{ ...RUNNING, spaceIds: ['b'] },
			{ memo: { toEndFirst: ['grant-1'], endedFirst: [old], ...more } },
		).step;
	const failed = { failure: { error: new Error('refused') }, came: { gone: true } };

	it('ends, is gone, and then the guest gets the new rooms with the same PIN, under its key', () => {
		expect(stepOf([old], { endedFirst: [] })).toEqual({ do: 'end', id: 'grant-1' });
		expect(stepOf([])).toEqual({ do: 'await', what: 'gone' });
		expect(stepOf([], { came: { gone: true } })).toMatchObject({
			do: 'create',
			access: { spaceIds: ['b'], pin: '4821', part: 1 },
		});
	});

	it('is given again if the new one is refused: the access of the guest in the house, with its PIN', () => {
		const later = found({ id: 'grant-2', spaceIds: ['c'], pin: '7777', createdAtMs: NOW_MS });
		for (const endedFirst of [[old], [old, later], [later, old]]) {
			const again = stepOf([], { ...failed, endedFirst });
			expect(again).toMatchObject({
				do: 'create',
				access: { spaceIds: ['a'], pin: '4821', startsAt: RUNNING.startsAt, modes: ['code'] },
			});
		}
		expect(stepOf([], { ...failed, endedFirst: [later] })).toMatchObject({
			access: { spaceIds: ['c'], pin: '7777' },
		});
	});

	it('is given again without a PIN that a lock refused, and not twice', () => {
		const again = stepOf([], { ...failed, isPinRefused: true });
		expect(again).toMatchObject({ do: 'create', access: { pin: undefined } });
		expect(stepOf([old], failed)).toMatchObject({ do: 'fail' });
	});
});

describe('a second PIN', () => {
	const added = { access_method_id: 'method-2', mode: 'code', code: '7391', is_issued: true };
	const requestFor = (...ids: string[]) => ({
		mode: 'code',
		created_at: at(15, 11),
		created_access_method_ids: ids,
	});
	const twoPins = (more: Partial<Grant> = {}) =>
		found({
			methods: [...found().methods, added],
			pin: '7391',
			record: { requested_access_methods: [requestFor('method-1'), requestFor('method-2')] },
			...more,
		});
	const stepIf = (set: boolean | undefined, grant: Grant) =>
		plan([grant], {}, { memo: { came: { set } } }).step;

	it('takes the place of the first once it is set, whoever requested it and in whatever execution', () => {
		const unfinished = plan([twoPins()]);
		expect([unfinished.outcome, saidBy(unfinished)]).toEqual(['updated', ['pin']]);
		const [first, set, late] = [undefined, true, false].map((isSet) => stepIf(isSet, twoPins()));
		expect(first).toEqual({ do: 'await', what: 'set', id: 'grant-1' });
		expect(set).toEqual({ do: 'deleteMethods', id: 'grant-1', methodIds: ['method-1'] });
		expect(late).toBeUndefined();
	});

	it('is awaited while it is still being made', () => {
		const request = { ...requestFor(), created_at: new Date(NOW_MS - 60_000).toISOString() };
		const record = { requested_access_methods: [requestFor('method-1'), request] };
		expect(plan([found({ record })]).step).toMatchObject({ do: 'await', what: 'set' });
	});

	it('takes the place of the first where the service does not tell what a request has made', () => {
		const record = { requested_access_methods: [{ mode: 'code', code: '4821' }, { mode: 'code' }] };
		expect(stepIf(true, twoPins({ requestedCodes: ['4821'], record }))).toMatchObject({
			do: 'deleteMethods',
			methodIds: ['method-1'],
		});
	});

	it('ends nothing before the codes on the locks say that it is set', () => {
		const onLock = (status: string) => [
			{ device_id: 'lock-a', code: '4821', status: 'set' },
			{ device_id: 'lock-a', code: '7391', status },
		];
		const after = (status: string) => stepIf(true, twoPins({ codes: onLock(status) }));
		expect(after('setting')).toBeUndefined();
		expect(after('set')).toMatchObject({ do: 'deleteMethods', methodIds: ['method-1'] });
	});

	it('stays beside the first if no request has made it, and the item says so', () => {
		const byHand = twoPins({ record: { requested_access_methods: [requestFor('method-1')] } });
		const kept = plan([byHand]);
		expect([kept.step, codesOf(kept)]).toEqual([undefined, ['former_method_kept']]);
	});

	it('can be a backup code, unless another request has made it', () => {
		const backup = { ...added, warnings: [{ warning_code: 'pulled_backup_access_code' }] };
		const withBackup = (...requests: WireObject[]) =>
			twoPins({
				methods: [...found().methods, backup],
				record: { requested_access_methods: requests },
			});
		const unclear = withBackup(requestFor('method-1', 'method-2'));
		const kept = plan([unclear]);
		expect([kept.step, codesOf(kept), mayHaveOldPin(unclear, NOW_MS)]).toEqual([
			undefined,
			[],
			true,
		]);
		const own = withBackup(requestFor('method-1'), requestFor('method-2'));
		expect(stepIf(true, own)).toMatchObject({ do: 'deleteMethods' });
	});
});

it('a mobile key that was requested later than the access does not end without a word', () => {
	const methods = [
		{ access_method_id: 'method-1', mode: 'code', code: '4821', is_issued: true },
		{ access_method_id: 'key-1', mode: 'mobile_key', is_issued: true },
	];
	const requested_access_methods = [
		{ mode: 'code', created_access_method_ids: ['method-1'], created_at: at(10) },
		{ mode: 'mobile_key', created_access_method_ids: ['key-1'], created_at: at(11) },
	];
	const createdAtMs = Date.parse(at(10));
	const planned = plan([found({ methods, createdAtMs, record: { requested_access_methods } })]);
	expect([planned.step, codesOf(planned)]).toEqual([
		{ do: 'deleteMethods', id: 'grant-1', methodIds: ['key-1'] },
		['added_method_ended'],
	]);
});

describe('the guest', () => {
	const ann = {
		user_identity_id: 'ann',
		user_identity_key: 'reservation:4711',
		full_name: 'Ann',
		email_address: 'ann@example.com',
	};
	const ofAnn = (changes: Partial<Grant> = {}) => found({ name: 'Ann', person: ann, ...changes });
	const as = (name: string, emailAddress?: string): Partial<Booked> => ({
		name,
		guest: { name, emailAddress, unusable: [] },
	});

	it('is another one if name and contact both differ: gets access and a PIN of their own', () => {
		const passed = plan([ofAnn()], as('Bob', 'bob@example.com'));
		expect(passed).toMatchObject({
			outcome: 'updated',
			changes: expect.arrayContaining([
				expect.objectContaining({ what: 'guest' }),
				expect.objectContaining({ what: 'pin' }),
			]),
			step: {
				do: 'create',
				access: {
					pin: undefined,
					person: {
						user_identity: {
							user_identity_key: 'reservation:4711:part-2',
							full_name: 'Bob',
							email_address: 'bob@example.com',
						},
					},
				},
			},
		});
	});

	it('keeps the known name in new access if the booking has none', () => {
		const stay = { ...RUNNING, name: '4711', guest: { unusable: [] } };
		const { step } = plan([ofAnn({ ...RUNNING, endsAt: at(15, 11) })], stay);
		expect(step).toMatchObject({ do: 'create', access: { name: 'Ann' } });
	});

	it.each<[string, Partial<Grant>, boolean, string]>([
		['was entered', {}, true, 'entered_pin_not_used'],
		[
			'was requested for that guest',
			{ pin: '1111', methods: [], requestedCodes: ['4821'] },
			true,
			'entered_pin_not_used',
		],
		['is that of the phone', {}, false, 'phone_pin_not_used'],
	])(
		'is another one: does not get the PIN of the guest before that %s',
		(_what, grant, isEntered, problem) => {
			const pin = { code: '4821', isEntered };
			const passed = plan([ofAnn(grant)], { ...as('Bob', 'bob@example.com'), pin });
			expect([passed.step, codesOf(passed)]).toMatchObject([
				{ do: 'create', access: { pin: undefined } },
				[problem],
			]);
			const other = plan([ofAnn(grant)], { ...as('Bob'), pin: { code: '9999', isEntered } });
			expect([other.step, codesOf(other)]).toMatchObject([{ access: { pin: '9999' } }, []]);
		},
	);

	it('with access that has no PIN yet never gets that of another guest', () => {
		const bob = { user_identity_id: 'bob', full_name: 'Bob', email_address: 'bob@example.com' };
		const ofBob = found({
			id: 'grant-2',
			name: 'Bob',
			person: bob,
			methods: [],
			pin: undefined,
			createdAtMs: 1,
		});
		const pin = { code: '4821', isEntered: true };
		for (const should of [{}, { pin }])
			expect(plan([ofAnn(), ofBob], { ...as('Bob', 'bob@example.com'), ...should }).step).toEqual({
				do: 'addMethods',
				id: 'grant-2',
				modes: ['code'],
				pin: undefined,
			});
	});

	it('in the house loses nothing to another one, and the item says so', () => {
		const passed = plan([ofAnn(RUNNING)], { ...RUNNING, ...as('Bob', 'bob@example.com') });
		expect([passed.step, codesOf(passed), passed.newGuest]).toEqual([
			undefined,
			['guest_changed'],
			'Bob',
		]);
		expect(passed.problems[0]?.reason).toContain('still those of Ann');
	});

	it('has access without a contact that is not one', () => {
		const guest = { name: 'Ann', unusable: ['email_address' as const] };
		expect(codesOf(plan([], { guest }))).toEqual(['contact_left_out']);
	});
});

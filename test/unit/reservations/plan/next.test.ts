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
type Step = Omit<Action, 'access'> & Partial<Extract<Action, { do: 'create' }>['access']>;
interface Plan extends Diff {
	steps: Step[];
}

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
const plan = (...what: Parameters<typeof situationOf>): Plan => {
	const situation = situationOf(...what);
	return { ...diff(situation), steps: stepsFrom(situation, NOTHING_LEARNED) };
};
const codesOf = ({ problems }: Diff) => problems.map(({ code }) => code);
const doneBy = ({ steps }: Plan) => steps.map(({ do: what }) => what);

function stepsFrom(first: Situation, learned: Memo): Step[] {
	const steps: Step[] = [];
	let [situation, memo] = [first, learned];
	for (let action = next(situation, memo); action; action = next(situation, memo)) {
		if (steps.length > 20) throw new Error(`No end: ${JSON.stringify(steps)}`);
		steps.push(shown(action));
		[situation, memo] = after(action, situation, memo);
	}
	return steps;
}

function shown(action: Action): Step {
	if (action.do !== 'create') return action;
	const { modes, person, pin } = action.access;
	return { do: 'create', modes, person, ...(pin === undefined ? {} : { pin }) };
}

function after(action: Action, situation: Situation, memo: Memo): [Situation, Memo] {
	const set = (grants: readonly Grant[], learned: Partial<Memo> = {}): [Situation, Memo] => [
		toSituation({ ...situation, grants }),
		{ ...memo, ...learned },
	];
	const change = (id: string, changes: (grant: Grant) => Partial<Grant>) =>
		set(situation.grants.map((one) => (one.id === id ? { ...one, ...changes(one) } : one)));
	switch (action.do) {
		case 'create': {
			const { name = null, spaceIds, startsAt, endsAt, modes, pin } = action.access;
			const code = pin ?? '5005';
			const methods = modes.map((mode) => ({ access_method_id: `new-${mode}`, mode, code }));
			const person =
				'user_identity_id' in action.access.person
					? situation.grants[0]?.person
					: action.access.person.user_identity;
			const requestedCodes = pin === undefined ? [] : [pin];
			const made = { id: 'new', name, spaceIds, startsAt, endsAt, methods, requestedCodes };
			const record = found({
				...made,
				pin: code,
				person,
				spaceIdsOfDoors: spaceIds,
				createdAtMs: NOW_MS,
			});
			return set([...situation.grants, record]);
		}
		case 'update':
			return change(action.id, (grant) => ({ ...grant, ...action, id: grant.id }));
		case 'addMethods': {
			const { modes, pin } = action;
			return change(action.id, ({ methods, requestedCodes }) => ({
				methods: [
					...methods,
					...modes.map((mode) => ({ access_method_id: `added-${mode}`, mode, code: pin })),
				],
				requestedCodes: [...requestedCodes, ...(pin === undefined ? [] : [pin])],
				...(modes.includes('code') ? { pin: pin ?? '5006' } : {}),
			}));
		}
		case 'deleteMethods':
			return change(action.id, ({ methods, pin, record }) => {
				const left = methods.filter((one) => !action.methodIds.includes(one.access_method_id));
				const requests = [{ mode: 'code', code: pin, created_access_method_ids: ['gone'] }];
				return {
					methods: left,
					pin: left.find(({ mode }) => mode === 'code')?.code ?? undefined,
					record: { ...record, requested_access_methods: requests },
				};
			});
		case 'end': {
			const ended = situation.grants.filter(({ id }) => action.isFirst && id === action.id);
			const left = situation.grants.filter(({ id }) => id !== action.id);
			const toEndFirst = [...memo.toEndFirst, ...ended.map(({ id }) => id)];
			return set(left, { toEndFirst, endedFirst: [...memo.endedFirst, ...ended] });
		}
		case 'endSoon': {
			const { keepOldRoomsMs, wanted: stay } = situation;
			const endsMs = Math.min(NOW_MS + keepOldRoomsMs, Date.parse(stay.endsAt));
			return change(action.id, () => ({ endsAt: new Date(endsMs).toISOString() }));
		}
		case 'await':
			return set(situation.grants, { came: { ...memo.came, [action.what]: true } });
		case 'fail':
			throw action.error;
	}
}

it('creates what is missing, with a person of its own', () => {
	expect(plan([])).toMatchObject({
		outcome: 'created',
		steps: [
			{
				do: 'create',
				modes: ['code'],
				person: { user_identity: { user_identity_key: 'reservation:4711', full_name: 'Guest' } },
			},
		],
	});
	expect(plan([], { pin: { code: '1234', isEntered: false } }).steps).toMatchObject([
		{ do: 'create', pin: '1234' },
	]);
});

it('does nothing if nothing differs', () => {
	expect(plan([found()])).toMatchObject({ outcome: 'unchanged', changes: [], steps: [] });
	// The same instant in another format, and a start that has passed.
	expect(plan([found({ startsAt: '2030-06-20T17:00:00+02:00' })]).outcome).toBe('unchanged');
	expect(plan([found({ startsAt: at(15, 11) })], RUNNING).outcome).toBe('unchanged');
});

it.each<[string, Partial<Booked>, object]>([
	['a departure', { endsAt: at(23, 11) }, { do: 'update', id: 'grant-1', endsAt: at(23, 11) }],
	['an arrival', { startsAt: at(21) }, { do: 'update', id: 'grant-1', startsAt: at(21) }],
	['a name', { name: 'Other' }, { do: 'update', id: 'grant-1', name: 'Other' }],
	[
		'a further method',
		{ modes: ['code', 'mobile_key'] },
		{ do: 'addMethods', id: 'grant-1', modes: ['mobile_key'] },
	],
])('changes %s, and only that', (_what, should, step) => {
	expect(plan([found()], should)).toMatchObject({
		outcome: 'updated',
		changes: [expect.anything()],
		steps: [step],
	});
});

describe('methods that are no longer wanted', () => {
	const methods = [...found().methods, { access_method_id: 'method-2', mode: 'mobile_key' }];
	const withPin = (isIssued: boolean, has: Partial<Grant> = {}) => {
		const issued = methods.map((method) => ({ ...method, is_issued: isIssued }));
		return found({ methods: issued, ...has });
	};

	it('are deleted before the arrival, once what replaces them is issued', () => {
		const deleted = plan([withPin(true)]);
		expect([deleted.steps, codesOf(deleted)]).toEqual([
			[{ do: 'deleteMethods', id: 'grant-1', methodIds: ['method-2'] }],
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
		const [{ modes: booked } = { modes: [] }] = other.steps;
		expect([booked?.length, codesOf(other)]).toEqual([1, []]);
		expect(doneBy(other)).toEqual(['create', 'await', 'endSoon']);
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
		const { steps } = plan([withRequests(requests, changes)], both);
		expect(steps).toEqual(
			modes.length === 0
				? []
				: [{ do: 'addMethods', id: 'grant-1', modes, pin: expect.anything() }],
		);
	});

	it('leaves the PIN to the service if a door that stays has that of the guest on other access', () => {
		const rooms = { spaceIds: ['a'], spaceIdsOfDoors: ['a'] };
		const old = found({
			...RUNNING,
			id: 'old',
			spaceIds: ['b'],
			spaceIdsOfDoors: ['a', 'b'],
			pin: '5001',
		});
		const lost = { mode: 'code', created_access_method_ids: ['deleted'] };
		const current = {
			...RUNNING,
			...rooms,
			id: 'new',
			createdAtMs: 1,
			methods: [],
			pin: undefined,
		};
		const grants = [old, withRequests([lost], current)];
		const [first] = plan(grants, RUNNING).steps;
		expect(first).toEqual({ do: 'addMethods', id: 'new', modes: ['code'], pin: undefined });
	});

	it.each([
		['b', { do: 'addMethods', id: 'new', modes: ['code'], pin: '4821' }],
		['a', { do: 'end', id: 'grant-1', isFirst: true }],
	])('before the arrival, keeps the PIN that other access of the guest has on %s', (door, step) => {
		const old = found({ spaceIds: ['b'], spaceIdsOfDoors: [door] });
		const current = found({ id: 'new', methods: [], pin: undefined, createdAtMs: 1 });
		expect(plan([old, current]).steps[0]).toEqual(step);
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
			expect([chosen.steps, codesOf(chosen)]).toEqual([
				[{ do: 'addMethods', id: 'grant-1', modes: ['code'] }],
				[problem],
			]);
			const asked = withRequests([{ mode: 'code', code: '7391' }, { mode: 'code' }], none);
			expect(plan([asked], { pin: { code: '7391', isEntered } }).steps).toEqual([]);
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
		expect([kept.steps, codesOf(kept)]).toEqual([[], [problem]]);
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
		expect([kept.steps, codesOf(kept)]).toEqual([[], []]);
		const ofPhone = plan([found({ record })], { pin: { code: '9999', isEntered: false } });
		expect([ofPhone.steps, codesOf(ofPhone)]).toEqual([[], ['phone_pin_not_used']]);
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
		expect([wished, left].map((one) => codesOf(diff(one)))).toEqual([['entered_pin_not_used'], []]);
	});

	it('never becomes one that this access had before, also in a change of rooms', () => {
		const leaked = found({ requestedCodes: ['9999', '4821'] });
		expect(plan([leaked], { ...entered('9999'), spaceIds: ['b'] }).steps).toMatchObject([
			{ do: 'create', pin: '4821' },
			{ do: 'end' },
		]);
	});

	it.each([
		['the service chose it', { mode: 'code' }, undefined],
		['it was requested', { mode: 'code', code: '7391' }, '7391'],
	])('that is not made yet stays the one that was chosen: %s', (_how, request, pin) => {
		const record = { user_identity_id: 'person-1', requested_access_methods: [request] };
		const requestedCodes = pin === undefined ? [] : [pin];
		const without = { methods: [], pin: undefined, requestedCodes };
		const making = found({ ...without, record });
		const [create] = plan([making], { ...entered('9999'), spaceIds: ['b'] }).steps;
		expect(create?.pin).toBe(pin);
	});

	it('of the phone is replaced by one that the service chooses, once: an interrupted change is finished', () => {
		const methods = [
			...found().methods,
			{ access_method_id: 'method-2', mode: 'code', code: '7391', is_issued: true },
		];
		const requests = [{ mode: 'code', code: '4821' }, { mode: 'code' }];
		const record = { requested_access_methods: requests };
		const changing = found({ methods, requestedCodes: ['4821'], record });
		expect(plan([changing], { pin: { code: '4821', isEntered: false } }).steps).toMatchObject([
			{ do: 'await', what: 'set', id: 'grant-1' },
			{ do: 'deleteMethods', id: 'grant-1', methodIds: ['method-1'] },
		]);
	});
});

it('requests nothing while the service still makes the methods of a new grant, and requests them if it does not', () => {
	const record = { requested_access_methods: [{ mode: 'code' }] };
	const making = { methods: [], pin: undefined, record };
	expect(plan([found({ ...making, createdAtMs: NOW_MS - 60_000 })]).steps).toEqual([]);
	expect(plan([found(making)]).steps).toMatchObject([{ do: 'addMethods', modes: ['code'] }]);
});

describe('a change of rooms', () => {
	it.each<[string, Partial<Grant>, Partial<Booked>, Action['do'][], string[]]>([
		['before the arrival', {}, {}, ['end'], []],
		[
			'while the guest is in the house, once the new access is ready',
			RUNNING,
			RUNNING,
			['await', 'endSoon'],
			[],
		],
		['if the stay was postponed', RUNNING, {}, ['end'], ['stay_begins_later']],
	])(
		'makes the new access first, keeps the PIN, and ends the old one %s',
		(_when, has, should, ends, problems) => {
			const moved = plan([found(has)], { ...should, spaceIds: ['b'] });
			const [create, ...others] = moved.steps;
			expect(create).toMatchObject({
				do: 'create',
				pin: '4821',
				person: { user_identity_id: 'person-1' },
			});
			expect(moved.changes).not.toContainEqual(expect.objectContaining({ what: 'pin' }));
			expect(codesOf(moved)).toEqual(problems);
			expect(others.map(({ do: what }) => what)).toEqual(ends);
		},
	);

	const doorStays = { spaceIds: ['a', 'b'] };

	it('never hands over the PIN in the house: on a door that stays, the new access has one of its own, and the old one ends by itself', () => {
		const moved = plan([found(RUNNING)], { ...RUNNING, ...doorStays });
		expect(moved.steps).toEqual([
			{ do: 'create', modes: ['code'], person: expect.anything() },
			{ do: 'await', what: 'ready', id: 'new' },
			{ do: 'endSoon', id: 'grant-1' },
		]);
		expect(moved.changes.map(({ what }) => what)).toEqual(['rooms', 'pin']);
	});

	it('has nothing to do while the old access ends by itself, and after it has', () => {
		const made = found({ ...RUNNING, ...doorStays, id: 'grant-2', pin: '1111', createdAtMs: 1 });
		for (const minutes of [25, -5]) {
			const endsAt = new Date(NOW_MS + minutes * 60_000).toISOString();
			const again = plan([found({ ...RUNNING, endsAt }), made], { ...RUNNING, ...doorStays });
			expect([again.outcome, again.steps, again.changes]).toEqual(['unchanged', [], []]);
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
		expect(plan([ended, used], RUNNING).steps).toEqual([
			{ do: 'create', modes: ['code'], person: expect.anything(), pin: '1111' },
			{ do: 'await', what: 'ready', id: 'new' },
			{ do: 'endSoon', id: 'grant-2' },
		]);
	});

	it('gives a guest who stays longer after their access has ended new access with their PIN and person', () => {
		const ended = found({ ...RUNNING, endsAt: at(15, 11) });
		// Also after Change PIN.
		const stay = { ...RUNNING, pin: { code: '4567', isEntered: true } };
		const given = plan([ended], stay);
		expect(codesOf(given)).toEqual([]);
		expect(given).toMatchObject({
			outcome: 'created',
			steps: [
				{
					do: 'create',
					pin: ended.pin,
					person: { user_identity_id: ended.record.user_identity_id },
				},
			],
		});
	});

	it('ends what is old no later than the stay, however long it may be kept', () => {
		const week = 7 * 24 * 3_600_000;
		const made = found({ ...RUNNING, ...doorStays, id: 'grant-2', pin: '1111', createdAtMs: 1 });
		const old = found({ ...RUNNING, endsAt: at(25, 11) });
		const stay = { ...RUNNING, ...doorStays };
		expect(plan([old, made], stay, { keepOldRoomsMs: week }).steps).toEqual([
			{ do: 'await', what: 'ready', id: 'grant-2' },
			{ do: 'endSoon', id: 'grant-1' },
		]);
	});

	it('changes the departure of the old access too, as long as the new one is not ready', () => {
		const made = found({ ...RUNNING, ...doorStays, id: 'grant-2', pin: '1111', createdAtMs: 1 });
		const memo = { ...NOTHING_LEARNED, came: { ready: false } };
		for (const endsAt of [at(20, 11), at(25, 11)]) {
			const stay = { ...RUNNING, ...doorStays, endsAt };
			const current = { ...made, endsAt };
			const steps = stepsFrom(situationOf([found(RUNNING), current], stay), memo);
			expect(steps).toEqual([{ do: 'update', id: 'grant-1', endsAt }]);
		}
	});

	it('ends the old access at once if no time is to be left', () => {
		const steps = plan([found(RUNNING)], { ...RUNNING, ...doorStays }, { keepOldRoomsMs: 0 }).steps;
		expect(steps.at(-1)).toEqual({ do: 'end', id: 'grant-1' });
	});

	it('ends the access of a guest before at once, which an interrupted change has left', () => {
		const person = { user_identity_key: OWN_KEYS[1], full_name: 'Eve Stone' };
		const before = found({ ...RUNNING, name: 'Eve Stone', person });
		const made = found({ ...RUNNING, ...doorStays, id: 'grant-2', pin: '1111', createdAtMs: 1 });
		expect(plan([before, made], { ...RUNNING, ...doorStays }).steps).toEqual([
			{ do: 'await', what: 'ready', id: 'grant-2' },
			{ do: 'end', id: 'grant-1' },
		]);
	});

	it('keeps the PIN before the arrival: on a door that stays, the old access ends first', () => {
		const { steps, changes } = plan([found()], doorStays);
		expect(steps).toEqual([
			{ do: 'end', id: 'grant-1', isFirst: true },
			{ do: 'await', what: 'gone' },
			{ do: 'create', modes: ['code'], person: expect.anything(), pin: '4821' },
		]);
		expect(changes.map(({ what }) => what)).toEqual(['rooms']);
	});

	it('keeps the PIN before the arrival: of two with it, the one that has it on a door of the new rooms ends first', () => {
		const interrupted = [
			found({ spaceIdsOfDoors: ['a', 'c'] }),
			found({ id: 'grant-2', spaceIds: ['b'], spaceIdsOfDoors: ['b'], createdAtMs: 1 }),
		];
		expect(plan(interrupted, { spaceIds: ['c'] }).steps).toEqual([
			{ do: 'end', id: 'grant-1', isFirst: true },
			{ do: 'await', what: 'gone' },
			{ do: 'create', modes: ['code'], person: expect.anything(), pin: '4821' },
			{ do: 'end', id: 'grant-2' },
		]);
	});

	it.each([
		['is still being made', [], { do: 'end', id: 'grant-1', isFirst: true }],
		['was deleted', ['method-1'], { do: 'create', pin: '4821' }],
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
		expect(plan([old], doorStays).steps[0]).toMatchObject(step);
	});

	it('is finished by the next run if it was interrupted, once the new access is ready', () => {
		const moved = found({
			...RUNNING,
			id: 'grant-2',
			key: { prefix: 'reservation:', reservationKey: '4711', part: 2 },
			spaceIds: ['b'],
			createdAtMs: NOW_MS,
		});
		expect(plan([found(RUNNING), moved], { ...RUNNING, spaceIds: ['b'] }).steps).toEqual([
			{ do: 'await', what: 'ready', id: 'grant-2' },
			{ do: 'endSoon', id: 'grant-1' },
		]);
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
		const situation = situationOf([found({ ...RUNNING, ...has }), moved], {
			...RUNNING,
			spaceIds: ['b'],
		});
		expect(next(situation, { ...NOTHING_LEARNED, came: { ready: false } })).toEqual(action);
	});

	it('never becomes a third access beside two, under a key that the service has already', () => {
		const other = { id: 'grant-2', spaceIds: ['b'], spaceIdsOfDoors: ['b'], pin: '1111' };
		const second = found({ ...other, key: { ...found().key, part: 2 }, createdAtMs: -1 });
		const [first] = plan([found(), second], { spaceIds: ['c'] }).steps;
		expect(first).toEqual({ do: 'end', id: 'grant-2', isFirst: true });
		for (const [grants, part] of [
			[[found()], 2],
			[[second], 1],
		] as const) {
			const step = next(situationOf([...grants], { spaceIds: ['c'] }), NOTHING_LEARNED);
			expect(step).toMatchObject({ do: 'create', access: { part } });
		}
	});

	it('makes room for a further one in the house, too, by what opens nothing', () => {
		const bare = { id: 'grant-2', key: { ...found().key, part: 2 }, methods: [], createdAtMs: -1 };
		const step = next(
			situationOf([found(RUNNING), found({ ...RUNNING, ...bare })], {
				...RUNNING,
				spaceIds: ['c'],
			}),
			NOTHING_LEARNED,
		);
		expect(step).toEqual({ do: 'end', id: 'grant-2', isFirst: true });
	});

	it('of another guest before the arrival never becomes a third access either', () => {
		const guest = { name: 'Eve Stone', unusable: [] };
		const second = found({ id: 'grant-2', key: { ...found().key, part: 2 }, createdAtMs: 1 });
		expect(plan([found(), second], { guest, name: 'Eve Stone' }).steps).toMatchObject([
			{ do: 'end', id: 'grant-2', isFirst: true },
			{ do: 'await', what: 'gone' },
			{ do: 'create' },
			{ do: 'end', id: 'grant-1' },
		]);
	});

	it('leaves no former access open, however many there are', () => {
		const former = ['grant-2', 'grant-3', 'grant-4'].map((id) => found({ id, spaceIds: [id] }));
		expect(plan([found({ createdAtMs: 1 }), ...former]).steps).toEqual(
			former.map(({ id }) => ({ do: 'end', id })),
		);
	});

	it.each([
		['says that the PIN changed if access with another one ends', '5001', ['pin', 'access']],
		['says nothing about the PIN if access with the same one ends', '4821', ['access']],
	])('%s', (_title, pin, said) => {
		const other = found({ id: 'grant-2', pin, createdAtMs: -1 });
		expect(plan([found(), other]).changes.map(({ what }) => what)).toEqual(said);
	});

	it('never ends the access that stays, although a list names it twice', () => {
		expect(plan([found(), found()]).steps).toEqual([]);
	});

	it('changes the methods only of the access that stays', () => {
		const should = { spaceIds: ['b'], modes: ['code', 'mobile_key'] };
		expect(doneBy(plan([found()], should))).toEqual(['create', 'end']);
	});
});

describe('old access that has to end first', () => {
	const old = found(RUNNING);
	const moved = { ...RUNNING, spaceIds: ['b'] };
	const learned = (more: Partial<Memo> = {}): Memo => ({
		...NOTHING_LEARNED,
		toEndFirst: ['grant-1'],
		endedFirst: [old],
		...more,
	});
	const failed = { failure: { error: new Error('refused') }, came: { gone: true } };

	it('ends, is gone, and then the guest gets the new rooms with the same PIN, under its key', () => {
		expect(next(situationOf([old], moved), learned({ endedFirst: [] }))).toEqual({
			do: 'end',
			id: 'grant-1',
		});
		expect(next(situationOf([], moved), learned())).toEqual({
			do: 'await',
			what: 'gone',
		});
		expect(next(situationOf([], moved), learned({ came: { gone: true } }))).toMatchObject({
			do: 'create',
			access: { spaceIds: ['b'], pin: '4821', part: 1 },
		});
	});

	it('is given again if the new one is refused: the access of the guest in the house, with its PIN', () => {
		const later = found({ id: 'grant-2', spaceIds: ['c'], pin: '7777', createdAtMs: NOW_MS });
		for (const endedFirst of [[old], [old, later], [later, old]]) {
			const again = next(situationOf([], moved), learned({ ...failed, endedFirst }));
			expect(again).toMatchObject({
				do: 'create',
				access: { spaceIds: ['a'], pin: '4821', startsAt: RUNNING.startsAt, modes: ['code'] },
			});
		}
		expect(next(situationOf([], moved), learned({ ...failed, endedFirst: [later] }))).toMatchObject(
			{
				access: { spaceIds: ['c'], pin: '7777' },
			},
		);
	});

	it('is given again without a PIN that a lock refused, and not twice', () => {
		const again = next(situationOf([], moved), learned({ ...failed, isPinRefused: true }));
		expect(again).toMatchObject({ do: 'create', access: { pin: undefined } });
		expect(next(situationOf([old], moved), learned(failed))).toMatchObject({ do: 'fail' });
	});

	it('is given again although the stay has access that is over', () => {
		const over = found({ id: 'grant-2', startsAt: at(10), endsAt: at(11) });
		expect(next(situationOf([over], moved), learned(failed))).toMatchObject({ do: 'create' });
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

	it('takes the place of the first once it is set, whoever requested it and in whatever execution', () => {
		const unfinished = plan([twoPins()]);
		expect([unfinished.outcome, unfinished.changes, unfinished.steps]).toEqual([
			'updated',
			[expect.objectContaining({ what: 'pin' })],
			[
				{ do: 'await', what: 'set', id: 'grant-1' },
				{ do: 'deleteMethods', id: 'grant-1', methodIds: ['method-1'] },
			],
		]);
		const late = { ...NOTHING_LEARNED, came: { set: false } };
		expect(next(situationOf([twoPins()]), late)).toBeUndefined();
	});

	it('is awaited while it is still being made', () => {
		const request = { ...requestFor(), created_at: new Date(NOW_MS - 60_000).toISOString() };
		const record = { requested_access_methods: [requestFor('method-1'), request] };
		expect(plan([found({ record })]).steps).toMatchObject([{ do: 'await', what: 'set' }]);
	});

	it('ends nothing before the codes on the locks say that it is set', () => {
		const onLock = (status: string) => [
			{ device_id: 'lock-a', code: '4821', status: 'set' },
			{ device_id: 'lock-a', code: '7391', status },
		];
		const set = { ...NOTHING_LEARNED, came: { set: true } };
		const after = (status: string) => next(situationOf([twoPins({ codes: onLock(status) })]), set);
		expect(after('setting')).toBeUndefined();
		expect(after('set')).toMatchObject({ do: 'deleteMethods', methodIds: ['method-1'] });
	});

	it('stays beside the first if no request has made it, and the item says so', () => {
		const byHand = twoPins({ record: { requested_access_methods: [requestFor('method-1')] } });
		const { steps, ...diffed } = plan([byHand]);
		expect([steps, codesOf(diffed)]).toEqual([[], ['former_method_kept']]);
	});

	it('can be a backup code, unless another request has made it', () => {
		const backup = { ...added, warnings: [{ warning_code: 'pulled_backup_access_code' }] };
		const withBackup = (...requests: WireObject[]) =>
			twoPins({
				methods: [...found().methods, backup],
				record: { requested_access_methods: requests },
			});
		const unclear = withBackup(requestFor('method-1', 'method-2'));
		const { steps, ...diffed } = plan([unclear]);
		expect([steps, codesOf(diffed), mayHaveOldPin(unclear, NOW_MS)]).toEqual([[], [], true]);
		const own = withBackup(requestFor('method-1'), requestFor('method-2'));
		expect(doneBy(plan([own]))).toEqual(['await', 'deleteMethods']);
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
	const { steps, ...diffed } = plan([
		found({ methods, createdAtMs, record: { requested_access_methods } }),
	]);
	expect([steps, codesOf(diffed)]).toEqual([
		[{ do: 'deleteMethods', id: 'grant-1', methodIds: ['key-1'] }],
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
			steps: [
				{
					do: 'create',
					person: {
						user_identity: {
							user_identity_key: 'reservation:4711:part-2',
							full_name: 'Bob',
							email_address: 'bob@example.com',
						},
					},
				},
				{ do: 'end', id: 'grant-1' },
			],
		});
		expect(passed.steps).not.toMatchObject([{ pin: '4821' }, {}]);
	});

	it.each<[string, Partial<Grant>, Partial<Booked>]>([
		['in a change of rooms', {}, { spaceIds: ['b'] }],
		['in new access once the old one has ended', { ...RUNNING, endsAt: at(15, 11) }, RUNNING],
	])('keeps the known name if the booking has none, also %s', (_what, has, should) => {
		const nameless = { name: '4711', guest: { unusable: [] } };
		expect(plan([ofAnn()], nameless).steps).toEqual([]);
		const situation = situationOf([ofAnn(has)], { ...nameless, ...should });
		expect(next(situation, NOTHING_LEARNED)).toMatchObject({
			do: 'create',
			access: { name: 'Ann' },
		});
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
			expect([passed.steps[0], codesOf(passed)]).toEqual([
				{ do: 'create', person: expect.anything(), modes: ['code'] },
				[problem],
			]);
			const other = plan([ofAnn(grant)], { ...as('Bob'), pin: { code: '9999', isEntered } });
			expect([other.steps[0], codesOf(other)]).toMatchObject([{ pin: '9999' }, []]);
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
			expect(plan([ofAnn(), ofBob], { ...as('Bob', 'bob@example.com'), ...should }).steps).toEqual([
				{ do: 'addMethods', id: 'grant-2', modes: ['code'], pin: undefined },
				{ do: 'end', id: 'grant-1' },
			]);
	});

	const withoutContact = { ...ann, email_address: null };

	it.each([
		['Ann Lee', 'Anne Lee'],
		['Ann Lee', 'LEE, ANN'],
		['José Müller', 'Jose Mueller'],
		["Ann O'Brien", 'A. Obrien'],
		['Ann Smith-Jones', 'A Jones'],
		['ann', 'Ann Lee'],
	])('is the same one if only a name is known, and it was corrected: %s, %s', (first, name) => {
		const person = { ...withoutContact, full_name: first };
		expect(doneBy(plan([ofAnn({ name: first, person })], as(name)))).toEqual(['update']);
	});

	it('in the house loses nothing to another one, and the item says so', () => {
		const passed = plan([ofAnn(RUNNING)], { ...RUNNING, ...as('Bob', 'bob@example.com') });
		expect([passed.steps, codesOf(passed), passed.newGuest]).toEqual([
			[],
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

describe('a stay that is over', () => {
	const over = { startsAt: at(10), endsAt: at(12, 11) };
	it('gets no access', () =>
		expect(plan([], over)).toMatchObject({ outcome: 'ignored', steps: [] }));
	it('is left as it is', () =>
		expect(plan([found(over)], over)).toMatchObject({ outcome: 'unchanged', steps: [] }));
	it('loses access that continues', () =>
		expect(plan([found(RUNNING)], over)).toMatchObject({
			outcome: 'ended',
			steps: [{ do: 'end', id: 'grant-1' }],
		}));
});

import {
	type DesiredAccess,
	type CurrentAccess,
	planAccess,
	planEnd,
} from '../../../../nodes/DeviceAccess/reservations/plan/plan';

const NOW_MS = Date.parse('2030-06-15T12:00:00Z');
const at = (day: number, hour = 15) => new Date(Date.UTC(2030, 5, day, hour)).toISOString();
const room = (...spaceIds: string[]) => ({ spaceIds, deviceIds: [], entranceIds: [] });

const wanted = (changes: Partial<DesiredAccess> = {}): DesiredAccess => ({
	name: 'Guest',
	startsAt: at(20),
	endsAt: at(22, 11),
	places: room('a'),
	roomNames: ['A'],
	modes: ['code'],
	...changes,
});
const found = (changes: Partial<CurrentAccess> = {}): CurrentAccess => ({
	grantId: 'grant-1',
	key: { reservationKey: '4711', guestNumber: 1, part: 1 },
	name: 'Guest',
	startsAt: at(20),
	endsAt: at(22, 11),
	places: room('a'),
	roomNames: ['A'],
	methods: [{ id: 'method-1', mode: 'code', code: '4821' }],
	requestedCodes: [],
	createdAtMs: NOW_MS - 86_400_000,
	hasErrors: false,
	pinCount: 1,
	...changes,
});
const RUNNING = { startsAt: at(14) };
const plan = (now: CurrentAccess[], should: Partial<DesiredAccess> = {}) =>
	planAccess(wanted(should), now, { is: 'same' }, NOW_MS);

it('creates what is missing', () => {
	expect(plan([])).toMatchObject({ outcome: 'created', steps: [{ do: 'create', pin: undefined }] });
	expect(plan([], { pin: { code: '1234', isGiven: false } }).steps).toEqual([
		{ do: 'create', pin: '1234' },
	]);
});

it('does nothing if nothing differs', () => {
	expect(plan([found()])).toEqual({
		outcome: 'unchanged',
		changes: [],
		steps: [],
		grantId: 'grant-1',
	});
	// The same instant in another format, and a start that has passed.
	expect(plan([found({ startsAt: '2030-06-20T17:00:00+02:00' })]).outcome).toBe('unchanged');
	expect(plan([found({ startsAt: at(15, 11) })], RUNNING).outcome).toBe('unchanged');
});

it.each<[string, Partial<DesiredAccess>, object]>([
	['a departure', { endsAt: at(23, 11) }, { do: 'update', grantId: 'grant-1', endsAt: at(23, 11) }],
	['an arrival', { startsAt: at(21) }, { do: 'update', grantId: 'grant-1', startsAt: at(21) }],
	['a name', { name: 'Other' }, { do: 'update', grantId: 'grant-1', name: 'Other' }],
	[
		'a further method',
		{ modes: ['code', 'mobile_key'] },
		{ do: 'addMethods', grantId: 'grant-1', modes: ['mobile_key'] },
	],
	[
		'a PIN that was entered',
		{ pin: { code: '9999', isGiven: true } },
		{ do: 'changePin', grantId: 'grant-1', code: '9999' },
	],
])('changes %s, and only that', (_what, should, step) => {
	expect(plan([found()], should)).toMatchObject({
		outcome: 'updated',
		changes: [expect.anything()],
		steps: [step],
	});
});

it('deletes the methods that are no longer wanted', () => {
	const methods = [...found().methods, { id: 'method-2', mode: 'mobile_key' }];
	expect(plan([found({ methods })]).steps).toEqual([{ do: 'deleteMethods', ids: ['method-2'] }]);
});

it('keeps a PIN that the service chose instead of the requested one, and one from a phone number that has changed', () => {
	expect(
		plan([found({ requestedCodes: ['9999'] })], { pin: { code: '9999', isGiven: true } }).steps,
	).toEqual([]);
	expect(plan([found()], { pin: { code: '9999', isGiven: false } }).steps).toEqual([]);
});

it('finishes a change of the PIN that was interrupted: the old one must go', () => {
	const methods = [...found().methods, { id: 'method-2', mode: 'code', code: '7391' }];
	const pin = { code: '7391', isGiven: true };
	expect(plan([found({ methods, requestedCodes: ['7391'], pinCount: 2 })], { pin }).steps).toEqual([
		{ do: 'changePin', grantId: 'grant-1', code: '7391' },
	]);
});

it('requests nothing while the service still makes the methods of a new grant, and requests them if it does not', () => {
	expect(plan([found({ methods: [], createdAtMs: NOW_MS - 60_000 })]).steps).toEqual([]);
	expect(plan([found({ methods: [] })]).steps).toEqual([
		{ do: 'addMethods', grantId: 'grant-1', modes: ['code'] },
	]);
});

describe('a change of rooms', () => {
	it('ends the old access first before the arrival, and keeps the PIN', () => {
		expect(plan([found()], { places: room('b') })).toMatchObject({
			outcome: 'moved',
			steps: [
				{
					do: 'move',
					grantId: 'grant-1',
					otherwise: [
						{ do: 'delete', grantId: 'grant-1' },
						{ do: 'create', pin: '4821' },
					],
				},
			],
		});
	});

	it('gives the new access first while the guest is in the house', () => {
		expect(plan([found(RUNNING)], { ...RUNNING, places: room('b') }).steps).toMatchObject([
			{
				do: 'move',
				otherwise: [
					{ do: 'create', pin: '4821' },
					{ do: 'deleteWhenReady', grantId: 'grant-1' },
				],
			},
		]);
	});

	it('ends the old access first if the stay was postponed', () => {
		expect(plan([found(RUNNING)], { places: room('b') }).steps).toMatchObject([
			{ do: 'move', otherwise: [{ do: 'delete' }, { do: 'create' }] },
		]);
	});

	it('is finished by the next run if it was interrupted, once the new access is ready', () => {
		const moved = found({
			...RUNNING,
			grantId: 'grant-2',
			key: { reservationKey: '4711', guestNumber: 1, part: 2 },
			places: room('b'),
			createdAtMs: NOW_MS,
		});
		expect(plan([found(RUNNING), moved], { ...RUNNING, places: room('b') }).steps).toEqual([
			{ do: 'deleteWhenReady', grantId: 'grant-1', readyId: 'grant-2' },
		]);
	});

	it('changes the PIN and methods only of the access that stays', () => {
		const should = { places: room('b'), modes: ['code', 'mobile_key'] };
		expect(plan([found()], should).steps).toMatchObject([
			{
				do: 'move',
				then: [{ do: 'addMethods', modes: ['mobile_key'] }],
				otherwise: [{ do: 'delete' }, { do: 'create' }],
			},
		]);
	});
});

it('gives another guest their own access, without the PIN of the first', () => {
	expect(planAccess(wanted(), [found()], { is: 'another' }, NOW_MS).steps).toEqual([
		{ do: 'delete', grantId: 'grant-1' },
		{ do: 'create', pin: undefined },
	]);
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
			steps: [{ do: 'delete', grantId: 'grant-1' }],
		}));
});

it('ends every access of a reservation', () => {
	expect(planEnd([])).toEqual({ outcome: 'nothing_to_end', changes: [], steps: [] });
	expect(planEnd([found(), found({ grantId: 'grant-2' })]).steps).toEqual([
		{ do: 'delete', grantId: 'grant-1' },
		{ do: 'delete', grantId: 'grant-2' },
	]);
});

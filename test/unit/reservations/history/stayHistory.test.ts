import type { StayFacts } from '../../../../nodes/DeviceAccess/reservations/history/stayFacts';
import { stayHistory } from '../../../../nodes/DeviceAccess/reservations/history/stayHistory';
import type { ServiceEvent } from '../../../../nodes/DeviceAccess/wire/records';

let count = 0;
const event = (event_type: string, created_at: string, rest: object = {}): ServiceEvent => ({
	event_id: `event-${++count}`,
	event_type,
	created_at,
	...rest,
});
const facts = (changes: Partial<StayFacts>): StayFacts => ({
	grants: [],
	methods: [],
	events: [],
	doors: new Map([['lock-a', 'Room A']]),
	nowMs: Date.parse('2030-06-30T00:00:00Z'),
	...changes,
});

const times = (timeZone: string | undefined, end: string) => {
	const changed = event('access_grant.access_times_changed', '2030-06-18T09:00:00Z', {
		starts_at: '2030-06-20T15:00:00Z',
		ends_at: end,
	});
	return stayHistory(facts({ timeZone, events: [changed] })).map(({ text }) => text);
};

it('says times in the zone of the room, or that they are in UTC, also for a zone that does not exist', () => {
	expect(times('Europe/Lisbon', '2030-06-22T11:00:00Z')).toEqual([
		'The times changed: now from 2030-06-20 16:00 to 2030-06-22 12:00.',
	]);
	for (const zone of ['Lisbon', '', undefined])
		expect(times(zone, '2030-06-22T11:00:00Z')).toEqual([
			'The times changed: now from 2030-06-20 15:00 UTC to 2030-06-22 11:00 UTC.',
		]);
	expect(times('Europe/Lisbon', 'tomorrow')).toEqual(['The times of the access changed.']);
});

it('measures only the first time that a PIN was set, not that after a later change', () => {
	const code = { access_code_id: 'code-1', device_id: 'lock-a' };
	const entries = stayHistory(
		facts({
			startsAtMs: Date.parse('2030-06-20T15:00:00Z'),
			events: [
				event('access_code.created', '2030-06-20T14:00:00Z', code),
				event('access_code.set_on_device', '2030-06-20T14:02:00Z', code),
				event('access_code.set_on_device', '2030-06-20T19:00:00Z', code),
			],
		}),
	);
	expect(entries.map(({ duration_seconds: seconds }) => seconds)).toEqual([120, null]);
	expect(entries.at(1)?.text).toBe('The PIN works on Room A.');
});

it('names a method with a mode that it does not know', () => {
	const method = { id: 'method-1', grantId: 'grant-1', isDeleted: false, pins: new Set<string>() };
	const issued = event('access_method.issued', '2030-06-18T09:00:00Z', {
		access_method_id: 'method-1',
	});
	const entries = stayHistory(
		facts({ methods: [{ ...method, mode: 'constructor' }], events: [issued] }),
	);
	expect(entries.map(({ text }) => text)).toEqual(['The PIN, card or key was issued.']);
});

it('takes null for absent: a card opening has no code, and events without IDs are not measured', () => {
	const opening = event('lock.unlocked', '2030-06-20T16:00:00Z', {
		device_id: 'lock-a',
		access_code_id: null,
	});
	const [entry] = stayHistory(facts({ events: [opening] })).filter(
		({ what }) => what === 'first_entry',
	);
	expect(entry).toMatchObject({ mode: null, door: 'Room A' });
	const unnamed = { access_method_id: null };
	const entries = stayHistory(
		facts({
			events: [
				event('access_method.created', '2030-06-18T09:00:00Z', unnamed),
				event('access_method.issued', '2030-06-18T10:00:00Z', unnamed),
			],
		}),
	);
	expect(entries.map(({ duration_seconds: seconds }) => seconds)).toEqual([null, null]);
});

describe('while the guest has other access', () => {
	const created = (id: string, at: string) =>
		event('access_grant.created', at, { access_grant_id: id });
	const events = [
		created('former', '2030-06-18T09:00:00Z'),
		created('new', '2030-06-19T09:00:00Z'),
	];
	const entries = (former: object, more: ServiceEvent[] = []) =>
		stayHistory(
			facts({
				events: [...events, ...more],
				grants: [
					{ id: 'former', ...former },
					{ id: 'new', guestName: 'Ada', doorIds: ['lock-b'], roomNames: ['Suite B'] },
				],
			}),
		);
	const told = (former: object) => entries(former).map(({ what }) => what);

	it('tells of other rooms if the same guest has both', () => {
		expect(told({ guestName: 'Ada', doorIds: ['lock-a'] })).toEqual([
			'access_given',
			'rooms_changed',
		]);
	});

	it('tells of other rooms by the doors of access that was deleted, with the names that are known', () => {
		expect(entries({ doorIds: ['lock-a'] }).map(({ what, text }) => [what, text])).toEqual([
			['access_given', 'The access was given.'],
			[
				'rooms_changed',
				'The rooms changed from Room A to Suite B. New access was created for them.',
			],
		]);
		expect(entries({ doorIds: ['lock-unnamed'] }).at(1)?.text).toBe(
			'The rooms changed to Suite B. New access was created for them.',
		);
	});

	it.each([
		['a moment', '2030-06-19T08:59:00Z', 'rooms_changed'],
		['long', '2030-06-18T12:00:00Z', 'access_given'],
	])('tells of other rooms if the former access ended %s before', (_when, at, what) => {
		const deleted = event('access_grant.deleted', at, { access_grant_id: 'former' });
		expect(entries({ doorIds: ['lock-a'] }, [deleted]).map((entry) => entry.what)).toEqual([
			'access_given',
			'access_ended',
			what,
		]);
	});

	it.each([
		['the guest is another', { guestName: 'Grace', doorIds: ['lock-a'] }],
		['the doors are the same', { guestName: 'Ada', doorIds: ['lock-b'] }],
		['no door of the former access is known', {}],
		['the former access is deleted and had the same doors', { doorIds: ['lock-b'] }],
	])('tells only of new access if %s', (_case, former) => {
		expect(told(former)).toEqual(['access_given', 'access_given']);
	});
});

describe('who or what changed a PIN', () => {
	const code = { access_code_id: 'code-1', device_id: 'lock-a' };
	const method = { id: 'm', grantId: 'g', isDeleted: false, pins: new Set(['739142']) };
	const told = (...events: ServiceEvent[]) =>
		stayHistory(facts({ events, methods: [method] })).map(({ what, text }) => [what, text]);
	const changed = (type: string, rest: object, at = '2030-06-20T14:00:00Z') =>
		event(`access_code.${type}`, at, { ...code, ...rest });

	it('is part of the sentence, without PINs', () => {
		expect(told(changed('code_changed', { description: 'Edited by Bob, was 739142' }))).toEqual([
			['pin_changed_on_lock', 'Room A has a new PIN. Edited by Bob, was ****.'],
		]);
	});

	it('is told for a change that has a reason and no event of its own kind', () => {
		expect(
			told(
				changed('changed', { change_reason: 'ongoing code auto-renewed' }),
				changed('changed', {}, '2030-06-21T14:00:00Z'),
			),
		).toEqual([['changed_on_lock', 'The PIN on Room A was changed. Ongoing code auto-renewed.']]);
	});

	it('is told once for a change with several events, also if only one has the reason', () => {
		expect(
			told(
				changed('changed', { change_reason: 'Edited by Bob.' }),
				changed('time_frame_changed', { description: null }),
			),
		).toEqual([['times_changed_on_lock', 'Room A has the new times of the PIN. Edited by Bob.']]);
	});
});

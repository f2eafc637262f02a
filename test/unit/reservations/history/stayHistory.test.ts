import {
	type StayFacts,
	stayHistory,
} from '../../../../nodes/DeviceAccess/reservations/history/stayHistory';
import type { ServiceEvent } from '../../../../nodes/DeviceAccess/wire/records';
import { grantFixture } from '../grantFixture';

let count = 0;
const event = (event_type: string, created_at: string, rest: object = {}): ServiceEvent => ({
	event_id: `event-${++count}`,
	event_type,
	created_at,
	...rest,
});
const history = (changes: Partial<StayFacts>) =>
	stayHistory({
		grants: [],
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
	return history({ timeZone, events: [changed] }).map(({ text }) => text);
};

it('says times in the zone of the room, or that they are in UTC, also for a zone that does not exist', () => {
	expect(times('Europe/Lisbon', '2030-06-22T11:00:00Z')).toEqual([
		'The times of the access changed: now from 2030-06-20 16:00 to 2030-06-22 12:00.',
	]);
	for (const zone of ['Lisbon', '', undefined])
		expect(times(zone, '2030-06-22T11:00:00Z')).toEqual([
			'The times of the access changed: now from 2030-06-20 15:00 UTC to 2030-06-22 11:00 UTC.',
		]);
	expect(times('Europe/Lisbon', 'tomorrow')).toEqual(['The times of the access changed.']);
});

it('measures only the first time that a PIN was set, not that after a later change', () => {
	const code = { access_code_id: 'code-1', device_id: 'lock-a' };
	const entries = history({
		events: [
			event('access_code.set_on_device', '2030-06-20T19:00:00Z', code),
			event('access_code.set_on_device', '2030-06-20T14:02:00Z', code),
			event('access_code.created', '2030-06-20T14:00:00Z', code),
		],
	});
	expect(entries.map(({ text, duration_seconds: seconds }) => [text, seconds])).toEqual([
		['The PIN works on Room A.', 120],
		['The PIN works on Room A.', null],
	]);
});

it('names a method with a mode that it does not know', () => {
	const issued = event('access_method.issued', '2030-06-18T09:00:00Z', {
		access_method_id: 'method-1',
	});
	const grant = grantFixture({
		methods: [{ access_method_id: 'method-1', mode: 'constructor' }],
		endsAt: null,
		createdAtMs: Date.parse('2030-06-18T08:00:00Z'),
	});
	expect(history({ grants: [grant], events: [issued] }).map(({ text }) => text)).toEqual([
		'The access was given. The service has no events of that time.',
		'The PIN, card or key was issued.',
	]);
});

it('takes null for absent: a card opening has no code, and events without IDs are not measured', () => {
	const opening = event('lock.unlocked', '2030-06-20T16:00:00Z', {
		device_id: 'lock-a',
		access_code_id: null,
	});
	expect(history({ events: [opening] })).toMatchObject([
		{ what: 'first_entry', mode: null, door: 'Room A' },
	]);
	const unnamed = { access_method_id: null };
	const entries = history({
		events: [
			event('access_method.created', '2030-06-18T09:00:00Z', unnamed),
			event('access_method.issued', '2030-06-18T10:00:00Z', unnamed),
		],
	});
	expect(entries.map(({ duration_seconds: seconds }) => seconds)).toEqual([null, null]);
});

it('tells an event of a type that it does not know, or whose type is a word of the language, not at all', () => {
	const events = ['access_code.changed', 'constructor', 'toString'].map((type) =>
		event(type, '2030-06-20T16:00:00Z', { device_id: 'lock-a' }),
	);
	expect(history({ events })).toEqual([]);
});

it('hides each PIN of the stay, also where another event repeats it', () => {
	const refused = event('lock.access_denied', '2030-06-20T16:00:00Z', {
		device_id: 'lock-a',
		reason: { message: 'The PIN 739142 is not valid now.' },
	});
	const set = event('access_code.set_on_device', '2030-06-20T14:00:00Z', {
		device_id: 'lock-a',
		code: '739142',
		note: 'was 4821',
	});
	const entries = history({ grants: [grantFixture({ endsAt: null })], events: [refused, set] });
	expect(entries.at(-1)?.text).toBe('Room A did not open: The PIN **** is not valid now.');
	expect(JSON.stringify(entries)).not.toMatch(/739142|4821/);
});

import { stayHistory } from '../../../nodes/DeviceAccess/reservations/history';
import type { ServiceEvent } from '../../../nodes/DeviceAccess/wire/events';
import { grantFixture } from './grantFixture';

let count = 0;
const event = (event_type: string, created_at: string, rest: object = {}): ServiceEvent => ({
	event_id: `event-${++count}`,
	event_type,
	created_at,
	...rest,
});
const roomA = grantFixture({ devices: [{ device_id: 'lock-a', display_name: 'Room A' }] });

it('names a method with a mode that it does not know, and a door that the access does not open by its ID', () => {
	const grant = grantFixture({
		methods: [{ access_method_id: 'method-1', mode: 'constructor' }],
	});
	const events = [
		event('access_method.issued', '2030-06-18T09:00:00Z', { access_method_id: 'method-1' }),
		event('access_code.set_on_device', '2030-06-18T10:00:00Z', { device_id: 'other' }),
	];
	expect(stayHistory([grant], events)).toMatchObject([
		{ text: 'The PIN, card or key was issued.', door: null },
		{ text: 'The PIN works on other.', door: 'other' },
	]);
});

it('tells the first and the last opening, also with a card, whose event has no code', () => {
	const opening = (hour: number) =>
		event('lock.unlocked', `2030-06-20T${hour}:00:00Z`, {
			device_id: 'lock-a',
			access_code_id: null,
		});
	const events = [opening(18), opening(16), opening(17)];
	expect(stayHistory([roomA], events)).toMatchObject([
		{ what: 'entry', text: 'The guest opened Room A.', happened_at: '2030-06-20T16:00:00Z' },
		{ what: 'entry', happened_at: '2030-06-20T18:00:00Z' },
	]);
});

it('tells an event of a type that it does not know, or whose type is a word of the language, not at all', () => {
	const events = ['access_code.changed', 'constructor', 'toString'].map((type) =>
		event(type, '2030-06-20T16:00:00Z', { device_id: 'lock-a' }),
	);
	expect(stayHistory([roomA], events)).toEqual([]);
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
	const entries = stayHistory([grantFixture({})], [refused, set]);
	expect(entries.at(-1)?.event?.reason).toEqual({ message: 'The PIN **** is not valid now.' });
	expect(JSON.stringify(entries)).not.toMatch(/739142|4821/);
});

it('looks at each of many events a few times', () => {
	let looks = 0;
	const events = Array.from({ length: 200 }, () =>
		Object.defineProperty(
			event('device.connected', '2030-06-20T16:00:00Z', { device_id: 'lock-a' }),
			'code',
			{ enumerable: true, get: () => void looks++ },
		),
	);
	expect(stayHistory([roomA], events)).toHaveLength(events.length);
	expect(looks / events.length).toBeLessThan(10);
});

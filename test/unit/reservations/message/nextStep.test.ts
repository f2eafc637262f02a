import { fingerprint } from '../../../../nodes/DeviceAccess/reservations/message/messageKey';
import { markOf, nextStep } from '../../../../nodes/DeviceAccess/reservations/message/nextStep';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';

const NOW = Date.parse('2031-01-31T12:00:00Z');
const KEY = fingerprint('secret', ['room'], ['4821']);
const OTHER = fingerprint('secret', ['room'], ['4822']);
const before = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const marked = (attempt: number, minutes: number, failed = ''): WireObject => ({
	marked: markOf(KEY, attempt),
	marked_at: before(minutes),
	failed,
});

it.each<[string, WireObject, string]>([
	['nobody was told', {}, 'send 1'],
	['it was told', { told: KEY }, 'wait'],
	['something else was told', { told: OTHER }, 'send 1 change'],
	['another message was marked', { marked: markOf(OTHER, 2), marked_at: before(1) }, 'send 1'],
	['the host was asked', { told: OTHER, marked: markOf(KEY, 0) }, 'send 1 change'],
	['another execution may be sending it', marked(1, 2), 'wait'],
	['the execution was stopped', marked(1, 15), 'send 2 doubt'],
	['it was stopped again', marked(2, 15), 'send 3 doubt'],
	['the message to the host is in doubt', marked(3, 15), 'send 4 doubt'],
	['nothing helps', marked(4, 15), 'fail'],
	['it was refused', marked(1, 2, 'refused: 422'), 'send 2'],
	['it was refused twice', marked(2, 2, 'refused: 422'), 'send 3'],
	['the address takes nothing', marked(1, 2, 'never: 550'), 'send 3'],
	['nor does that of the host', marked(3, 2, 'never: 550'), 'send 4'],
	['the mail server is down', marked(1, 2, 'failed: ECONNREFUSED'), 'send 1'],
	['and still down', marked(3, 2, 'failed: ECONNREFUSED'), 'send 3'],
	['no answer came', marked(1, 2, 'unknown: timeout'), 'send 2'],
	['no answer came twice', marked(2, 2, 'unknown: timeout'), 'send 3'],
	['the secret has changed', { told: fingerprint('new', ['room'], ['4821']) }, 'renew'],
	[
		'secret and room have changed',
		{ told: fingerprint('new', ['hall'], ['4821']) },
		'send 1 change',
	],
])('%s: %j', (_, row, expected) => {
	const step = nextStep(KEY, row, NOW);
	const words =
		step.is === 'send'
			? ['send', step.attempt, step.isChange && 'change', step.wasInDoubt && 'doubt']
			: [step.is];
	expect(words.filter(Boolean).join(' ')).toBe(expected);
});

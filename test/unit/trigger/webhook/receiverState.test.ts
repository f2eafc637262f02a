import { type ReceiverState, type Registration, repairReceiverState } from '../../../../nodes/DeviceAccess/trigger/webhook/receiverState';

const registration: Registration = { webhookId: 'w1', url: 'https://n8n.example/webhook/1', eventTypes: ['*'], secret: 'whsec_c2VjcmV0', registeredAtMs: 1 };
const seenEvents = { '491001': ['abcdefghi', 'bcdefghij'] };
const whole: ReceiverState = { version: 1, registrations: { production: registration, test: registration }, seenEvents };

/** The state after its repair, and what was wrong with it. */
function repaired(state: unknown) {
	const copy = structuredClone(state) as ReceiverState;
	const problem = repairReceiverState(copy);
	return { problem, state: copy };
}

describe('what an instant trigger has kept', () => {
	it.each<[string, ReceiverState]>([
		['nothing', {}],
		['a registration alone, as before the first event', { registrations: { production: registration } }],
		['a registration that was removed', { registrations: { production: undefined } }],
		['all there is', whole],
	])('(%s) stays as it is', (_what, state) => {
		expect(repaired(state)).toEqual({ problem: undefined, state });
	});

	it.each<[string, Record<string, unknown>, Partial<ReceiverState>]>([
		['a version that is none', { version: 'one' }, {}],
		['a registration without its secret', { registrations: { production: { ...registration, secret: undefined }, test: registration } }, { registrations: { test: registration } }],
		['a registration that is a text', { registrations: { production: 'w1' } }, { registrations: {} }],
		['registrations that are a list', { registrations: [registration] }, { registrations: {} }],
		['registrations that are none', { registrations: null }, { registrations: {} }],
		['events that are a list', { seenEvents: ['abcdefghi'] }, { seenEvents: {} }],
		['events that are none', { seenEvents: null }, { seenEvents: {} }],
		['an hour that is none', { seenEvents: { soon: ['abcdefghi'] } }, { seenEvents: {} }],
		['a mark that was cut off', { seenEvents: { '491001': ['abc'] } }, { seenEvents: {} }],
	])('with %s is broken, and the rest of it still counts', (_what, change, left) => {
		expect(repaired({ ...whole, ...change })).toEqual({ problem: { kind: 'broken' }, state: { ...whole, ...left } });
	});

	it('in a later version is left with the registrations that have all that is needed', () => {
		const later = { version: 2, registrations: { production: { ...registration, rotatedAtMs: 5 }, test: { id: 'w2' } }, seenEvents };
		expect(repaired(later)).toEqual({
			problem: { kind: 'newer', version: 2, knownVersion: 1 },
			state: { version: 1, registrations: { production: { ...registration, rotatedAtMs: 5 } }, seenEvents: {} },
		});
	});

	it('is in order after a repair', () => {
		const { state } = repaired({ version: 9, registrations: 'all', seenEvents: 'all' });
		expect(repaired(state)).toEqual({ problem: undefined, state: { version: 1, registrations: {}, seenEvents: {} } });
	});
});

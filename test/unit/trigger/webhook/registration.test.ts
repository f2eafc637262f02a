import {
	forgetRegistration,
	type InstantTriggerState,
	readRegistration,
	type Registration,
	storeRegistration,
} from '../../../../nodes/DeviceAccess/trigger/webhook/registration';

/** A process remembers what it registered, so every test has a URL of its own. */
let number = 0;
let registration: Registration;
beforeEach(() => {
	registration = {
		version: 1,
		webhookId: 'w1',
		url: `https://n8n.example/webhook/${++number}`,
		eventTypes: ['*'],
		secret: 'whsec_c2VjcmV0',
		registeredAtMs: 1_000,
	};
});

const read = (stored: unknown) =>
	readRegistration({ registration: stored } as InstantTriggerState, registration.url);

describe('the registration of a trigger', () => {
	it('is what n8n has stored, and none if nothing is stored', () => {
		expect([read(registration), read(undefined)]).toEqual([registration, undefined]);
	});

	it.each<[string, (whole: Registration) => unknown]>([
		['a text', () => 'w1'],
		['without its secret', (whole) => ({ ...whole, secret: undefined })],
		['without its time', (whole) => ({ ...whole, registeredAtMs: 'yesterday' })],
		['with event types that are none', (whole) => ({ ...whole, eventTypes: [1] })],
	])('is none when what is stored is %s', (_what, spoilBody) => {
		expect(read(spoilBody(registration))).toBeUndefined();
	});

	it('counts even if it was made before the clock was set back, because deliveries are signed with its secret', () => {
		const ahead = { ...registration, registeredAtMs: Date.now() + 60 * 60 * 1000 };
		expect(read(ahead)).toEqual(ahead);
		storeRegistration({}, registration);
		expect(read(ahead)).toEqual({ ...registration, registeredAtMs: expect.any(Number) });
	});

	it('of a later version counts when it has everything that is needed', () => {
		const later = { ...registration, version: 2, rotatedAtMs: 5 };
		expect(read(later)).toEqual(later);
	});

	it('is the newer one of what is stored and what this process registered', () => {
		const state: InstantTriggerState = {};
		storeRegistration(state, registration);
		const { registration: own } = state;
		expect(own).toEqual({ ...registration, registeredAtMs: expect.any(Number) });
		const [older, newer] = [-1, 1].map((ms) => ({
			...registration,
			webhookId: 'w2',
			registeredAtMs: (own?.registeredAtMs ?? 0) + ms,
		}));
		expect([read(undefined), read(older), read(newer)]).toEqual([own, own, newer]);
	});

	it('is none once it was forgotten', () => {
		const state: InstantTriggerState = {};
		storeRegistration(state, registration);
		forgetRegistration(state, registration.url);
		expect([state, read(undefined)]).toEqual([{}, undefined]);
	});
});

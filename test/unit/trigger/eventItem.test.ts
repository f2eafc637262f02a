import { HIDDEN } from '../../../nodes/DeviceAccess/errors/maskPins';
import type { SendRequest } from '../../../nodes/DeviceAccess/transport/request';
import type { ServiceEvent } from '../../../nodes/DeviceAccess/wire/events';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import { readEventItemOptions, toEventItem } from '../../../nodes/DeviceAccess/trigger/eventItem';
import { answeringSend, refusal } from '../answeringSend';

const event: ServiceEvent = {
	event_id: 'e1',
	event_type: 'lock.unlocked',
	created_at: '2030-01-31T10:00:00Z',
	access_code_id: 'c1',
	code: '1001',
};
const AS_IT_IS = {
	includeAccessCode: false,
	includeDeviceName: false,
	includePerson: false,
	maskPinCodes: false,
};
const WITH_CODE = { ...AS_IT_IS, includeAccessCode: true };
const WITH_NAME = { ...AS_IT_IS, includeDeviceName: true };

const WITH_PERSON = { ...AS_IT_IS, includePerson: true };

const unknown = (endpoint: string) =>
	refusal(
		endpoint,
		404,
		endpoint.startsWith('/devices/') ? 'device_not_found' : 'access_code_not_found',
	);

describe('readEventItemOptions', () => {
	it('is off unless it is switched on', () => {
		expect(readEventItemOptions({})).toEqual(AS_IT_IS);
		const all = {
			includeAccessCode: true,
			includeDeviceName: true,
			includePerson: true,
			maskPinCodes: true,
		};
		expect(readEventItemOptions(all)).toEqual(all);
	});
});

describe('toEventItem', () => {
	it('returns the event as the service sent it, without a request', async () => {
		const { send, requests } = answeringSend(() => ({}));
		expect(await toEventItem(send, event, AS_IT_IS)).toEqual({ json: event });
		expect(requests).toEqual([]);
	});

	it('adds the record of an unmanaged code, which the managed codes do not know', async () => {
		const { send, requests } = answeringSend(({ endpoint }) => {
			if (endpoint === '/access_codes/get') throw unknown(endpoint);
			return { access_code: { access_code_id: 'c1', is_managed: false } };
		});
		expect(await toEventItem(send, event, WITH_CODE)).toEqual({
			json: { ...event, access_code: { access_code_id: 'c1', is_managed: false } },
		});
		const request = { body: { access_code_id: 'c1' }, effect: 'read' };
		expect(requests).toEqual([
			{ endpoint: '/access_codes/get', ...request },
			{ endpoint: '/access_codes/unmanaged/get', ...request },
		]);
	});

	it('never loses the event of a code that is gone', async () => {
		const { send } = answeringSend(({ endpoint }) => {
			throw unknown(endpoint);
		});
		expect(await toEventItem(send, event, WITH_CODE)).toEqual({
			json: { ...event, access_code: null, access_code_message: expect.any(String) },
		});
	});

	it('never loses an event because its code cannot be read, and says why', async () => {
		const { send } = answeringSend(({ endpoint }) => {
			throw refusal(endpoint, 503);
		});
		expect(await toEventItem(send, event, WITH_CODE)).toEqual({
			json: {
				...event,
				access_code: null,
				access_code_message: 'The service is not available right now',
			},
		});
	});

	it('adds null, without a request, for an event that is about no code', async () => {
		const { send, requests } = answeringSend(() => ({}));
		const aboutADevice = { ...event, access_code_id: undefined };
		expect(await toEventItem(send, aboutADevice, WITH_CODE)).toEqual({
			json: { ...aboutADevice, access_code: null },
		});
		expect(requests).toEqual([]);
	});

	it('reads the code only while there is time', async () => {
		const { send } = answeringSend(() => ({ access_code: { access_code_id: 'c1' } }));
		expect(await toEventItem(send, event, { ...WITH_CODE, hasTime: () => false })).toEqual({
			json: { ...event, access_code: null, access_code_message: expect.any(String) },
		});
	});

	it('masks the PIN of the event and of the record when asked to', async () => {
		const { send } = answeringSend(() => ({ access_code: { access_code_id: 'c1', code: '1001' } }));
		expect(await toEventItem(send, event, { ...WITH_CODE, maskPinCodes: true })).toEqual({
			json: { ...event, code: HIDDEN, access_code: { access_code_id: 'c1', code: HIDDEN } },
		});
	});

	it('adds the name of a managed or an unmanaged device', async () => {
		const { send, requests } = answeringSend(({ endpoint }) => {
			if (endpoint === '/devices/get') throw unknown(endpoint);
			return { device: { device_id: 'd1', properties: { name: 'Room 101' } } };
		});
		const ofDevice = { ...event, device_id: 'd1' };
		expect(await toEventItem(send, ofDevice, WITH_NAME)).toEqual({
			json: { ...ofDevice, device_name: 'Room 101' },
		});
		expect(requests.map(({ endpoint, body }) => [endpoint, body])).toEqual([
			['/devices/get', { device_id: 'd1' }],
			['/devices/unmanaged/get', { device_id: 'd1' }],
		]);
	});

	it.each([
		['has the name', { device_id: 'd1', device_name: 'Room 101' }, {}],
		['is about no device', {}, { device_name: null }],
	])('sends no request for the name if the event %s', async (_what, members, expected) => {
		const { send, requests } = answeringSend(() => ({}));
		expect(await toEventItem(send, { ...event, ...members }, WITH_NAME)).toEqual({
			json: { ...event, ...members, ...expected },
		});
		expect(requests).toEqual([]);
	});

	it('begins with what happened and when, and says what the trigger has to say', async () => {
		const { send } = answeringSend(() => ({}));
		const { json } = await toEventItem(
			send,
			{ ...event, occurred_at: '2030-01-31T10:00:00Z' },
			{ ...AS_IT_IS, message: 'Registered again' },
		);
		expect(json.trigger_message).toBe('Registered again');
		expect(Object.keys(json).slice(0, 3)).toEqual(['event_type', 'occurred_at', 'trigger_message']);
	});
});

describe('toEventItem with Include Person', () => {
	const NOBODY = {
		name: null,
		reason: null,
		reservation_key: null,
		user_identity_id: null,
		access_grant_id: null,
		access_grant_key: null,
	};
	const GRANT = {
		access_grant_id: 'g1',
		access_grant_key: 'reservation:R-1001:part-2',
		access_method_ids: ['m1'],
		user_identity_id: 'p1',
		starts_at: '2030-01-30T10:00:00Z',
		ends_at: '2030-02-01T10:00:00Z',
	};
	const PERSON = { user_identity_id: 'p1', full_name: 'Guest 7' };
	const METHODS = {
		access_methods: [
			{ access_method_id: 'm1', mode: 'code', code: '1001' },
			{ access_method_id: 'm2', mode: 'code', code: '3003' },
		],
	};
	const OF_GRANT = {
		'/access_methods/list': METHODS,
		'/user_identities/get': { user_identity: PERSON },
	};
	const GUEST = {
		name: 'Guest 7',
		reason: 'reservation',
		reservation_key: 'R-1001',
		user_identity_id: 'p1',
		access_grant_id: 'g1',
		access_grant_key: 'reservation:R-1001:part-2',
	};
	/** A service with these grants, the records of `OF_GRANT`, and others. */
	const serviceWith = (grants: WireObject[], others: Record<string, WireObject> = {}) => {
		const records: Record<string, WireObject> = {
			'/access_grants/list': { access_grants: grants },
			...OF_GRANT,
			...others,
		};
		return answeringSend(({ endpoint }) => {
			const body = records[endpoint];
			if (body) return body;
			throw refusal(endpoint, 404);
		});
	};
	const personOf = async (send: SendRequest, members: WireObject) =>
		(await toEventItem(send, { ...event, access_code_id: undefined, ...members }, WITH_PERSON))
			.json;

	it('names the guest and the reservation behind a PIN, with three requests', async () => {
		const { send, requests } = serviceWith([GRANT]);
		expect(await personOf(send, { access_code_id: 'c1' })).toMatchObject({ person: GUEST });
		expect(requests.map(({ body }) => body)).toEqual([
			{ access_code_id: 'c1', limit: 2 },
			expect.objectContaining({ access_grant_id: 'g1' }),
			{ user_identity_id: 'p1' },
		]);
	});

	it.each([
		['reservation:R-1001', 'Guest 8', 'Guest 8'],
		['reservation:R-1001', 'R-1001', 'Guest 7'],
		['staff', 'Night shift', 'Guest 7'],
	])(
		'names the guest of the stay and not of its person, who can be that of another guest (%s, %s)',
		async (access_grant_key, name, shown) => {
			const { send } = serviceWith([{ ...GRANT, access_grant_key, name }]);
			expect((await personOf(send, { access_grant_id: 'g1' })).person).toMatchObject({
				name: shown,
			});
		},
	);

	it('reads the PIN of a code whose event does not show it', async () => {
		const { send, requests } = serviceWith([GRANT], {
			'/access_codes/get': { access_code: { code: '1001' } },
		});
		const members = { access_code_id: 'c1', code: null };
		expect((await personOf(send, members)).person).toEqual(GUEST);
		expect(requests).toHaveLength(4);
	});

	it('names the guest behind a PIN that a lock has instead', async () => {
		const warning = { warning_code: 'requested_code_unavailable', device_id: 'd1' };
		const warnings = [{ ...warning, original_code: '1001', new_code: '2002' }];
		const { send } = serviceWith([{ ...GRANT, warnings }]);
		const members = { access_code_id: 'c1', device_id: 'd1', code: '2002' };
		expect((await personOf(send, members)).person).toEqual(GUEST);
	});

	// A service that ignores its filters, in a workspace with one grant.
	it.each([
		['another PIN', { access_code_id: 'c1', code: '2002' }],
		['the PIN of another grant', { access_code_id: 'c1', code: '3003' }],
		['a PIN that is not known', { access_code_id: 'c1', code: null }],
		['another person', { access_code_id: 'c1', user_identity_id: 'p2' }],
		['another grant', { access_code_id: null, access_grant_id: 'g2' }],
	])('does not name the guest of the only grant for %s', async (_what, members) => {
		const { send, requests } = serviceWith([GRANT], {
			'/access_codes/get': { access_code: { name: 'Cleaning' } },
		});
		const { person } = await personOf(send, { occurred_at: '2030-01-31T10:00:00Z', ...members });
		expect([person]).not.toContainEqual(expect.objectContaining({ access_grant_id: 'g1' }));
		expect(requests.length).toBeLessThanOrEqual(4);
		for (const { body } of requests) expect(Object.values(body)).not.toContain(null);
	});

	it('names nobody by a code if the service lists several grants for it', async () => {
		const other = { ...GRANT, access_grant_id: 'g2' };
		const { send } = serviceWith([GRANT, other], {
			'/access_codes/get': { access_code: { name: 'Cleaning' } },
		});
		expect((await personOf(send, { access_code_id: 'c1' })).person).toEqual({
			...NOBODY,
			name: 'Cleaning',
			reason: 'access_code',
		});
	});

	it.each([
		['also with a code that is null', { access_code_id: null }, true],
		['also with a code that was deleted', { access_code_id: 'c1' }, true],
		['unless it was deleted too', { access_code_id: 'c1', access_grant_id: 'g2' }, false],
	])('names the guest of the grant in the event, %s', async (_what, members, isFound) => {
		const { send } = answeringSend(({ endpoint, body }) => {
			if (endpoint === '/user_identities/get') return { user_identity: PERSON };
			if (endpoint !== '/access_grants/list' || !('access_grant_ids' in body))
				throw refusal(endpoint, 404);
			const isAsked = (body.access_grant_ids as string[]).includes('g1');
			return { access_grants: isAsked ? [GRANT] : [] };
		});
		const { person } = await personOf(send, { access_grant_id: 'g1', ...members });
		expect(person).toEqual(isFound ? GUEST : null);
	});

	it.each([
		['vrboCalendar:a:b:part-2', 'a:b'],
		['desk:D-1', 'D-1'],
		['calendar-room-101-airbnb:uid@host', 'uid@host'],
		['staff', null],
	])('reads the reservation from the key %s', async (access_grant_key, reservationKey) => {
		const { send } = serviceWith([{ ...GRANT, access_grant_key }]);
		expect((await personOf(send, { access_grant_id: 'g1' })).person).toMatchObject({
			reason: reservationKey === null ? 'grant' : 'reservation',
			reservation_key: reservationKey,
		});
	});

	it.each(['cleaning:900', 'once:900', 'task:900', 'office:900'])(
		'%s is no reservation, also at a door that needs the key of one',
		async (key) => {
			const grant = { ...GRANT, access_grant_key: key, reservation_key: key };
			const { send } = serviceWith([grant]);
			expect((await personOf(send, { access_grant_id: 'g1' })).person).toMatchObject({
				reason: 'grant',
				reservation_key: null,
			});
		},
	);

	it.each([
		{ isManaged: true, path: '/access_codes/get', reason: 'access_code' },
		{ isManaged: false, path: '/access_codes/unmanaged/get', reason: 'unmanaged_access_code' },
	])('gives the name of a code without a grant ($reason)', async ({ isManaged, path, reason }) => {
		const { send, requests } = serviceWith([], { [path]: { access_code: { name: 'Cleaning' } } });
		const members = { access_code_id: 'c1', access_code_is_managed: isManaged };
		expect((await personOf(send, members)).person).toEqual({ ...NOBODY, name: 'Cleaning', reason });
		expect(requests).toHaveLength(2);
	});

	it('finds the reservation behind a card by its user, at that door and time', async () => {
		const past = { ...GRANT, access_grant_id: 'g0', ends_at: '2030-01-30T12:00:00Z' };
		const ofAnother = { ...GRANT, access_grant_id: 'g2', user_identity_id: 'p2' };
		const { send, requests } = serviceWith([past, ofAnother, GRANT], {
			'/acs/credentials/get': { acs_credential: { acs_user_id: 'u1' } },
			'/acs/users/get': { acs_user: { user_identity_id: 'p1' } },
		});
		const members = { acs_credential_id: 'k1', acs_entrance_id: 'n1' };
		expect((await personOf(send, members)).person).toEqual(GUEST);
		expect(requests[2]?.body).toMatchObject({ user_identity_id: 'p1', acs_entrance_id: 'n1' });
	});

	it.each([[true], [false]])(
		'names the stay that began last if a person has two at that door and time (listed first: %s)',
		async (isListedFirst) => {
			const earlier = {
				...GRANT,
				access_grant_id: 'g0',
				access_grant_key: 'reservation:R-0999',
				starts_at: '2030-01-25T10:00:00Z',
			};
			const { send } = serviceWith(isListedFirst ? [GRANT, earlier] : [earlier, GRANT]);
			expect((await personOf(send, { user_identity_id: 'p1' })).person).toEqual(GUEST);
		},
	);

	it('names a person without a grant', async () => {
		const { send } = serviceWith([]);
		expect((await personOf(send, { user_identity_id: 'p1' })).person).toEqual({
			...NOBODY,
			name: 'Guest 7',
			user_identity_id: 'p1',
		});
	});

	it('names the guest also with an API key that may not read people', async () => {
		const { send } = answeringSend(({ endpoint }) => {
			if (endpoint === '/access_grants/list')
				return { access_grants: [{ ...GRANT, name: 'Guest 7' }] };
			throw refusal(endpoint, 403);
		});
		expect((await personOf(send, { access_grant_id: 'g1' })).person).toEqual(GUEST);
	});

	it.each([
		['the service fails', 503, true, 'The service is not available right now'],
		['no time is left', 503, false, 'There was not enough time to read the person'],
	])('never loses the event, and says why, if %s', async (_what, status, hasTime, message) => {
		const { send } = answeringSend(({ endpoint }) => {
			throw refusal(endpoint, status);
		});
		const item = await toEventItem(send, event, { ...WITH_PERSON, hasTime: () => hasTime });
		expect(item.json).toEqual({ ...event, person: null, person_message: message });
	});

	it('adds null without a message if the code is gone, because nothing went wrong', async () => {
		const { send } = answeringSend(({ endpoint }) => {
			if (endpoint === '/access_grants/list') return { access_grants: [] };
			throw unknown(endpoint);
		});
		expect((await toEventItem(send, event, WITH_PERSON)).json).toEqual({ ...event, person: null });
	});
});

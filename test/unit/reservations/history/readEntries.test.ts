import type { Grant } from '../../../../nodes/DeviceAccess/reservations/grants/grant';
import { readEntries } from '../../../../nodes/DeviceAccess/reservations/history/readEntries';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { answeringSend } from '../../answeringSend';
import { grantFixture } from '../grantFixture';

/** The service lists the events newest first. It may ignore the filter by IDs. */
const entriesOf = async (
	grant: Grant,
	events: readonly WireObject[],
	{ ignoresIds = false } = {},
) => {
	const { send } = answeringSend(({ body }) => {
		const {
			since,
			between,
			event_types: types,
			limit,
			user_identity_id: person,
		} = body as {
			since?: string;
			between?: [string, string];
			event_types?: string[];
			limit?: number;
			user_identity_id?: string;
		};
		const [after = '', before = '9'] = between ?? [since];
		const idsName = Object.keys(body).find((name) => /^access_\w+_ids$/.test(name));
		const ids = idsName === undefined || ignoresIds ? undefined : (body[idsName] as unknown[]);
		const names = (event: WireObject) => [
			event[String(idsName).slice(0, -1)],
			...((event[String(idsName)] ?? []) as unknown[]),
		];
		return {
			events: events
				.filter(({ created_at: at }) => String(at) > after && String(at) < before)
				.filter(({ event_type: type }) => types === undefined || types.includes(String(type)))
				.filter((event) => ids === undefined || names(event).some((id) => ids.includes(id)))
				.filter((event) => ignoresIds || !person || event.user_identity_id === person)
				.sort((a, b) => String(b.created_at).localeCompare(String(a.created_at)))
				.slice(0, limit),
		};
	});
	const entries = await readEntries(send, [grant]);
	return entries.get(grant.id);
};

let count = 0;
const event = (event_type: string, created_at: string, rest: WireObject): WireObject => ({
	event_id: `event-${++count}`,
	event_type,
	created_at,
	...rest,
});

const at = (time: string) => `2030-06-${time}:00.000Z`;
/** All that happened to access whose PIN opened a door, and that was deleted. */
const formerAccess = (id: string, key: string, from: string, opened: string, until: string) => {
	const method = {
		access_method_id: `method-${id}`,
		access_grant_ids: [id],
		access_grant_keys: [key],
		code: '4821',
	};
	const code = { access_code_id: `code-${id}`, device_id: 'lock-b' };
	return [
		event('access_method.created', at(from), method),
		event('access_code.created', at(from), code),
		event('access_code.set_on_device', at(from), { ...code, code: '4821' }),
		event('lock.unlocked', at(opened), code),
		event('access_method.deleted', at(until), method),
	];
};
const inHouse = (changes: Partial<Grant>) =>
	grantFixture({ methods: [], person: undefined, ...changes });

beforeEach(() =>
	jest.useFakeTimers({ now: Date.parse(at('21T12:00')), doNotFake: ['nextTick', 'setImmediate'] }),
);
afterEach(() => jest.useRealTimers());

it('counts openings of a guest who got part 1 of the key again, back to the first room', async () => {
	const grant = inHouse({ id: 'third', createdAtMs: Date.parse(at('21T10:00')) });
	const entries = await entriesOf(grant, [
		...formerAccess('first', 'reservation:4711', '19T10:00', '20T16:00', '20T18:00'),
		...formerAccess('second', 'reservation:4711:part-2', '20T17:59', '20T19:00', '21T10:01'),
	]);
	expect(entries).toEqual({
		first_entry_at: at('20T16:00'),
		last_entry_at: at('20T19:00'),
		never_entered: false,
	});
});

it('counts openings with access that ended before the new access was created', async () => {
	const key = { prefix: 'reservation:', reservationKey: '4711', guestNumber: 1, part: 2 };
	const grant = inHouse({ id: 'new', key, createdAtMs: Date.parse(at('20T19:00')) });
	const entries = await entriesOf(
		grant,
		formerAccess('former', 'reservation:4711', '19T10:00', '20T16:00', '20T18:50'),
	);
	expect(entries).toMatchObject({ first_entry_at: at('20T16:00'), never_entered: false });
});

it('does not say that nobody came if the service has forgotten the time before a move', async () => {
	const grant = inHouse({ id: 'new', createdAtMs: Date.parse(at('20T19:00')) });
	const former = formerAccess('former', 'reservation:4711', '19T10:00', '20T16:00', '20T19:01');
	const created = event('access_grant.created', at('20T19:00'), { access_grant_id: 'new' });
	const remembered = former.filter(({ event_type: type }) => type !== 'lock.unlocked');
	expect(await entriesOf(grant, [...remembered, created])).toMatchObject({ never_entered: true });
	const forgotten = former.filter(({ event_type: type }) => type === 'access_method.deleted');
	expect(await entriesOf(grant, [...forgotten, created])).toMatchObject({ never_entered: null });
});

it('takes only an event from before the stay for a sign that the service remembers it', async () => {
	const { send } = answeringSend(() => ({
		events: [event('device.connected', at('21T11:00'), { device_id: 'lock-z' })],
	}));
	const grant = inHouse({ createdAtMs: Date.parse(at('19T10:00')) });
	const entries = await readEntries(send, [grant]);
	expect(entries.get(grant.id)).toMatchObject({ never_entered: null });
});

it('does not count openings of the other guest of the reservation', async () => {
	const grant = inHouse({ createdAtMs: Date.parse(at('20T19:00')) });
	const events = formerAccess(
		'other',
		'reservation:4711:guest-2',
		'19T10:00',
		'20T16:00',
		'20T20:00',
	);
	expect(await entriesOf(grant, events)).toMatchObject({ never_entered: true });
});

it('does not count openings of others if the service ignores a filter, or with the PIN of another stay', async () => {
	const grant = grantFixture({
		methods: [{ id: 'method-1', mode: 'card' }],
		createdAtMs: Date.parse(at('19T10:00')),
	});
	const opening = (rest: WireObject) =>
		event('lock.unlocked', at('20T16:00'), { device_id: 'lock-a', ...rest });
	const first = event('access_grant.created', at('19T10:00'), { access_grant_id: 'grant-1' });
	const others = [
		first,
		opening({ user_identity_id: 'person-2' }),
		opening({ user_identity_id: 'person-1', access_code_id: 'code-of-other-stay' }),
		opening({ access_code_id: 'code-of-other-guest' }),
		// An unlock from afar.
		opening({ method: 'remote' }),
		opening({ user_identity_id: null, access_code_id: null, acs_user_id: null }),
		opening({ acs_user_id: 'user-2' }),
	];
	expect(await entriesOf(grant, others, { ignoresIds: true })).toMatchObject({
		never_entered: true,
	});
	const own = opening({ user_identity_id: 'person-1' });
	expect(await entriesOf(grant, [...others, own])).toMatchObject({ never_entered: false });
});

it.each([
	{ user_identity_id: 'person-1', access_code_id: null },
	{ user_identity_id: null, acs_user_id: 'user-1' },
])('counts an opening with a card, where null means absent (%o)', async (members) => {
	const person = { user_identity_id: 'person-1', acs_user_ids: ['user-1'] };
	const grant = grantFixture({ person, methods: [{ id: 'method-1', mode: 'card' }] });
	const door = { device_id: null, acs_entrance_id: 'lock-a' };
	const opening = event('lock.unlocked', at('20T16:00'), { ...door, ...members });
	expect(await entriesOf(grant, [opening], { ignoresIds: true })).toMatchObject({
		never_entered: false,
	});
});

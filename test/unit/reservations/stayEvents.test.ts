import type { Grant } from '../../../nodes/DeviceAccess/reservations/grants/grant';
import { listEventsOf, readEntries } from '../../../nodes/DeviceAccess/reservations/stayEvents';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import { answeringSend } from '../answeringSend';
import { grantFixture } from './grantFixture';

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
	const [entries] = await readEntries(send, [[grant]]);
	return entries;
};

let count = 0;
const event = (event_type: string, created_at: string, rest: WireObject): WireObject => ({
	event_id: `event-${++count}`,
	event_type,
	created_at,
	...rest,
});

const at = (time: string) => `2030-06-${time}:00.000Z`;

it('reads a page with more events than a call may have arguments', async () => {
	const events = Array.from({ length: 200_000 }, () =>
		event('access_code.set_on_device', at('20T12:00'), { access_code_id: 'c1' }),
	);
	const { send } = answeringSend(({ body }) => ({ events: body.between ? [] : events }));
	expect(await listEventsOf(send, 'access_code_ids', ['c1'])).toHaveLength(events.length);
});

beforeEach(() =>
	jest.useFakeTimers({ now: Date.parse(at('21T12:00')), doNotFake: ['nextTick', 'setImmediate'] }),
);
afterEach(() => jest.useRealTimers());

const method = (time: string, code = '4821') => ({
	access_method_id: `method-${time}`,
	mode: 'code',
	code,
	created_at: at(time),
});
/** Access whose arrival was on the 20th at 15:00. */
const access = (createdAt: string, part: number, requests: string[], methods: string[]) =>
	grantFixture({
		key: { prefix: 'reservation:', reservationKey: '4711', part },
		createdAtMs: Date.parse(at(createdAt)),
		record: { requested_access_methods: requests.map(() => ({ mode: 'code' })) },
		methods: methods.map((time) => method(time)),
	});

it.each<[string, Grant, boolean | null]>([
	['access from before', access('19T10:00', 1, ['19T10:00'], ['19T10:00']), true],
	[
		'a guest who booked after the check-in time',
		access('20T17:00', 1, ['20T17:00'], ['20T17:00']),
		true,
	],
	['a guest who got another room before', access('19T12:00', 2, ['19T12:00'], ['19T12:00']), true],
	['a guest who got another room since', access('20T17:00', 2, ['20T17:00'], ['20T17:00']), null],
	[
		'a PIN that was changed before',
		access('18T10:00', 1, ['18T10:00', '19T10:00'], ['19T10:00']),
		true,
	],
	[
		'a PIN that was changed since',
		access('18T10:00', 1, ['18T10:00', '20T19:00'], ['20T19:00']),
		null,
	],
])('without an opening, says whether nobody came: %s', async (_what, grant, neverEntered) => {
	expect(await entriesOf(grant, [])).toEqual({
		first_entry_at: null,
		last_entry_at: null,
		never_entered: neverEntered,
	});
});

it('does not say that nobody came to a stay that is over, whose codes the service no longer lists', async () => {
	const grant = { ...access('19T10:00', 1, ['19T10:00'], ['19T10:00']), endsAt: at('21T11:00') };
	expect(await entriesOf(grant, [])).toMatchObject({ never_entered: null });
});

it('does not count openings of others if the service ignores a filter, or with the PIN of another stay', async () => {
	const grant = grantFixture({
		methods: [{ access_method_id: 'method-1', mode: 'card' }],
		devices: [{ device_id: 'lock-a' }],
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
		// At a door, and after the end, of another stay of the guest.
		opening({ user_identity_id: 'person-1', device_id: 'lock-b' }),
		{ ...opening({ user_identity_id: 'person-1' }), created_at: at('23T16:00') },
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
	const methods = [{ access_method_id: 'method-1', mode: 'card' }];
	const grant = grantFixture({ person, methods, devices: [{ device_id: 'lock-a' }] });
	const door = { device_id: null, acs_entrance_id: 'lock-a' };
	const opening = event('lock.unlocked', at('20T16:00'), { ...door, ...members });
	expect(await entriesOf(grant, [opening], { ignoresIds: true })).toMatchObject({
		never_entered: false,
	});
});

it.each([
	['the opening names the person', { user_identity_id: 'person-1' }, false],
	['it names only the user of the access system', { acs_user_id: 'user-1' }, null],
])('with an API key that may not read people, if %s', async (_what, members, neverEntered) => {
	const methods = [{ access_method_id: 'method-1', mode: 'card' }];
	const hidden = { person: undefined, methods, devices: [{ device_id: 'lock-a' }] };
	const opening = event('lock.unlocked', at('20T16:00'), { device_id: 'lock-a', ...members });
	expect(await entriesOf(grantFixture(hidden), [opening])).toMatchObject({
		never_entered: neverEntered,
	});
});

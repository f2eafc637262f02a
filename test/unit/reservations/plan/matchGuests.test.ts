import type { Grant } from '../../../../nodes/DeviceAccess/reservations/grants/grant';
import { matchGuests } from '../../../../nodes/DeviceAccess/reservations/plan/matchGuests';
import type { Guest, StayRequest } from '../../../../nodes/DeviceAccess/reservations/stays/stay';
import { grantFixture } from '../grantFixture';

const accessOf = (guestNumber: number, name: string, person: object = {}): Grant =>
	grantFixture({
		id: `grant-${guestNumber}`,
		key: { prefix: 'reservation:', reservationKey: '4711', guestNumber, part: 1 },
		name,
		person: { user_identity_id: name, full_name: name, ...person },
	});
const canceled = (guestNumber: number, guestName?: string): StayRequest =>
	({ is: 'end', stay: { guestNumber }, guestName }) as StayRequest;
const named = (guestNumber: number, guest: Partial<Guest>): StayRequest =>
	({ is: 'access', stay: { guestNumber, guest: { unusable: [], ...guest } } }) as StayRequest;

it.each<[string, StayRequest[], Grant[], number[]]>([
	[
		'name, if the guest before has left the list',
		[named(1, { name: 'BOB ' })],
		[accessOf(1, 'Ann'), accessOf(2, 'Bob')],
		[2],
	],
	[
		'key, whatever the name and number',
		[named(1, { key: 'guest-b', name: 'Ann' })],
		[accessOf(1, 'Ann'), accessOf(2, 'Bob', { user_identity_key: 'guest-b' })],
		[2],
	],
	[
		'contact, if the name was corrected',
		[named(1, { name: 'Robert', emailAddress: 'Bob@example.com' })],
		[accessOf(1, 'Ann'), accessOf(2, 'Bob', { email_address: 'bob@example.com' })],
		[2],
	],
	[
		'name and contact, before the name alone',
		[named(1, { name: 'Ann', emailAddress: 'b@example.com' }), named(2, { name: 'Ann' })],
		[
			accessOf(1, 'Ann', { email_address: 'a@example.com' }),
			accessOf(2, 'Ann', { email_address: 'b@example.com' }),
		],
		[2, 1],
	],
	[
		'name, if guests share a contact and the first has left the list',
		[named(1, { name: 'Bob', emailAddress: 'desk@example.com' })],
		[1, 2].map((number) =>
			accessOf(number, number === 1 ? 'Ann' : 'Bob', { email_address: 'desk@example.com' }),
		),
		[2],
	],
	[
		'number, if a contact fits several, because a contact identifies nobody',
		[named(2, { name: 'Robert', emailAddress: 'desk@example.com' })],
		[1, 2].map((number) =>
			accessOf(number, number === 1 ? 'Ann' : 'Bob', { email_address: 'desk@example.com' }),
		),
		[2],
	],
	[
		'number, if several have the contact of one',
		[3, 2].map((number) =>
			named(number, { name: `New ${number}`, emailAddress: 'desk@example.com' }),
		),
		[accessOf(1, 'Ann', { email_address: 'desk@example.com' })],
		[3, 2],
	],
	[
		'own number, if guests share a contact',
		[1, 2].map((number) => named(number, { emailAddress: 'desk@example.com' })),
		[1, 2].map((number) => accessOf(number, 'Guest', { email_address: 'desk@example.com' })),
		[1, 2],
	],
	[
		'own number, if guests share a name and one of them is new',
		[named(2, { name: 'Ann' }), named(1, { name: 'Ann' })],
		[accessOf(1, 'Ann')],
		[2, 1],
	],
	[
		'a number that no access has, if the own one is that of another guest',
		[named(1, { name: 'Bob' }), named(2, { name: 'New' }), named(4, {})],
		[1, 2, 3, 4].map((number) => accessOf(number, ['Ann', 'Bob', 'Cid', 'Dan'][number - 1] ?? '')),
		[2, 5, 4],
	],
	[
		'number, if nothing else is known, and never the number of another guest',
		[named(1, { name: 'Cid' }), named(1, { name: 'Bob' })],
		[accessOf(1, 'Bob')],
		[2, 1],
	],
	[
		'name, if the own number is that of a guest who stays',
		[named(1, { name: 'Bob' }), canceled(2, 'Ann')],
		[accessOf(1, 'Ann'), accessOf(2, 'Bob')],
		[2, 1],
	],
	[
		'a number that no access has, if the own one is that of a guest who stays, and the name is not known',
		[named(1, { name: 'Bob' }), canceled(2)],
		[accessOf(1, 'Ann'), accessOf(2, 'Bob')],
		[2, 3],
	],
	[
		'number 1 for the whole reservation, whatever the name',
		[canceled(1, 'Bob')],
		[accessOf(1, 'Ann'), accessOf(2, 'Bob')],
		[1],
	],
])('finds a guest by %s', (_what, requests, grants, numbers) => {
	const matched = matchGuests(requests, grants);
	expect(requests.map((request) => matched.get(request))).toEqual(numbers);
});

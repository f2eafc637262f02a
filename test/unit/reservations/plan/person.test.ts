import {
	choosePerson,
	correctionOf,
	correctPerson,
	isAnotherGuest,
} from '../../../../nodes/DeviceAccess/reservations/plan/person';
import type { Guest } from '../../../../nodes/DeviceAccess/reservations/stays/stay';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { grantFixture } from '../grantFixture';

const OWN_KEYS = ['reservation:4711', 'reservation:4711:part-2'];
const KNOWN = { ownKeys: OWN_KEYS, withContact: [] };
const ann: WireObject = {
	user_identity_id: 'ann',
	user_identity_key: 'reservation:4711',
	full_name: 'Ann Lee',
	email_address: 'ann@example.com',
	phone_number: '+15550100042',
};
const guest = (changes: Partial<Guest> = {}): Guest => ({
	name: 'Ann Lee',
	emailAddress: 'ann@example.com',
	unusable: [],
	...changes,
});
const people = (...some: WireObject[]) =>
	new Map(some.map((person) => [String(person.user_identity_key), person]));
const chosen = (one: Guest, byKey: WireObject[] = [], withContact: WireObject[] = []) => {
	const { person, leftOut } = choosePerson(one, OWN_KEYS, { byKey: people(...byKey), withContact });
	return { ...person, leftOut: leftOut.map(({ contact }) => contact) };
};

describe('the person of new access', () => {
	it.each<[string, Guest, WireObject[], WireObject[], object]>([
		['made for this reservation before', guest(), [ann], [], { user_identity_id: 'ann' }],
		[
			'not the one made for this reservation, if that is another guest',
			guest({ name: 'Bob Ray', emailAddress: 'bob@example.com' }),
			[ann],
			[],
			{ user_identity: { user_identity_key: 'reservation:4711:part-2', full_name: 'Bob Ray' } },
		],
		[
			'the one with the key of the guest',
			guest({ key: 'guest-1' }),
			[ann, { user_identity_id: 'own', user_identity_key: 'guest-1' }],
			[],
			{ user_identity_id: 'own' },
		],
		[
			'not a namesake with another key',
			guest({ key: 'guest-1' }),
			[],
			[{ ...ann, user_identity_key: 'guest-2' }],
			{ user_identity: { user_identity_key: 'guest-1', full_name: 'Ann Lee' } },
		],
		[
			'nobody with the same contact, for a guest without a name',
			guest({ name: undefined }),
			[],
			[{ ...ann, full_name: undefined }],
			{ user_identity: { user_identity_key: 'reservation:4711' } },
		],
	])('is %s', (_what, one, byKey, withContact, expected) => {
		expect(chosen(one, byKey, withContact)).toMatchObject(expected);
	});

	const nameless = { ...ann, user_identity_key: null };

	it.each<[string, Guest, WireObject[], object, string[]]>([
		[
			'is nobody known if two people have the name and the contact, because either may be the guest',
			guest(),
			[nameless, { ...nameless, user_identity_id: 'ann-2' }],
			{ user_identity: { user_identity_key: 'reservation:4711', full_name: 'Ann Lee' } },
			['email_address'],
		],
		[
			'is another person of the workspace if name and contact are the same',
			guest({ name: 'ANN LEE  ', emailAddress: 'Ann@Example.com' }),
			[nameless],
			{ user_identity_id: 'ann' },
			[],
		],
		[
			'is nobody else if only the contact is the same',
			guest({ name: 'Bob' }),
			[nameless],
			{ user_identity: { user_identity_key: 'reservation:4711', full_name: 'Bob' } },
			['email_address'],
		],
		[
			'with a guest key is somebody without one who has the same name and contact',
			guest({ key: 'guest-a' }),
			[nameless],
			{ user_identity_id: 'ann' },
			[],
		],
		[
			'is a person of their own, without contacts, if email and phone are those of two others',
			guest({ name: 'Bob', phoneNumber: '+15550100043' }),
			[nameless, { user_identity_id: 'cid', full_name: 'Cid', phone_number: '+15550100043' }],
			{ user_identity: { user_identity_key: 'reservation:4711', full_name: 'Bob' } },
			['email_address', 'phone_number'],
		],
	])('%s', (_title, one, withContact, person, leftOut) => {
		expect(chosen(one, [], withContact)).toEqual({ ...person, leftOut });
	});

	it('has no key if all that were made for this reservation are those of earlier guests', () => {
		const bob = { user_identity_id: 'bob', user_identity_key: OWN_KEYS[1], full_name: 'Bob Ray' };
		const cid = guest({ name: 'Cid Fox', emailAddress: undefined });
		expect(chosen(cid, [ann, bob])).toEqual({
			user_identity: { full_name: 'Cid Fox' },
			leftOut: [],
		});
	});

	it('leaves out only the contact of somebody else', () => {
		const other = { user_identity_id: 'other', full_name: 'Eve', email_address: 'ann@example.com' };
		expect(chosen(guest({ phoneNumber: '+15550100042' }), [], [other])).toEqual({
			user_identity: {
				user_identity_key: 'reservation:4711',
				full_name: 'Ann Lee',
				phone_number: '+15550100042',
			},
			leftOut: ['email_address'],
		});
	});
});

describe('the person of existing access', () => {
	const corrected = (one: Guest, isOwn: boolean, withContact: WireObject[] = []) => {
		const { edit, leftOut } = correctPerson(one, ann, { isOwn, withContact });
		return { edit, leftOut };
	};

	it.each<[string, Guest, boolean, object | undefined, object[]]>([
		[
			'gets a new address',
			guest({ emailAddress: 'new@example.com' }),
			true,
			{ email_address: 'new@example.com' },
			[],
		],
		[
			'keeps an address whose case alternates',
			guest({ emailAddress: 'ANN@example.com' }),
			true,
			undefined,
			[],
		],
		['gets a corrected name', guest({ name: 'ann lee' }), true, { full_name: 'ann lee' }, []],
		[
			'of somebody else keeps a contact that contradicts, and only that is left out',
			guest({ emailAddress: 'new@example.com', phoneNumber: '+15550100042' }),
			false,
			undefined,
			[{ contact: 'email_address', why: 'contradicts' }],
		],
	])('%s', (_what, one, isOwn, edit, leftOut) => {
		expect(corrected(one, isOwn)).toEqual({ edit, leftOut });
	});

	it('names a contact once that contradicts and is of somebody else', () => {
		const other = { user_identity_id: 'other', email_address: 'new@example.com' };
		expect(corrected(guest({ emailAddress: 'new@example.com' }), false, [other]).leftOut).toEqual([
			{ contact: 'email_address', why: 'belongsToAnother' },
		]);
	});
});

it.each<[string, Guest, WireObject, boolean]>([
	['the same name', guest(), ann, false],
	['the same name, another address', guest({ emailAddress: 'new@example.com' }), ann, false],
	['a corrected name and the same address', guest({ name: 'Anna Lee' }), ann, false],
	['another name and the same address', guest({ name: 'Bob Ray' }), ann, true],
	[
		'another name and address, the same phone',
		guest({ name: 'Anna Lee', emailAddress: 'new@example.com', phoneNumber: '+15550100042' }),
		ann,
		false,
	],
	[
		'a name with one word in common, and another address',
		guest({ name: 'Bob Lee', emailAddress: 'bob@example.com' }),
		ann,
		true,
	],
	[
		'a name with one word in common, if only one of them has a contact',
		guest({ name: 'Bob Lee', emailAddress: undefined }),
		ann,
		true,
	],
	[
		'a name with one word in common, and nobody has a contact',
		guest({ name: 'Anna Lee', emailAddress: undefined }),
		{ full_name: 'Ann Lee' },
		false,
	],
	['another key', guest({ key: 'guest-2' }), { ...ann, user_identity_key: 'guest-1' }, true],
	[
		'the same key, whatever the name',
		guest({ key: 'guest-1', name: 'Bob Ray', emailAddress: 'bob@example.com' }),
		{ ...ann, user_identity_key: 'guest-1' },
		false,
	],
	[
		'a key where the person was made for the reservation, and the same name',
		guest({ key: 'guest-1' }),
		ann,
		false,
	],
])('tells whether the access is of another guest: %s', (_what, one, person, expected) => {
	const grant = grantFixture({ person, name: String(person.full_name) });
	expect(isAnotherGuest(one, grant, KNOWN)).toBe(expected);
});

it.each<[string, Guest, string, WireObject, boolean]>([
	[
		'the name of the access is the guest, the person is family',
		guest(),
		'Ann Lee',
		{ ...ann, full_name: 'Bob Ray' },
		false,
	],
	[
		'a word of the name of the access is in common',
		guest({ name: 'Anna Lee' }),
		'Ann Lee',
		{ ...ann, full_name: 'Bob Ray' },
		false,
	],
	[
		'the service gave it to somebody with a key and the contact',
		guest({ key: 'guest-1' }),
		'Ann Lee',
		{ ...ann, user_identity_key: 'guest-9', full_name: 'Bob Ray' },
		false,
	],
	['it was made before the name was known', guest(), '4711', { user_identity_id: 'ann' }, false],
])(
	'tells whether the access is of another guest, by its own name: %s',
	(_what, one, name, person, expected) => {
		expect(isAnotherGuest(one, grantFixture({ person, name }), KNOWN)).toBe(expected);
	},
);

it.each<[string, WireObject, number, object | undefined]>([
	['made for the reservation', ann, 1, { email_address: 'new@example.com' }],
	[
		'with the key of the guest',
		{ ...ann, user_identity_key: 'guest-1' },
		1,
		{ email_address: 'new@example.com' },
	],
	['with other access', { ...ann, user_identity_key: 'guest-1' }, 2, undefined],
])(
	'an address is corrected only where it changes nothing else: a person %s',
	(_what, person, count, edit) => {
		const situation = {
			grants: [grantFixture({ person })],
			withContact: [],
			ownKeys: OWN_KEYS,
			countGrants: () => count,
		};
		const one = guest({ key: 'guest-1', emailAddress: 'new@example.com' });
		expect(correctionOf(situation, one, person).edit).toEqual(edit);
	},
);

it('a person with the key of somebody else is not edited, also if a contact is missing there', () => {
	const { edit } = correctionOf(
		{
			grants: [],
			withContact: [],
			ownKeys: OWN_KEYS,
			countGrants: () => 1,
		},
		guest({ key: 'key-bob', name: 'Bob', emailAddress: 'bob@example.com' }),
		{ ...ann, email_address: undefined, user_identity_key: 'key-ann' },
	);
	expect(edit).toBeUndefined();
});

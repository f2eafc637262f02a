import {
	contactsInMailbox,
	contactsKept,
	contactsToWrite,
	isSameGuest,
	newPerson,
} from '../../../../nodes/DeviceAccess/reservations/plan/person';
import type { Guest } from '../../../../nodes/DeviceAccess/reservations/stays/stay';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { grantFixture } from '../grantFixture';

const OWN_KEYS = ['reservation:4711', 'reservation:4711:part-2'];
const ann: WireObject = {
	user_identity_id: 'ann',
	user_identity_key: 'reservation:4711',
	full_name: 'Ann Lee',
	email_address: 'ann@example.com',
	phone_number: '+15550100042',
};
const LEFT_OUT = ['contact_left_out'];
const guest = (changes: Partial<Guest> = {}): Guest => ({
	name: 'Ann Lee',
	emailAddress: 'ann@example.com',
	unusable: [],
	...changes,
});

it.each<[string, Guest, string[], boolean, object]>([
	[
		'the key of the stay and the contacts of the booking',
		guest(),
		[],
		true,
		{
			user_identity_key: 'reservation:4711',
			full_name: 'Ann Lee',
			email_address: 'ann@example.com',
		},
	],
	[
		'the next key of the stay, if an earlier guest has the first',
		guest({ emailAddress: undefined }),
		['reservation:4711'],
		true,
		{ user_identity_key: 'reservation:4711:part-2', full_name: 'Ann Lee' },
	],
	[
		'the key of the guest, if there is one',
		guest({ key: 'guest-1', emailAddress: undefined }),
		['reservation:4711'],
		true,
		{ user_identity_key: 'guest-1', full_name: 'Ann Lee' },
	],
	[
		'no contacts, once the service has refused them',
		guest(),
		[],
		false,
		{ user_identity_key: 'reservation:4711', full_name: 'Ann Lee' },
	],
	[
		'no key, if earlier guests have all of them',
		guest({ emailAddress: undefined }),
		OWN_KEYS,
		true,
		{ full_name: 'Ann Lee' },
	],
])('a new person has %s', (_what, one, usedKeys, hasContacts, expected) => {
	expect(newPerson(one, OWN_KEYS, usedKeys, { hasContacts })).toEqual({ user_identity: expected });
});

it.each<[string, Guest, WireObject, boolean]>([
	['the same name', guest(), ann, true],
	['the same name, another address', guest({ emailAddress: 'new@example.com' }), ann, true],
	['a corrected name and the same address', guest({ name: 'Anna Lee' }), ann, true],
	['another name and the same address', guest({ name: 'Bob Ray' }), ann, false],
	[
		'a corrected name, another address and the same phone',
		guest({ name: 'Anna Lee', emailAddress: 'new@example.com', phoneNumber: '+15550100042' }),
		ann,
		true,
	],
	[
		'a name with one word in common, and another address',
		guest({ name: 'Bob Lee', emailAddress: 'bob@example.com' }),
		ann,
		false,
	],
	[
		'a name with one word in common, and no contact to compare',
		guest({ name: 'Anna Lee', emailAddress: undefined }),
		ann,
		true,
	],
	[
		'a corrected name, and an address that the service never took',
		guest({ name: 'Anna Lee' }),
		{ ...ann, email_address: null, phone_number: null },
		true,
	],
	[
		'another key and the same name',
		guest({ key: 'k-2' }),
		{ ...ann, user_identity_key: 'k-1' },
		true,
	],
	[
		'another key and a name that has only a word in common',
		guest({ key: 'k-2', name: 'Ann Ray' }),
		{ ...ann, user_identity_key: 'k-1' },
		false,
	],
	[
		'the same key, whatever the name',
		guest({ key: 'guest-1', name: 'Bob Ray', emailAddress: 'bob@example.com' }),
		{ ...ann, user_identity_key: 'guest-1' },
		true,
	],
])('tells whether the access is of the same guest: %s', (_what, one, person, expected) => {
	const grant = grantFixture({ person, name: String(person.full_name) });
	expect(isSameGuest(one, grant)).toBe(expected);
});

it.each([
	['Mr Smith', 'Mr Jones', false],
	['Herr Dr. Maier', 'Herr Dr. Schulz', false],
	['Jan van Dijk', 'Piet van den Berg', false],
	['Ann and Bob Lee', 'Cid and Dan Kay', false],
	['Fam. Berger', 'Fam. Huber', false],
	['Dottor Rossi', 'Dottor Bianchi', false],
	['Sig.ra Rossi', 'Sig.ra Bianchi', false],
	["Anna dall'Olio", "Marco dall'Asta", false],
	['عبد الله احمد', 'عبد الرحمن سعيد', false],
	['г-жа Иванова', 'г-жа Петрова', false],
	['田中 さん', '佐藤 さん', false],
	['Mag.a Maier', 'Mag.a Schulz', false],
	['王 芳', '芳 王', true],
	["Ann O'Brien", 'A. Obrien', true],
	['Mr Smith', 'John Smith', true],
	['Jan van Dijk', 'J. van Dijk', true],
	['Ann Lee', 'Ann and Bob Lee', true],
	['José Müller', 'Jose Muller', true],
])('a title or a particle makes nobody the same guest: %s, %s', (first, second, expected) => {
	const grant = grantFixture({ name: first, person: { user_identity_key: 'reservation:4711' } });
	expect(isSameGuest({ name: second, unusable: [] }, grant)).toBe(expected);
});

it.each<[string, string, WireObject, boolean]>([
	[
		'the service gave it to somebody with a key and the contact',
		'Ann Lee',
		{ ...ann, user_identity_key: 'guest-9', full_name: 'Bob Ray' },
		true,
	],
	[
		'the service changed the name of the access, but not that of the mailbox',
		'GUEST 17',
		ann,
		true,
	],
	['it was made before the name was known', '4711', { user_identity_id: 'ann' }, true],
	[
		'a stranger with the name has it for somebody else',
		'Bob Ray',
		{ ...ann, user_identity_key: 'x' },
		false,
	],
	['an agency has it', 'Ann Ray', { ...ann, user_identity_key: 'agency' }, true],
])('tells by the name of the access: %s', (_what, name, person, expected) => {
	expect(isSameGuest(guest(), grantFixture({ person, name }))).toBe(expected);
});

const CONTACTS = { email_address: 'ann@example.com', phone_number: '+15550100042' };
it.each<[string, WireObject | undefined, string | null, object]>([
	["of the stay's own mailbox", ann, 'Ann Lee', CONTACTS],
	['of a guest whose access has no name', ann, null, CONTACTS],
	["of a guest whose access has the reservation's", ann, '4711', CONTACTS],
	['of a mailbox without a name', { ...ann, full_name: null }, 'Ann Lee', CONTACTS],
	['of nobody', undefined, 'Ann Lee', {}],
	['never of a person with another key', { ...ann, user_identity_key: 'agency' }, 'Ann Lee', {}],
	['never of an earlier guest', ann, 'Bob Ray', {}],
])('a reading has the contacts %s', (_what, person, name, expected) => {
	expect(contactsInMailbox(grantFixture({ person, name }))).toEqual(expected);
});

it.each<[string, Guest, object[]]>([
	[
		'a new address',
		guest({ emailAddress: 'new@example.com' }),
		[['email_address', 'new@example.com']],
	],
	['no address whose case alternates', guest({ emailAddress: 'ANN@example.com' }), []],
	['nothing for what the booking does not say', guest({ emailAddress: undefined }), []],
])('writes %s', (_what, one, expected) => {
	expect(contactsToWrite(one, ann)).toEqual(expected);
});

it.each<[string, Partial<Guest>, WireObject, string[]]>([
	['is there', {}, ann, []],
	['is another', { emailAddress: 'new@example.com' }, ann, ['mobile_key_sent_elsewhere']],
	['is only added', { phoneNumber: '+15550100042' }, { ...ann, phone_number: null }, LEFT_OUT],
	['is there beside another', { phoneNumber: '+15550100043' }, ann, LEFT_OUT],
	['is not there at all', {}, { user_identity_id: 'ann' }, LEFT_OUT],
	[
		'is of another kind there',
		{},
		{ user_identity_id: 'ann', phone_number: '+15550100042' },
		['mobile_key_sent_elsewhere'],
	],
])(
	'a mobile key goes elsewhere only if the service has another contact, and none of the booking: it %s',
	(_what, changes, person, expected) => {
		const booked = { guest: guest(changes), modes: ['code', 'mobile_key'] };
		expect(contactsKept(booked, person).map(({ code }) => code)).toEqual(expected);
	},
);

import { expect } from 'expect';
import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { NEXT_YEAR } from '../support/clock/nextYear';
import { anyText, type Body, type Dossiers, having, make } from './dossier';

/** A message has the days that its item says, whenever it is written. */
const DAYS_OF_MESSAGE = {
	starts_at: '2031-01-31T15:00:00.000Z',
	ends_at: '2031-02-02T11:00:00.000Z',
};
const TIMES = {
	starts_at: `${NEXT_YEAR}-01-31T15:00:00.000Z`,
	ends_at: `${NEXT_YEAR}-02-02T11:00:00.000Z`,
};
const { room101, room102 } = hotel.spaces;

/** The fields of a reservation of Room 101. */
const stay = (options: INodeParameters = {}): INodeParameters => ({
	reservationKey: '4711',
	status: 'confirmed',
	guestName: 'Guest',
	guestContact: 'guest@example.com',
	rooms: { __rl: true, mode: 'key', value: 'room-101' },
	arrival: TIMES.starts_at,
	departure: TIMES.ends_at,
	options,
});

/** Gives the reservation access to a room, as Create or Update does. Returns the ID of the grant. */
const reserve = async (sandbox: Sandbox, spaceId = room101, key = '4711') =>
	await make(
		sandbox,
		'/access_grants/create',
		{
			access_grant_key: `reservation:${key}`,
			name: 'Guest',
			user_identity: {
				full_name: 'Guest',
				...(key === '4711' ? { email_address: 'guest@example.com' } : {}),
			},
			space_ids: [spaceId],
			requested_access_methods: [{ mode: 'code' }],
			...TIMES,
		},
		'access_grant_id',
	);

const aKey: unknown = expect.stringMatching(/^[a-p]{32}$/);
/** Depends on whether the lock was quicker than the node. */
const aKeyOrNull: unknown = expect.not.stringMatching(/[^a-p]/);

const created = [
	{ what: 'rooms', before: null, after: ['Room 101'] },
	{ what: 'starts_at', before: null, after: TIMES.starts_at },
	{ what: 'ends_at', before: null, after: TIMES.ends_at },
];
const noAccess = {
	guest_name: 'Guest',
	guest_email: null,
	guest_phone: null,
	pin: null,
	pins: [],
	all_pins: null,
	instant_key_url: null,
	message_key: null,
	tell: 'nobody',
	host_message: null,
	access_grant_id: null,
	access_grant: null,
};
const access = {
	guest_name: 'Guest',
	guest_email: 'guest@example.com',
	guest_phone: null,
	pin: '5001',
	pins: [],
	all_pins: '5001',
	instant_key_url: null,
	message_key: aKeyOrNull,
	tell: expect.stringMatching(/^(guest|later)$/),
	host_message: null,
	access_grant_id: anyText,
	access_grant: having({ ...TIMES, space_ids: [room101], user_identity_id: anyText }),
};
const item = (outcome: string, rest: Body) => ({
	reservation_key: '4711',
	key_prefix: 'reservation:',
	stay_key: 'reservation:4711',
	host_row: 'reservation:4711',
	outcome,
	is_ready: false,
	problems: [],
	...TIMES,
	rooms: ['Room 101'],
	...rest,
});
const accessEnded = item('ended', {
	time_zone: 'Europe/Lisbon',
	changes: [{ what: 'access', before: ['Room 101'], after: null }],
	...noAccess,
	tell: 'host',
	host_message: expect.stringMatching(/^Booking 4711, Guest, Room 101, .*\nThe access has ended/),
});
const newGrant = (key: string): Body => ({
	access_grant_key: `reservation:${key}`,
	reservation_key: `reservation:${key}`,
	name: 'Guest',
	...TIMES,
	space_ids: [room101],
	requested_access_methods: [{ mode: 'code' }],
});
const newGuest = {
	user_identity: {
		user_identity_key: 'reservation:4711',
		full_name: 'Guest',
		email_address: 'guest@example.com',
	},
};
const found = {
	reservation_key: '4711',
	...TIMES,
	rooms: ['Room 101'],
	is_ready: false,
	problems: [],
	guest_name: 'Guest',
	pin: '5001',
	pins: [],
	tell: expect.stringMatching(/^(guest|later)$/),
	host_message: null,
};

const happened = (what: string, rest: Body) => ({
	reservation_key: '4711',
	what,
	text: anyText,
	happened_at: anyText,
	guest_name: 'Guest',
	door: null,
	device_id: null,
	acs_entrance_id: null,
	...rest,
});

const reservationToTell = {
	reservation_key: '4711',
	guest_name: 'Ada',
	guest_email: 'ada@example.com',
	rooms: ['Room 101'],
	...TIMES,
	time_zone: 'Europe/Berlin',
	pin: '5001',
	pins: [],
	all_pins: '5001',
	instant_key_url: null,
};

export const reservation: Dossiers = {
	readBooking: {
		'reads what a webhook of a property management system sent': {
			parameters: { from: 'hostaway' },
			input: {
				headers: { 'content-type': 'application/json' },
				params: {},
				query: {},
				body: {
					event: 'reservation.updated',
					data: {
						id: 4711,
						listingMapId: 40101,
						channelName: 'airbnbOfficial',
						status: 'modified',
						guestName: 'Guest',
						guestEmail: 'guest@example.com',
						phone: '+15550100001',
						arrivalDate: `${NEXT_YEAR}-01-31`,
						departureDate: `${NEXT_YEAR}-02-02`,
						checkInTime: 15,
						checkOutTime: null,
					},
				},
			},
			sends: [],
			items: [
				{
					reservation_key: '4711',
					status: 'confirmed',
					reason: null,
					pms_status: 'modified',
					guest_name: 'Guest',
					guest_email: 'guest@example.com',
					guest_phone: '+15550100001',
					guest_language: null,
					guest_key: null,
					rooms: ['40101'],
					room_names: [],
					arrival: `${NEXT_YEAR}-01-31T15:00`,
					departure: `${NEXT_YEAR}-02-02`,
					changed_at: null,
					channel: 'Airbnb',
					door_code: null,
					conversation_id: null,
					is_paid: null,
					group_key: null,
					key_prefix: 'hostaway:',
					stay_key: 'hostaway:4711',
					missing: [],
				},
			],
		},
	},
	upsert: {
		'gives a new reservation its access': {
			parameters: stay(),
			sends: { ...newGrant('4711'), ...newGuest },
			items: [item('created', { changes: created, time_zone: 'Europe/Lisbon', ...access })],
		},
		'gives an inquiry no access': {
			parameters: { ...stay(), status: 'inquiry' },
			sends: [],
			items: [
				item('nothing_to_end', {
					changes: [],
					starts_at: null,
					ends_at: null,
					rooms: [],
					...noAccess,
					guest_name: 'Guest',
				}),
			],
		},
		'shows in a dry run what it would do': {
			parameters: stay({ dryRun: true }),
			sends: [],
			items: [
				item('created', {
					changes: created,
					dry_run: true,
					would_work: true,
					time_zone: 'Europe/Lisbon',
					...noAccess,
					guest_email: 'guest@example.com',
				}),
			],
		},
	},
	syncMany: {
		'gives access to what is new, and ends what is gone': async (sandbox) => {
			const id = await reserve(sandbox);
			return {
				parameters: {
					...stay({ removeGone: true, closeAtMost: 5, keepNewFor: 0 }),
					reservationKey: '4712',
				},
				sends: [
					// Somebody has the guest's email already, which the service says when it refuses.
					[
						'/access_grants/create',
						{
							...newGrant('4712'),
							user_identity: { ...newGuest.user_identity, user_identity_key: 'reservation:4712' },
						},
					],
					[
						'/access_grants/create',
						{
							...newGrant('4712'),
							user_identity: { user_identity_key: 'reservation:4712', full_name: 'Guest' },
						},
					],
					['/access_grants/delete', { access_grant_id: id }],
				],
				further: 1,
				items: [
					item('created', {
						reservation_key: '4712',
						stay_key: 'reservation:4712',
						host_row: 'reservation:4712',
						changes: created,
						time_zone: 'Europe/Lisbon',
						...access,
						problems: [having({ code: 'contact_left_out' })],
						access_grant: having({ ...TIMES, space_ids: [room101] }),
						pin: '5002',
						all_pins: '5002',
					}),
					accessEnded,
				],
			};
		},
	},
	get: {
		'gets the access of a reservation': async (sandbox) => {
			await reserve(sandbox);
			return {
				parameters: { reservationKey: '4711' },
				sends: [],
				items: [found],
			};
		},
	},
	getAll: {
		'lists the reservations that have access': async (sandbox) => {
			const id = await reserve(sandbox);
			return {
				parameters: { returnAll: true },
				sends: {
					access_grant_ids: [id],
					include: [
						'access_methods',
						'acs_entrances',
						'connected_accounts',
						'devices',
						'spaces',
						'user_identities',
					],
				},
				items: [found],
			};
		},
		'lists who stays in a room between two times': async (sandbox) => {
			await reserve(sandbox);
			await reserve(sandbox, room102, '4712');
			return {
				parameters: {
					returnAll: true,
					filters: {
						roomId: room101,
						arrivesBefore: TIMES.ends_at,
						departsAfter: TIMES.starts_at,
					},
				},
				sends: [['/access_grants/list', { space_id: room101 }]],
				items: [found],
			};
		},
	},
	getHistory: {
		'says what happened to a reservation, from its booking on': async (sandbox) => {
			const id = await reserve(sandbox);
			return {
				// What comes next is still on its way.
				parameters: { reservationKey: '4711', limit: 2 },
				sends: [],
				items: [
					happened('access_given', {
						event: having({ event_type: 'access_grant.created', access_grant_id: id }),
					}),
					happened('requested', {
						event: having({ event_type: 'access_method.created', access_grant_ids: [id] }),
					}),
				],
			};
		},
	},
	delete: {
		'ends the access of a reservation': async (sandbox) => {
			const id = await reserve(sandbox);
			return {
				parameters: { reservationKey: '4711' },
				sends: { access_grant_id: id },
				items: [accessEnded],
			};
		},
	},
	changePin: {
		'gives a reservation a new PIN': async (sandbox) => {
			const id = await reserve(sandbox);
			return {
				parameters: { reservationKey: '4711', options: { pin: '7391' } },
				sends: [
					[
						'/access_grants/request_access_methods',
						{ access_grant_id: id, requested_access_methods: [{ mode: 'code', code: '7391' }] },
					],
					['/access_methods/delete', { access_method_id: anyText }],
				],
				items: [
					item('updated', {
						changes: [{ what: 'pin', before: null, after: null }],
						time_zone: 'Europe/Lisbon',
						...access,
						// The person was not made for this stay.
						guest_email: null,
						message_key: aKey,
						pin: '7391',
						all_pins: '7391',
						access_grant_id: id,
					}),
				],
			};
		},
	},
	writeMessage: {
		"writes the guest's message in the guest's language": {
			parameters: { language: 'German', sendBy: 'email' },
			input: { ...reservationToTell, ...DAYS_OF_MESSAGE },
			sends: [],
			items: [
				{
					...reservationToTell,
					...DAYS_OF_MESSAGE,
					language: 'de',
					subject: 'Ihr Zugang zu Room 101',
					text: [
						'Guten Tag Ada,',
						'',
						'hier ist Ihr Zugang zu Room 101.',
						'',
						'Anreise: Freitag, 31. Januar 2031 um 16:00',
						'Abreise: Sonntag, 2. Februar 2031 um 12:00',
						'',
						'Ihre PIN: 5001',
					].join('\n'),
					send_by: 'email',
					send_to: reservationToTell.guest_email,
				},
			],
		},
	},
	checkMessage: {
		'says that a message was sent': {
			input: { accepted: ['ada@example.com'], rejected: [], messageId: '<1@mail.example>' },
			sends: [],
			items: [{ outcome: 'sent', reason: null, problem: '' }],
		},
	},
};

import type { CredentialData } from '../host/engine/suppliedCredentials';
import * as apaleo from './apaleo';
import { apaleoApi } from './apaleoApi';
import * as avantio from './avantio';
import { avantioApi } from './avantioApi';
import { beds24, withoutUnit } from './beds24';
import { beds24Api } from './beds24Api';
import * as cloudbeds from './cloudbeds';
import { cloudbedsApi } from './cloudbedsApi';
import * as guesty from './guesty';
import { guestyApi } from './guestyApi';
import * as hospitable from './hospitable';
import { hospitableApi } from './hospitableApi';
import * as hostaway from './hostaway';
import { hostawayApi } from './hostawayApi';
import * as hostex from './hostex';
import { hostexApi } from './hostexApi';
import * as hostfully from './hostfully';
import { hostfullyApi } from './hostfullyApi';
import * as hostify from './hostify';
import { hostifyApi } from './hostifyApi';
import * as lodgify from './lodgify';
import { lodgifyApi } from './lodgifyApi';
import { mewsAccount, mewsApi } from './mewsApi';
import * as ownerRez from './ownerRez';
import { ownerRezApi } from './ownerRezApi';
import { pmsBooking, type PmsBooking, type PmsForm, type PmsRoom } from './pmsBooking';
import type { PmsApi } from './pmsServer';
import * as smoobu from './smoobu';
import { smoobuApi } from './smoobuApi';
import * as uplisting from './uplisting';
import { uplistingApi } from './uplistingApi';
import * as wuBookZak from './wuBookZak';
import { wuBookZakApi } from './wuBookZakApi';

export interface TestedSystem {
	name: string;
	from: string;
	/** The address of the API in the example. */
	address: string;
	form: PmsForm;
	api: PmsApi;
	/** For a system that makes no calls: the trigger that asks for what has changed. */
	asks?: 'Every 10 minutes' | 'Every night';
	/** The trigger that looks at the arrivals of the next two days. */
	sooner?: 'Every hour' | 'Every 10 minutes';
	/** Rooms 101 and 102 of the hotel, as this system knows them. */
	rooms: [PmsRoom, PmsRoom];
	/** Whether the spaces have the IDs of the system as keys. Otherwise their names count. */
	areRoomsKeyed?: boolean;
	/** The stay of a booking that says 4 PM and 2 PM. */
	hours: { starts_at: string; ends_at: string };
	/** Whether it only knows bookings and blocks. */
	hasNoInquiries?: boolean;
	/** Whether calls say when a booking changed. */
	saysWhenChanged: boolean;
	/** Calls that change nothing, where whoever knows the address can send one. */
	ignored?: Record<string, object>;
	/** Those of them after which n8n executes nothing. */
	unheard?: string[];
	/** What says that a booking was removed, if that is another body than a cancellation. */
	removal?: (booking: PmsBooking) => object;
	/** What each request of the list for 124 bookings asks for. */
	pages?: { parameter: string; values: Array<string | undefined> };
	/** For a list of some months at most, and one of what has changed in the last minutes: the time of the test. */
	now?: string;
	/** Whether a booking that its list lacks keeps its access. */
	keepsMissing?: boolean;
	/** A record of the list that cannot be read. */
	unreadable?: object;
	/** For a system that can leave the room open until the arrival: a record of the list, or a call, without its room. */
	withoutRoom?: (record: object) => object;
	/** Whether the workflow asks for what has changed in the last minutes. */
	asksForChanges?: boolean;
	/** Whether its calls only name a booking, which may have no room yet. */
	namesBookings?: boolean;
	/** How its calls are protected: how n8n refuses one with another secret. Left out if there are none. */
	protection?: { status: number } | 'secretPath';
	/** What a host enters in n8n for its calls, by credential type, or for one node by its name. */
	credentials?: CredentialData;
}

/** The body of the call about a booking, which the account has as `listed`. */
export function callOf(
	{ form, api }: Pick<TestedSystem, 'form' | 'api'>,
	booking: PmsBooking,
	listed: object = {},
): object {
	const call = form.webhookBody(booking);
	return Array.isArray(call) ? call : { ...call, ...api.besideBooking?.(listed) };
}

/** A booking that says 4 PM and 2 PM in the zone of the hotel, and one whose times the system does not send. */
const OWN_HOURS = { starts_at: '2031-01-29T16:00:00.000Z', ends_at: '2031-01-31T14:00:00.000Z' };
const HOURS_OF_ROOM = {
	starts_at: '2031-01-29T15:00:00.000Z',
	ends_at: '2031-01-31T11:00:00.000Z',
};

const ROOMS: [PmsRoom, PmsRoom] = [
	{ id: '70101', name: 'Room 101' },
	{ id: '70102', name: 'Room 102' },
];

/** Of systems whose IDs are the keys of spaces, so that no space of theirs takes in the bookings of the others. */
const KEYED_ROOMS: [PmsRoom, PmsRoom] = [
	{ id: '80101', name: 'Room 101' },
	{ id: '80102', name: 'Room 102' },
];

/** A booking that changed before those of all tests. */
const oldBooking = (changes: Partial<PmsBooking> = {}) =>
	pmsBooking({ changedAt: '2024-01-01T00:00:00Z', ...changes });

export const SYSTEMS: TestedSystem[] = [
	{
		name: 'apaleo',
		from: 'apaleo',
		address: 'https://api.apaleo.com',
		form: apaleo.apaleo,
		api: apaleoApi,
		sooner: 'Every hour',
		rooms: ROOMS,
		hours: OWN_HOURS,
		saysWhenChanged: true,
		pages: { parameter: 'pageNumber', values: ['1', '2'] },
		unreadable: { id: 'AP60001-1', departure: '2031-03-03T11:00:00Z' },
		withoutRoom: (record) => ({ ...record, unit: undefined }),
		namesBookings: true,
		protection: { status: 401 },
	},
	{
		name: 'Cloudbeds',
		from: 'cloudbeds',
		address: 'https://api.cloudbeds.com',
		form: cloudbeds.cloudbeds,
		api: cloudbedsApi,
		sooner: 'Every hour',
		rooms: ROOMS,
		hours: HOURS_OF_ROOM,
		saysWhenChanged: false,
		ignored: {
			'an event about a guest': cloudbeds.cloudbedsOthers(pmsBooking()).guest,
			// It cannot be asked for.
			'a booking that was deleted': cloudbeds.cloudbedsOthers(pmsBooking()).deleted,
		},
		unheard: ['an event about a guest', 'a booking that was deleted'],
		pages: { parameter: 'pageNumber', values: ['1', '2'] },
		unreadable: { reservationID: '60001', endDate: '2031-03-03' },
		withoutRoom: (record) => ({ ...record, assigned: [] }),
		namesBookings: true,
		protection: 'secretPath',
	},
	{
		name: 'Mews',
		from: 'mews',
		address: 'https://api.mews.com',
		form: mewsAccount,
		api: mewsApi,
		rooms: KEYED_ROOMS,
		areRoomsKeyed: true,
		hours: OWN_HOURS,
		saysWhenChanged: true,
		asks: 'Every 10 minutes',
		now: '2030-12-31T09:00:00Z',
		asksForChanges: true,
		unreadable: { Id: '60001', ScheduledStartUtc: '', ScheduledEndUtc: '' },
		withoutRoom: (record) => ({ ...record, AssignedResourceId: null }),
	},
	{
		name: 'Hostaway',
		from: 'hostaway',
		address: 'https://api.hostaway.com',
		form: hostaway.hostaway,
		api: hostawayApi,
		sooner: 'Every 10 minutes',
		rooms: ROOMS,
		hours: OWN_HOURS,
		saysWhenChanged: false,
		ignored: {
			'a booking without payment': hostaway.hostaway.webhookBody(
				oldBooking({ word: 'awaitingPayment' }),
			),
			'a message': hostaway.message,
			'a test delivery': hostaway.testDelivery,
			'an event that is new': { event: 'listing.updated', accountId: 10_450, data: { id: 9 } },
		},
		unheard: ['a message', 'a test delivery', 'an event that is new'],
		pages: { parameter: 'afterId', values: [undefined, '50100', '50104'] },
		unreadable: { id: 60_001, departureDate: '2031-03-03' },
		namesBookings: true,
		protection: 'secretPath',
	},
	{
		name: 'Beds24',
		from: 'beds24',
		address: 'https://beds24.com',
		form: beds24,
		api: beds24Api,
		rooms: [
			{ id: '512', name: 'Unit 1 of room 512' },
			{ id: '512-2', name: 'Unit 2 of room 512' },
		],
		areRoomsKeyed: true,
		// It only has the time at which the guest thinks to arrive.
		hours: HOURS_OF_ROOM,
		saysWhenChanged: true,
		pages: { parameter: 'page', values: ['1', '2'] },
		unreadable: { id: 60_001, departure: '2031-03-03' },
		withoutRoom: withoutUnit,
		protection: { status: 403 },
	},
	{
		name: 'Hospitable',
		from: 'hospitable',
		address: 'https://public.api.hospitable.com',
		form: hospitable.hospitable,
		api: hospitableApi,
		sooner: 'Every hour',
		rooms: ROOMS,
		hours: OWN_HOURS,
		saysWhenChanged: false,
		ignored: {
			'a request': hospitable.hospitable.webhookBody(oldBooking({ word: 'checkpoint' })),
			'a message': hospitable.message,
			'a test delivery': hospitable.testDelivery(oldBooking()),
		},
		pages: { parameter: 'page', values: ['1', '2'] },
		unreadable: {
			id: '60001',
			departure_date: '2031-03-03T00:00:00+00:00',
			properties: [ROOMS[0]],
		},
		unheard: ['a message', 'a test delivery'],
		namesBookings: true,
		protection: 'secretPath',
	},
	{
		name: 'Smoobu',
		from: 'smoobu',
		address: 'https://login.smoobu.com',
		form: smoobu.smoobu,
		api: smoobuApi,
		rooms: ROOMS,
		hours: OWN_HOURS,
		saysWhenChanged: false,
		hasNoInquiries: true,
		ignored: {
			'a block': smoobu.smoobu.webhookBody(oldBooking({ kind: 'block' })),
			'a message': smoobu.message,
			'a call about prices': smoobu.rates,
			'an event that is new': { ...smoobu.rates, action: 'updateGuest' },
		},
		unheard: ['a message', 'a call about prices', 'an event that is new'],
		pages: { parameter: 'page', values: ['1', '2'] },
		unreadable: { id: 60_001, departure: '2031-03-03', type: 'reservation' },
		namesBookings: true,
		protection: 'secretPath',
	},
	{
		name: 'Guesty',
		from: 'guesty',
		address: 'https://open-api.guesty.com',
		form: { webhookBody: guesty.version2, listed: guesty.inAccount },
		api: guestyApi,
		rooms: KEYED_ROOMS,
		areRoomsKeyed: true,
		hours: OWN_HOURS,
		saysWhenChanged: false,
		pages: { parameter: 'skip', values: ['0', '100'] },
		keepsMissing: true,
		protection: 'secretPath',
	},
	{
		name: 'Lodgify',
		from: 'lodgify',
		address: 'https://api.lodgify.com',
		form: { webhookBody: lodgify.delivery, listed: lodgify.lodgify.listed },
		api: lodgifyApi,
		rooms: KEYED_ROOMS,
		areRoomsKeyed: true,
		hours: OWN_HOURS,
		saysWhenChanged: false,
		ignored: {
			'a tentative booking': lodgify.delivery(oldBooking({ word: 'Tentative' })),
			'a message': [lodgify.message],
			'a call about prices': [lodgify.rates],
		},
		pages: { parameter: 'page', values: ['1', '2', '3', '4'] },
		unheard: ['a message', 'a call about prices'],
		namesBookings: true,
		protection: 'secretPath',
	},
	{
		name: 'OwnerRez',
		from: 'ownerRez',
		address: 'https://api.ownerrez.com',
		form: ownerRez.ownerRez,
		api: ownerRezApi,
		asksForChanges: true,
		now: '2030-12-31T09:00:00Z',
		pages: { parameter: 'offset', values: ['0', '100'] },
		rooms: ROOMS,
		hours: OWN_HOURS,
		saysWhenChanged: true,
		removal: ({ id }) => ownerRez.event('entity_delete', 'booking', Number(id)),
		protection: { status: 401 },
	},
	{
		name: 'Uplisting',
		from: 'uplisting',
		address: 'https://connect.uplisting.io',
		form: uplisting.uplisting,
		api: uplistingApi,
		sooner: 'Every hour',
		pages: { parameter: 'page', values: ['0', '0', '1', '1'] },
		rooms: ROOMS,
		hours: OWN_HOURS,
		saysWhenChanged: false,
		hasNoInquiries: true,
		// Words for blocks and requests are not known. The host is told of each word that is not.
		namesBookings: true,
		protection: 'secretPath',
	},
	{
		name: 'Hostfully',
		from: 'hostfully',
		address: 'https://api.hostfully.com',
		form: hostfully.hostfully,
		api: hostfullyApi,
		sooner: 'Every hour',
		pages: { parameter: '_cursor', values: [undefined, '50100'] },
		rooms: KEYED_ROOMS,
		areRoomsKeyed: true,
		hours: OWN_HOURS,
		saysWhenChanged: true,
		ignored: {
			'a block': hostfully.hostfully.webhookBody(oldBooking({ kind: 'block' })),
			'a code': hostfully.hostfullyOthers(pmsBooking()).pinCode,
			'an event about a property': hostfully.hostfullyOthers(pmsBooking()).property,
		},
		unheard: ['an event about a property'],
		namesBookings: true,
		protection: 'secretPath',
	},
	{
		name: 'Hostex',
		from: 'hostex',
		address: 'https://api.hostex.io',
		form: hostex.hostex,
		api: hostexApi,
		sooner: 'Every hour',
		pages: { parameter: 'offset', values: ['0', '100'] },
		now: '2030-12-31T09:00:00Z',
		rooms: KEYED_ROOMS,
		areRoomsKeyed: true,
		hours: HOURS_OF_ROOM,
		saysWhenChanged: false,
		ignored: { 'a message': hostex.message },
		unheard: ['a message'],
		keepsMissing: true,
		namesBookings: true,
		protection: 'secretPath',
	},
	{
		name: 'Avantio',
		from: 'avantio',
		address: 'https://api.avantio.pro',
		form: avantio.avantio,
		api: avantioApi,
		asks: 'Every 10 minutes',
		asksForChanges: true,
		now: '2030-12-31T09:00:00Z',
		pages: { parameter: 'pagination_size', values: ['50', undefined, undefined] },
		rooms: KEYED_ROOMS,
		areRoomsKeyed: true,
		hours: OWN_HOURS,
		saysWhenChanged: true,
	},
	{
		name: 'Hostify',
		from: 'hostify',
		address: 'https://api-rms.hostify.com',
		form: { webhookBody: hostify.hostify.webhookBody, listed: hostify.inAccount },
		api: hostifyApi,
		asks: 'Every night',
		sooner: 'Every 10 minutes',
		pages: { parameter: 'page', values: ['1', '2'] },
		rooms: KEYED_ROOMS,
		areRoomsKeyed: true,
		hours: OWN_HOURS,
		saysWhenChanged: false,
	},
	{
		name: 'WuBook ZaK',
		from: 'wuBookZak',
		address: 'https://kapi.wubook.net',
		form: { webhookBody: wuBookZak.wuBookZak.webhookBody, listed: wuBookZak.inAccount },
		api: wuBookZakApi,
		asks: 'Every night',
		sooner: 'Every 10 minutes',
		pages: { parameter: 'offset', values: ['0', '64'] },
		rooms: KEYED_ROOMS,
		areRoomsKeyed: true,
		hours: HOURS_OF_ROOM,
		saysWhenChanged: false,
		// Words for requests are not known. The host is told of each word that is not.
		hasNoInquiries: true,
	},
];

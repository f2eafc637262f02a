import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { keyOf, RECORD_TYPES, STAYS } from '../../nodes/DeviceAccess/resources/customer/records';
import { NEXT_YEAR } from '../support/clock/nextYear';
import { aLink, anyText, done, type Dossiers, having } from './dossier';

/** One record of each type that a customer can have. */
const ONE_OF_EACH = Object.fromEntries(
	RECORD_TYPES.map((type) => [
		type,
		[
			{
				[keyOf(type)]: 'k-1',
				...((STAYS as readonly string[]).includes(type) ? {} : { name: 'One' }),
			},
		],
	]),
);

export const customer: Dossiers = {
	pushData: {
		'sends people, places and stays': {
			parameters: {
				customerKey: 'owner-7',
				records: {
					people: [
						{
							recordType: 'guest_key',
							key: 'g-7',
							name: 'Guest 7',
							emailAddress: 'guest-7@example.com',
						},
					],
					places: [
						{ recordType: 'room_key', key: 'annex-1', name: 'Annex 1', parentSiteKey: 'annex' },
						{ recordType: 'site_key', key: 'annex', name: 'Annex', parentSiteKey: 'hidden' },
					],
					stays: [
						{
							recordType: 'reservation_key',
							key: '4711',
							name: 'Family 7',
							personType: 'guest_key',
							personKey: 'g-7',
							placeType: 'space_key',
							placeKeys: 'room-101, room-102',
							preferredCode: '7711',
							startsAt: `${NEXT_YEAR}-01-31T15:00:00Z`,
							endsAt: `${NEXT_YEAR}-02-02T11:00:00Z`,
						},
					],
				},
			},
			sends: {
				customer_key: 'owner-7',
				guests: [{ guest_key: 'g-7', name: 'Guest 7', email_address: 'guest-7@example.com' }],
				rooms: [{ room_key: 'annex-1', name: 'Annex 1', parent_site_key: 'annex' }],
				sites: [{ site_key: 'annex', name: 'Annex' }],
				reservations: [
					{
						reservation_key: '4711',
						name: 'Family 7',
						starts_at: `${NEXT_YEAR}-01-31T15:00:00.000Z`,
						ends_at: `${NEXT_YEAR}-02-02T11:00:00.000Z`,
						preferred_code: '7711',
						guest_key: 'g-7',
						space_keys: ['room-101', 'room-102'],
					},
				],
			},
			items: [
				done('accepted', {
					customer_key: 'owner-7',
					guest_keys: ['g-7'],
					reservation_keys: ['4711'],
					room_keys: ['annex-1'],
					site_keys: ['annex'],
				}),
			],
		},
		'sends records of all types as JSON': {
			parameters: {
				customerKey: 'owner-7',
				specifyData: 'json',
				data: JSON.stringify(ONE_OF_EACH),
			},
			sends: { customer_key: 'owner-7', ...ONE_OF_EACH },
			items: [
				done('accepted', {
					customer_key: 'owner-7',
					...Object.fromEntries(RECORD_TYPES.map((type) => [`${keyOf(type)}s`, ['k-1']])),
				}),
			],
		},
	},
	deleteData: {
		'deletes the data of a customer whose key is typed twice': {
			parameters: { keys: 'owner-7', confirmKeys: ' owner-7' },
			sends: { customer_keys: ['owner-7'] },
			items: [done('accepted', { customer_keys: ['owner-7'] })],
		},
		'deletes single records': {
			parameters: { keyType: 'guest_key', keys: 'g-8, g-9', confirmKeys: 'g-8, g-9' },
			sends: { guest_keys: ['g-8', 'g-9'] },
			items: [done('accepted', { guest_keys: ['g-8', 'g-9'] })],
		},
	},
	createPortal: {
		'makes the link of a portal': {
			parameters: { customerKey: 'owner-7' },
			sends: { customer_data: { customer_key: 'owner-7' } },
			items: [
				{
					url: aLink,
					customer_key: 'owner-7',
					workspace_id: workspaceIds.main,
					created_at: anyText,
					expires_at: anyText,
				},
			],
		},
		'says what the customer sees and may do': {
			parameters: {
				customerKey: 'owner-7',
				additionalFields: {
					acceptedProviders: ['august'],
					hiddenSections: ['configure', 'staff', 'technicalDetails'],
					landingPageKey: '4711',
					landingPageType: 'reservation_key',
					locale: 'de-DE',
					readOnly: true,
				},
			},
			sends: {
				customer_data: { customer_key: 'owner-7' },
				features: {
					configure: { exclude: true },
					manage: { exclude_staff_management: true, exclude_reservation_technical_details: true },
					connect: { accepted_providers: ['august'] },
				},
				landing_page: { manage: { reservation_key: '4711' } },
				locale: 'de-DE',
				read_only: true,
			},
			items: [having({ url: aLink, customer_key: 'owner-7' })],
		},
	},
};

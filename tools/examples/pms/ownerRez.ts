import { IS_NIGHT, YESTERDAY, type PmsSystem } from '../system';
import {
	allPages,
	asking,
	httpRequest,
	keep,
	oneByOne,
	oneRequest,
	withCredential,
} from '../workflow';

const PAGE_SIZE = 100;
const PAUSE_MS = 1000;
const FIELDS = 'https://api.ownerrez.com/v2/fields';
const ACCOUNT = withCredential('httpBasicAuth');

/** JavaScript: the ID of the field that the host enters, which the requests share. */
const FIELD = "$('Get the fields').params.queryParameters.parameters[2].value";
/** JavaScript: what the field has for this booking. */
const KNOWN = `$json.items?.find(it => it.field_definition_id == ${FIELD})`;
const STAY = "$('What is next?').item.json";

export const ownerRez: PmsSystem = {
	from: 'ownerRez',
	name: 'OwnerRez',
	call: { login: 'basicAuth' },
	list: {
		sooner: 'Every 10 minutes',
		soonerAsks: 'what has changed',
		part: oneRequest('Get the bookings', {
			url: 'https://api.ownerrez.com/v2/bookings',
			...ACCOUNT,
			...asking({
				// Required, unless the request names properties. All bookings have changed since 2000.
				since_utc: `={{ ${IS_NIGHT} ? '2000-01-01T00:00:00' : $now.toUTC().minus({ hours: 1 }).toISO().slice(0, 19) }}Z`,
				from: YESTERDAY,
				include_guest: 'true',
				limit: String(PAGE_SIZE),
			}),
			options: allPages(
				{ name: 'offset', value: `$pageCount * ${PAGE_SIZE}` },
				'!$response.body?.next_page_url',
				1000,
			),
		}),
	},
	getsPinIf: `$json.outcome !== 'unchanged' || (${IS_NIGHT} && $json.starts_at < $now.toUTC().plus({ days: 7 }).toISO())`,
	pinBack: ([x, y]) => ({
		nodes: [
			{
				...httpRequest('Get the fields', [x, y], {
					url: FIELDS,
					...ACCOUNT,
					...asking({
						entity_type: 'booking',
						entity_id: '={{ $json.reservation_key }}',
						field_definition_id: '',
					}),
					options: oneByOne(PAUSE_MS),
				}),
				// A booking that OwnerRez refuses must not keep the others from their PINs: what is sent for it fails, too.
				onError: 'continueRegularOutput',
			},
			keep(
				'Is it another PIN?',
				[x + 240, y],
				[`={{ ${STAY}.all_pins }}`, 'string', 'notEquals', `={{ ${KNOWN}?.value }}`],
			),
			httpRequest('Send the PIN to OwnerRez', [x + 480, y], {
				method: `={{ ${KNOWN} ? 'PATCH' : 'POST' }}`,
				url: `={{ ['${FIELDS}', ${KNOWN}?.id ?? []].flat().join('/') }}`,
				...ACCOUNT,
				sendBody: true,
				specifyBody: 'json',
				jsonBody: `={{ ({ entity_type: 'booking', entity_id: Number(${STAY}.reservation_key), field_definition_id: Number(${FIELD}), value: ${STAY}.all_pins }) }}`,
				options: oneByOne(PAUSE_MS),
			}),
		],
		connections: {
			'Get the fields': [['Is it another PIN?']],
			'Is it another PIN?': [['Send the PIN to OwnerRez']],
		},
	}),
	notes: {
		pin: 'OwnerRez gets the PIN in a custom field of the booking.',
		rooms: 'the ID of its property in OwnerRez, or the name that it has there.',
		credentials: [
			'In OwnerRez, create a personal access token. In *Get the bookings*, create another **Basic Auth** credential: the email address of your account, and the token as the password. Select it in *Get the fields* and *Send the PIN to OwnerRez* too. n8n can preselect the first one there.',
			'In OwnerRez, create a custom field for bookings. In *Get the fields*, enter its ID as the value of `field_definition_id`. An **HTTP Request** node with the same credential and the URL `https://api.ownerrez.com/v2/fielddefinitions?type=booking` lists all.',
		],
		publish:
			'Without calls, a booking arrives within 10 minutes. OwnerRez sends webhooks to OAuth apps only: create one, with the **Production URL** of *From OwnerRez* as its webhook, and name and password of point 3 as its user and password.',
		more: [
			'A call that only names a booking changes nothing: the next check brings it.',
			'If your messages in OwnerRez have the custom field, guests need none from *Guest messages*. It stays after a cancellation: the PIN no longer opens.',
			'A PIN that you change is sent in the night, if the guest is in the house or arrives within seven days. So is one that somebody overwrote there.',
			'Calls and list are known from the code of third parties: and the request that sends the PIN from that of OwnerRez for Zapier: try all with a test booking first.',
		],
	},
};

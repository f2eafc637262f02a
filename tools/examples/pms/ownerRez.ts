import { IS_NIGHT, YESTERDAY, type PmsSystem } from '../system';
import { allPages, asking, oneRequest, withCredential } from '../workflow';

const PAGE_SIZE = 100;

export const ownerRez: PmsSystem = {
	from: 'ownerRez',
	name: 'OwnerRez',
	call: { login: 'basicAuth' },
	list: {
		sooner: 'Every 10 minutes',
		part: oneRequest('Get the bookings', {
			url: 'https://api.ownerrez.com/v2/bookings',
			...withCredential('httpBasicAuth'),
			...asking({
				// Required, unless the request names properties. All bookings have changed since 2000.
				since_utc: `={{ ${IS_NIGHT} ? '2000-01-01T00:00:00Z' : $now.toUTC().minus({ hours: 1 }).startOf('second').toISO({ suppressMilliseconds: true }) }}`,
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
	notes: {
		pin: 'To give OwnerRez the PIN, import the example PIN to the booking system, too.',
		rooms:
			'Give each room a space whose key is the ID of its property in OwnerRez, or the name that it has there.',
		credentials: [
			'In OwnerRez, create a personal access token. In *Get the bookings*, create another **Basic Auth** credential: the email address of your account, and the token as the password. n8n can preselect the first one there.',
		],
		publish:
			'Without calls, a booking arrives within 10 minutes. OwnerRez sends webhooks to OAuth apps only: create one, with the **Production URL** of *From OwnerRez* as its webhook, and name and password of point 3 as its user and password.',
		more: [
			'A call that only names a booking changes nothing: the next check brings it.',
			'Calls and list are known from the code of third parties: try both with a test booking first.',
		],
	},
};

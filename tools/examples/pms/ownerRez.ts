import type { PmsSystem } from '../system';
import { allPages, httpRequest, namesWithValues, withCredential } from '../workflow';

const PAGE_SIZE = 100;

export const ownerRez: PmsSystem = {
	from: 'ownerRez',
	name: 'OwnerRez',
	sendsNoLanguage: true,
	protection: 'basicAuth',
	isNameOfBookingTold: true,
	list: {
		field: 'items',
		part: (at) => ({
			nodes: [
				httpRequest('Get the bookings', at, {
					url: 'https://api.ownerrez.com/v2/bookings',
					...withCredential('httpBasicAuth'),
					sendQuery: true,
					queryParameters: namesWithValues({
						// Required, unless the request names properties. All bookings have changed since.
						since_utc: '2000-01-01T00:00:00Z',
						from: '={{ $now.minus({ days: 1 }).toISODate() }}',
						include_guest: 'true',
						limit: String(PAGE_SIZE),
					}),
					options: allPages(
						{ type: 'qs', name: 'offset', value: `$pageCount * ${PAGE_SIZE}` },
						'!$response.body?.next_page_url',
						1000,
					),
				}),
			],
			connections: {},
		}),
	},
	notes: {
		height: 620,
		pin: 'OwnerRez does not get the PIN.',
		rooms:
			'Give each room a space whose key is the ID of its property in OwnerRez. Or give the space the name that the property has there.',
		credentials: [
			'In *From OwnerRez*, create a **Basic Auth** credential: a name and a long password of your choice.',
			'In OwnerRez, create a personal access token. In *Get the bookings*, create another **Basic Auth** credential: the email address of your account, and the token as the password. n8n can preselect the first one there.',
		],
		publish:
			'Without calls, bookings arrive every night. OwnerRez sends webhooks to OAuth apps only: create one, with the **Production URL** of *From OwnerRez* as its webhook, and with the name and password of point 3 as its user and password.',
		ignored:
			'Blocks, other events and test calls change nothing. A pending booking gives no access, and ends what it had.',
		more: `An owner's stay is a stay: it gets a PIN.

The calls are known from OwnerRez's own samples and the code of third parties, which say that each call has the whole booking since August 2025. A call that only names a booking changes nothing, and you get a message. Try it with one test booking.`,
		list: 'The list is read as third parties read it: try it with **Dry Run** under **Options** of *Sync many* first. A booking that is no longer in the list loses its access, except:',
	},
};

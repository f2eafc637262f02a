import { LAST_ARRIVAL, YESTERDAY, subscribeOnce, type PmsSystem } from '../system';
import { allPages, asking, oneRequest, withCredential } from '../workflow';

const LEADS = 'https://api.hostfully.com/api/v3.3/leads';
const AUTHENTICATION = withCredential('httpHeaderAuth');

export const hostfully: PmsSystem = {
	from: 'hostfully',
	name: 'Hostfully',
	call: {
		onlyRunIf: "$json.body.lead_uid && $json.body.event_type !== 'LEAD_SOFT_DELETED'",
		brings: oneRequest('Get the booking', {
			url: `=${LEADS}/{{ encodeURIComponent($json.body.lead_uid) }}`,
			...AUTHENTICATION,
			options: {},
		}),
	},
	list: {
		sooner: 'Every hour',
		part: oneRequest('Get the bookings', {
			url: LEADS,
			...AUTHENTICATION,
			...asking({
				agencyUid: '',
				checkOutFrom: YESTERDAY,
				checkInTo: LAST_ARRIVAL,
				_limit: '100',
			}),
			options: allPages(
				{ name: '_cursor', value: '$response.body?._paging?._nextCursor' },
				'!$response.body?._paging?._nextCursor',
				1000,
			),
		}),
	},
	notes: {
		rooms: 'the UID of its property in Hostfully, or of its unit if the property has units.',
		credentials: [
			'In Hostfully, copy the API key and the UID of your agency. In *Get the bookings*, create a **Header Auth** credential with the name `X-HOSTFULLY-APIKEY` and the key as its value, and select it in *Get the booking* too.',
			'In *Get the bookings*, enter the UID of your agency as the value of `agencyUid`.',
		],
		publish: subscribeOnce(
			'Hostfully',
			' and the UID of your agency: it subscribes the events that a stay needs',
		),
		more: ['A booking that is deleted in Hostfully loses its access in the night.'],
	},
};

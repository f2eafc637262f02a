import { IF_CHANGED_OR_NEXT, IS_NIGHT, YESTERDAY, type PmsSystem } from '../system';
import {
	allPages,
	asking,
	failIfRefused,
	httpRequest,
	namesWithValues,
	oneByOne,
	oneRequest,
	withCredential,
} from '../workflow';

const RESERVATIONS = 'https://api.hostex.io/v3/reservations';
const AUTHENTICATION = withCredential('httpHeaderAuth');
const PAGE_SIZE = 100;
/** What Hostex allows in one request is half a year. */
const DAYS_AHEAD = 175;

export const hostex: PmsSystem = {
	from: 'hostex',
	name: 'Hostex',
	call: {
		onlyRunIf: '$json.body.reservation_code',
		bringsList: true,
		brings: oneRequest('Get the booking', {
			url: RESERVATIONS,
			...AUTHENTICATION,
			...asking({ reservation_code: '={{ $json.body.reservation_code }}' }),
			options: {},
		}),
	},
	list: {
		isOlderThanCalls: true,
		sooner: 'Every hour',
		keepsMissing: true,
		part: oneRequest('Get the bookings', {
			url: RESERVATIONS,
			...AUTHENTICATION,
			...asking({
				// Whoever stays longer than half a year is in the list until the departure.
				[`=start_check_{{ ${IS_NIGHT} ? 'out' : 'in' }}_date`]: YESTERDAY,
				[`=end_check_{{ ${IS_NIGHT} ? 'out' : 'in' }}_date`]: `={{ $now.plus({ days: ${IS_NIGHT} ? ${DAYS_AHEAD} : 2 }).toISODate() }}`,
				limit: String(PAGE_SIZE),
			}),
			options: allPages(
				{ name: 'offset', value: `$pageCount * ${PAGE_SIZE}` },
				`!($response.body?.data?.reservations?.length >= ${PAGE_SIZE})`,
				1000,
			),
		}),
	},
	// No source shows the code in an answer.
	getsPinIf: IF_CHANGED_OR_NEXT,
	pinBack: (at) =>
		failIfRefused(
			httpRequest('Send the PIN to Hostex', at, {
				method: 'PATCH',
				url: `=${RESERVATIONS}/{{ encodeURIComponent($json.reservation_key) }}/check_in_details`,
				...AUTHENTICATION,
				sendBody: true,
				bodyParameters: namesWithValues({ lock_code: '={{ $json.all_pins }}' }),
				options: oneByOne(500),
			}),
			'Hostex',
			'={{ [0, 200].includes($json.error_code) }}',
			[
				'A lock code was refused',
				'=Hostex did not take the lock code of a stay: {{ $json.error_msg || "it gave no reason" }}. It is sent again in the night before the arrival.',
			],
		),
	notes: {
		pin: 'Hostex gets the PIN as the lock code of the stay.',
		rooms: 'the ID of its property in Hostex.',
		credentials: [
			'In Hostex, create an access token for its API. In *Get the bookings*, create a **Header Auth** credential with the name `Hostex-Access-Token` and the token as its value, and select it in *Get the booking* and *Send the PIN to Hostex* too.',
		],
		publish: 'Then add the **Production URL** of *From Hostex* as a webhook in Hostex.',
		messagesHave: 'lock code',
		more: [
			`The night compares the stays that end within ${DAYS_AHEAD} days, about the most that Hostex lists at once. Nothing ends because it is not in the list: Hostex also lists canceled bookings.`,
			'Hostex refuses a request with the status of a success. If it does not take a lock code, the execution fails with the reason.',
		],
	},
};

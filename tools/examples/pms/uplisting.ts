import { subscribeOnce, type PmsSystem } from '../system';
import {
	allPages,
	asking,
	httpRequest,
	n8nNode,
	NOTHING,
	oneByOne,
	withCredential,
} from '../workflow';

const API = 'https://connect.uplisting.io';
const AUTHENTICATION = withCredential('httpHeaderAuth');
const PAGE_SIZE = 50;
const PAUSE_MS = 700;
const IS_HOUR = "$('Every hour').isExecuted";

/** The bookings of each property, or of the one that a call names. */
export const uplisting: PmsSystem = {
	from: 'uplisting',
	name: 'Uplisting',
	call: {
		onlyRunIf: '$json.body.property_id',
		brings: () => ({ ...NOTHING, first: ['Get the bookings'] }),
	},
	list: {
		isOlderThanCalls: true,
		sooner: 'Every hour',
		part: ([x, y]) => ({
			nodes: [
				httpRequest('Get the properties', [x, y], {
					url: `${API}/properties`,
					...AUTHENTICATION,
					options: {},
				}),
				n8nNode('One request per property', 'splitOut', 1, [x + 240, y], {
					fieldToSplitOut: 'data',
					options: {},
				}),
				httpRequest('Get the bookings', [x + 480, y], {
					url: `=${API}/bookings/{{ encodeURIComponent($json.id ?? $json.body.property_id) }}`,
					...AUTHENTICATION,
					...asking({
						from: `={{ $now.minus({ days: ${IS_HOUR} ? 1 : 60 }).toISODate() }}`,
						to: `={{ $now.plus({ days: ${IS_HOUR} ? 2 : 2000 }).toISODate() }}`,
					}),
					options: {
						...allPages(
							{ name: 'page', value: '$pageCount' },
							`!($response.body?.bookings?.length >= ${PAGE_SIZE})`,
							PAUSE_MS,
						),
						...oneByOne(PAUSE_MS),
					},
				}),
			],
			connections: {
				'Get the properties': [['One request per property']],
				'One request per property': [['Get the bookings']],
			},
		}),
	},
	notes: {
		rooms:
			'the ID of its unit in Uplisting, or of its property if it has no units. Or give the space the name that it has there, if no unit of another property has this name.',
		credentials: [
			'In *Get the properties*, create a **Header Auth** credential, and select it in *Get the bookings* too: the name `Authorization`, and as its value, after you chose **Expression** in this field, `Basic {{ "YOUR_API_KEY".base64Encode() }}` with the API key of Uplisting.',
		],
		publish: subscribeOnce('Uplisting'),
		more: [
			'A call makes the workflow read the bookings of its property. A booking that Uplisting has removed loses its access in the night.',
			'Calls and list are known from Pipedream and the code of third parties: try it with one test booking.',
		],
	},
};

import type { INodeParameters } from 'n8n-workflow';
import { IS_NIGHT, type PmsSystem } from '../system';
import {
	allPages,
	completing,
	httpRequest,
	ifTrue,
	inBatches,
	namesWithValues,
	withCredential,
} from '../workflow';

const API = 'https://kapi.wubook.net/kp';
const PAGE_SIZE = 64;
const dayIn = (time: string) => `$now.${time}.toFormat('dd/MM/yyyy')`;

const ANSWERED = 'Did WuBook answer?';

/** Requests of ZaK are forms, and it refuses one with the status of a success. */
const request = (path: string, body: Record<string, string>, options: INodeParameters) => ({
	method: 'POST',
	url: `${API}/${path}`,
	...withCredential('httpHeaderAuth'),
	sendBody: true,
	contentType: 'form-urlencoded',
	bodyParameters: namesWithValues(body),
	options,
});

export const wuBookZak: PmsSystem = {
	from: 'wuBookZak',
	name: 'WuBook ZaK',
	completeBooking: completing(
		'Get the guest',
		request('customers/fetch_one', { id: '={{ $json.booker }}' }, inBatches(5, 500)),
	),
	// *Read booking* says why ZaK has refused the list.
	reads:
		"={{ $('One item per booking').isExecuted ? ({ reservation: $('One item per booking').item.json, guest: $json }) : $json }}",
	list: {
		isOlderThanCalls: true,
		field: 'data.reservations',
		last: ANSWERED,
		sooner: 'Every 10 minutes',
		part: ([x, y]) => ({
			nodes: [
				httpRequest(
					'Get the bookings',
					[x, y],
					request(
						'reservations/fetch_reservations',
						{},
						allPages(
							{
								type: 'body',
								name: 'filters',
								value: `JSON.stringify({ [${IS_NIGHT} ? 'departure' : 'arrival']: { from: ${dayIn('minus({ day: 1 })')}, to: ${dayIn(`plus({ days: ${IS_NIGHT} ? 2000 : 2 })`)} }, pager: { limit: ${PAGE_SIZE}, offset: $pageCount * ${PAGE_SIZE} } })`,
							},
							`!($response.body?.data?.reservations?.length >= ${PAGE_SIZE})`,
							500,
						),
					),
				),
				ifTrue(ANSWERED, [x + 240, y], ['={{ $json.data?.reservations }}', 'array', 'exists']),
			],
			connections: {
				'Get the bookings': [[ANSWERED]],
				[ANSWERED]: [['One item per booking'], ['Read booking']],
			},
		}),
	},
	notes: {
		rooms: 'the ID of the room in ZaK (`id_zak_room`).',
		credentials: [
			'In WuBook, create an API key for ZaK (`wb_…`). In *Get the bookings*, create a **Header Auth** credential with the name `x-api-key` and the key as its value, and select it in *Get the guest* too.',
		],
		publish:
			'A booking for the next two days arrives within 10 minutes, and any other in the night.',
		more: [
			'Of the words for a booking, only `confirmed` and `cancelled` are known. You are told of another one, and nothing changes. You are also told of a booking whose rooms have different days.',
			'The requests are known from the code of third parties: try it with one test booking.',
		],
	},
};

import { defineOperation, type Field, type Fields, many, type Operation } from '../../operation';
import { readOwnPrefix } from '../../reservations/stays/readStay';
import { pagesOfWhoCanOpen } from '../../whoCanOpen/whoCanOpen';
import { PREFIX_OPTION } from '../reservation/stayOptions';

/** The prefix of reservations with keys of the user's own. */
const KEY_PREFIX = {
	keyPrefix: {
		...PREFIX_OPTION.keyPrefix,
		description:
			"The text that starts the keys of your reservations, if you changed it in the actions that give access. Known without it: 'reservation:', and the prefixes of property management systems, calendars and the examples.",
	},
} as const satisfies Fields;

/** Defines Get Who Can Open for one kind of door. They differ only in the field that chooses it. */
export const getWhoCanOpen = (
	door: 'device' | 'entrance',
	name: 'deviceId' | 'entranceId',
	field: Field,
): Operation =>
	defineOperation({
		value: 'getWhoCanOpen',
		name: 'Get Who Can Open',
		action: `Get who can open ${door}`,
		description:
			door === 'device'
				? 'Retrieve a list of the people, PINs and keys that open a lock, now or later, and why'
				: 'Retrieve a list of the people, groups, cards and keys that open an entrance, now or later, and why',
		endpoint: '/access_grants/list',
		effect: 'read',
		reference: {
			items:
				'[Who can open a door](../guides/who-can-open.md#who-can-open-a-door) explains the fields, and what the service cannot tell.',
		},
		kind: many('access_grants', {
			pages: pagesOfWhoCanOpen,
			nothingFound: 'Nobody can open this door, as far as the service knows.',
		}),
		fields: { [name]: field },
		options: KEY_PREFIX,
		request: ({ options }, ofFields) => ({
			...ofFields(),
			key_prefix: readOwnPrefix(options),
		}),
	});

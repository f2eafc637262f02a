import { InvalidParameterError } from '../../errors/errors';
import {
	dateTimeField,
	defineOperation,
	type Field,
	type Fields,
	many,
	type Operation,
} from '../../operation';
import { readOwnPrefix } from '../../reservations/stays/readStay';
import { pagesOfWhoCanOpen } from '../../whoCanOpen/whoCanOpen';
import { PREFIX_OPTION } from '../reservation/stayOptions';

const TIMES = {
	from: dateTimeField(
		'From',
		"At this time, or from this time if 'Until' is set. Leave empty for now. In the past: without what has ended since.",
	),
	until: dateTimeField(
		'Until',
		"Who can open the door at any time until then. Leave empty for the moment of 'From'.",
		{ laterThan: 'from' },
	),
} as const satisfies Fields;

const KEY_PREFIX = {
	keyPrefix: {
		...PREFIX_OPTION.keyPrefix,
		description:
			"The text that starts the keys of your reservations, if you changed it in the actions that give access. Known without it: 'reservation:', and the prefixes of property management systems, also as in 'hostaway-2:', calendars and the examples.",
	},
} as const satisfies Fields;

/** Without 'From', the span begins now. */
function requireInFuture(until: unknown): void {
	if (typeof until !== 'string' || Date.parse(until) > Date.now()) return;
	throw new InvalidParameterError(
		"'Until' is in the past",
		"Enter a later time, or enter 'From' too.",
	);
}

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
				? 'Retrieve a list of the people, PINs and keys that open a lock, now or between two times, and why'
				: 'Retrieve a list of the people, groups, cards and keys that open an entrance, now or between two times, and why',
		endpoint: '/access_grants/list',
		effect: 'read',
		reference: {
			items:
				'[Who can open a door](../guides/who-can-open.md#who-can-open-a-door) explains the fields, and what the service cannot tell.',
		},
		kind: many('access_grants', {
			pages: () => pagesOfWhoCanOpen,
			nothingFound: 'Nobody can open this door then, as far as the service knows.',
		}),
		fields: { [name]: field, ...TIMES },
		options: KEY_PREFIX,
		query: ({ options }, ofFields) => {
			const body = ofFields();
			if (body.from === undefined) requireInFuture(body.until);
			return { ...body, key_prefix: readOwnPrefix(options) };
		},
	});

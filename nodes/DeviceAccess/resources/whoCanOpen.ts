import type { IDataObject } from 'n8n-workflow';
import { optionalDateTime, requireTimeOrder, requireUuid } from '../operation/form/checkValues';
import { defineOperation } from '../operation/defineOperation';
import { many } from '../operation/kinds/many';
import type { Field, Operation } from '../operation/types';
import { pagesOfWhoCanOpen } from '../whoCanOpen/whoCanOpen';

const TIMES = {
	from: {
		displayName: 'From',
		type: 'dateTime',
		default: '',
		description: 'Who can open the door from this time on. Leave empty for now.',
	},
	until: {
		displayName: 'Until',
		type: 'dateTime',
		default: '',
		description:
			"Who can open the door at any time until then. Leave empty for the moment of 'From'.",
	},
} as const;

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
				? 'Retrieve a list of the people, PINs and keys that open a lock, now or between two times, and why'
				: 'Retrieve a list of the people, groups, cards and keys that open an entrance, now or between two times, and why',
		endpoint: '/access_grants/list',
		effect: 'read',
		reference: {
			items:
				'[Who can open a door](../guides/who-can-open.md#who-can-open-a-door) explains the fields, and what the service cannot tell.',
		},
		kind: many('access_grants', {
			pages: pagesOfWhoCanOpen,
			nothingFound: 'Nobody can open this door at that time, as far as the service knows.',
		}),
		fields: { [name]: field, ...TIMES },
		request: (values) => {
			const { [name]: chosen, ...times } = values as IDataObject;
			const id = requireUuid(field.displayName, chosen);
			const from = optionalDateTime('From', times.from);
			const until = optionalDateTime('Until', times.until);
			requireTimeOrder('From', from, 'Until', until);
			return { [door === 'device' ? 'device_id' : 'acs_entrance_id']: id, from, until };
		},
	});

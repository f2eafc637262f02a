import type { Fields, NestedField } from '../../operation';
import { textField } from '../fields/collections';
import { entranceField } from '../fields/locators';
import { deviceRows, recordRows } from '../fields/recordRows';
import { optionalTimeZone, readTimeOfDay } from '../../operation/form/checkValues';

export const devicesField = deviceRows({ description: 'The locks and other devices in the space' });

export const entrancesField = recordRows(
	{ displayName: 'Entrances', description: 'The doors of access systems that lead into the space' },
	entranceField,
	{ row: 'entrance', field: 'entranceId' },
);

export const NAME = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Room 101',
	description: 'The name of the space',
} as const;

export const CUSTOMER_KEY = textField(
	'Customer Key',
	'customerKey',
	'Your own key for the customer that the space belongs to. You cannot change it later.',
);

export const SPACE_KEY = textField(
	'Space Key',
	'spaceKey',
	'Your own unique key for the space, such as the room number',
);

const CUSTOMER_DATA_FIELDS = {
	address: {
		displayName: 'Address',
		type: 'string',
		default: '',
		wire: 'customer_data.address',
		placeholder: 'e.g. 1 Harbor Street, Lisbon',
		description: 'The address of the space',
	},
	checkInTime: {
		displayName: 'Check-in Time',
		type: 'string',
		default: '',
		wire: 'customer_data.default_checkin_time',
		read: readTimeOfDay,
		placeholder: 'e.g. 15:00',
		description: 'When guests can arrive, unless their reservation says otherwise',
	},
	checkOutTime: {
		displayName: 'Check-out Time',
		type: 'string',
		default: '',
		wire: 'customer_data.default_checkout_time',
		read: readTimeOfDay,
		placeholder: 'e.g. 11:00',
		description: 'When guests must leave, unless their reservation says otherwise',
	},
	timeZone: {
		displayName: 'Time Zone',
		type: 'string',
		default: '',
		wire: 'customer_data.time_zone',
		read: optionalTimeZone,
		placeholder: 'e.g. Europe/Lisbon',
		description: 'The time zone of the space',
	},
} as const satisfies Fields;

const { address: ADDRESS_FIELD, ...HOURS } = CUSTOMER_DATA_FIELDS;

/** What every booking needs of its room. */
export const HOURS_FIELDS: Fields = HOURS;

export const ADDRESS: NestedField = { ...ADDRESS_FIELD, name: 'address' };

export const CHANGED_DATA = Object.entries(CUSTOMER_DATA_FIELDS).map(
	([name, field]): NestedField => ({
		...field,
		name,
		description: `${field.description}. Leave empty to clear it.`,
		clears: true,
	}),
);

/** Null clears a member. */
export type CustomerData = Partial<
	Record<'address' | 'default_checkin_time' | 'default_checkout_time' | 'time_zone', string | null>
>;

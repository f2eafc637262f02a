import { type Fields, type NestedField, stringField } from '../../operation';
import { clearable, textField } from '../fields/collections';
import { entranceField } from '../fields/locators';
import { deviceRows, recordRows } from '../fields/recordRows';
import { optionalTimeZone, readTimeOfDay } from '../../operation/form/checkValues';

export const devicesField = deviceRows({ description: 'The locks and other devices in the space' });

export const entrancesField = recordRows(
	{ displayName: 'Entrances', description: 'The doors of access systems that lead into the space' },
	entranceField,
	{ row: 'entrance', field: 'entranceId' },
);

export const NAME = stringField('Name', 'The name of the space', {
	name: 'name',
	placeholder: 'e.g. Room 101',
});

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
	address: stringField('Address', 'The address of the space', {
		wire: 'customer_data.address',
		placeholder: 'e.g. 1 Harbor Street, Lisbon',
	}),
	checkInTime: stringField(
		'Check-in Time',
		'When guests can arrive, unless their reservation says otherwise',
		{ wire: 'customer_data.default_checkin_time', read: readTimeOfDay, placeholder: 'e.g. 15:00' },
	),
	checkOutTime: stringField(
		'Check-out Time',
		'When guests must leave, unless their reservation says otherwise',
		{ wire: 'customer_data.default_checkout_time', read: readTimeOfDay, placeholder: 'e.g. 11:00' },
	),
	timeZone: stringField('Time Zone', 'The time zone of the space', {
		wire: 'customer_data.time_zone',
		read: optionalTimeZone,
		placeholder: 'e.g. Europe/Lisbon',
	}),
} as const satisfies Fields;

const { address: ADDRESS_FIELD, ...HOURS } = CUSTOMER_DATA_FIELDS;

/** What every booking needs of its room. */
export const HOURS_FIELDS: Fields = HOURS;

export const ADDRESS: NestedField = { ...ADDRESS_FIELD, name: 'address' };

export const CHANGED_DATA = Object.entries(CUSTOMER_DATA_FIELDS).map(([name, field]): NestedField =>
	clearable({ ...field, name }),
);

/** Null clears a member. */
export type CustomerData = Partial<
	Record<'address' | 'default_checkin_time' | 'default_checkout_time' | 'time_zone', string | null>
>;

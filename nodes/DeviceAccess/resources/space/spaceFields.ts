import type { IDataObject } from 'n8n-workflow';
import { refuse } from '../../errors/allErrors';
import { InvalidParameterError } from '../../errors/errors';
import {
	type Fields,
	isTimeZone,
	type NestedField,
	optionalText,
	requireGiven,
} from '../../operation';
import { withoutUndefined } from '../../wire/values';
import { textField } from '../fields/collections';
import { entranceField } from '../fields/locators';
import { deviceRows, recordRows } from '../fields/recordRows';
import { readTimeOfDay } from '../fields/timeOfDay';

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

/** Data of a space for guests and booking systems. */
const CUSTOMER_DATA_FIELDS = {
	address: {
		displayName: 'Address',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1 Harbor Street, Lisbon',
		description: 'The address of the space',
	},
	checkInTime: {
		displayName: 'Check-in Time',
		type: 'string',
		default: '',
		placeholder: 'e.g. 15:00',
		description: 'When guests can arrive, unless their reservation says otherwise',
	},
	checkOutTime: {
		displayName: 'Check-out Time',
		type: 'string',
		default: '',
		placeholder: 'e.g. 11:00',
		description: 'When guests must leave, unless their reservation says otherwise',
	},
	timeZone: {
		displayName: 'Time Zone',
		type: 'string',
		default: '',
		placeholder: 'e.g. Europe/Lisbon',
		description: 'The time zone of the space',
	},
} as const satisfies Fields;

const { address: ADDRESS_FIELD, ...HOURS } = CUSTOMER_DATA_FIELDS;

/** What every booking needs of its room. */
export const HOURS_FIELDS: Fields = HOURS;

export const ADDRESS: NestedField = { ...ADDRESS_FIELD, name: 'address' };

/** All data of a space and other fields, sorted by label. */
export const withCustomerData = (others: NestedField[], note = ''): NestedField[] =>
	[
		...Object.entries(CUSTOMER_DATA_FIELDS).map(([name, field]) => ({
			...field,
			name,
			description: `${field.description}${note}`,
		})),
		...others,
	].sort((a, b) => a.displayName.localeCompare(b.displayName));

/** The members of `customer_data` in a request. Null clears one. */
export type CustomerData = Partial<
	Record<'address' | 'default_checkin_time' | 'default_checkout_time' | 'time_zone', string | null>
>;

/**
 * Converts the fields above for the request. `whenEmpty` is the value of a field that was added and
 * left empty.
 */
export function customerDataOf(values: IDataObject, whenEmpty?: null): CustomerData {
	const read = (
		name: keyof typeof CUSTOMER_DATA_FIELDS,
		toWire: (value: unknown) => string | undefined,
	) => {
		if (!Object.hasOwn(values, name)) return undefined;
		if (whenEmpty === null) requireGiven(CUSTOMER_DATA_FIELDS[name].displayName, values[name]);
		return toWire(values[name]) ?? whenEmpty;
	};
	return withoutUndefined({
		address: read('address', optionalText),
		default_checkin_time: read('checkInTime', (value) => readTimeOfDay('Check-in Time', value)),
		default_checkout_time: read('checkOutTime', (value) => readTimeOfDay('Check-out Time', value)),
		time_zone: read('timeZone', optionalTimeZone),
	});
}

/** Undefined for an empty object, because the service treats it as a change. */
export const orNothing = <Value extends object>(value: Value): Value | undefined =>
	Object.keys(value).length > 0 ? value : undefined;

function optionalTimeZone(value: unknown): string | undefined {
	const name = optionalText(value);
	if (name === undefined || isTimeZone(name)) return name;
	return refuse(
		new InvalidParameterError(
			`'Time Zone' must be the name of a time zone, but is '${name}'`,
			'Enter one such as Europe/Lisbon.',
		),
	);
}

import { InvalidParameterError } from '../../../../nodes/DeviceAccess/errors/errors';
import { type Field, requestOf } from '../../../../nodes/DeviceAccess/operation';

const ID = 'de51ce00-0000-4000-8000-000000000001';
const text = (displayName: string, rest: Partial<Field> = {}): Field => ({
	displayName,
	type: 'string',
	default: '',
	...rest,
});

const refusalOf = (read: () => unknown): unknown => {
	try {
		return read();
	} catch (error) {
		return error;
	}
};

describe('the request of the fields', () => {
	it('has each value under its name at the service, read by its type', () => {
		const fields = {
			accessSystemId: text('Access System', { required: true }),
			deviceIds: text('Devices'),
			startsAt: text('Starts At', { type: 'dateTime' }),
			isOn: text('On', { type: 'boolean' }),
			name: text('Name', { wire: 'display_name' }),
		};
		const values = {
			accessSystemId: ID.toUpperCase(),
			deviceIds: [ID],
			startsAt: '2030-01-31T15:00:00+01:00',
			isOn: false,
			name: ' Room 101 ',
		};
		expect(requestOf(fields)(values)).toEqual({
			acs_system_id: ID,
			device_ids: [ID],
			starts_at: '2030-01-31T14:00:00.000Z',
			is_on: false,
			display_name: 'Room 101',
		});
	});

	it('refuses an added field whose expression gives nothing, unless the request can do without', () => {
		const more = (rest: Partial<Field> = {}) =>
			requestOf({
				more: text('More', {
					type: 'collection',
					options: [
						{ ...text('Name'), name: 'name' },
						{ ...text('Groups', { type: 'multiOptions', ...rest }), name: 'groups' },
						{ ...text('Hidden', { notSent: true, ...rest }), name: 'hidden' },
					],
				}),
			});
		for (const name of ['groups', 'hidden']) {
			const values = { more: { name: 'A', [name]: undefined } };
			expect(refusalOf(() => more()(values))).toBeInstanceOf(InvalidParameterError);
			expect(more({ skipsMissing: true })(values)).toEqual({ name: 'A' });
		}
		expect(more()({ more: { name: 'A', groups: null, hidden: '' } })).toEqual({ name: 'A' });
	});

	it('puts members of one object together, wherever their fields are', () => {
		const fields = {
			timeZone: text('Time Zone', { wire: 'customer_data.time_zone' }),
			more: text('More', {
				type: 'collection',
				options: [{ ...text('Address', { wire: 'customer_data.address' }), name: 'address' }],
			}),
			person: text('Person', {
				type: 'collection',
				wire: 'user_identity',
				options: [{ ...text('Full Name'), name: 'fullName' }],
			}),
		};
		const values = { timeZone: 'Europe/Lisbon', more: { address: 'A' }, person: { fullName: 'G' } };
		expect(requestOf(fields)(values)).toEqual({
			customer_data: { time_zone: 'Europe/Lisbon', address: 'A' },
			user_identity: { full_name: 'G' },
		});
		expect(requestOf(fields)({ timeZone: '', more: {}, person: {} })).toEqual({});
	});

	it('leaves out what is hidden, what was not added, and what only decides what is shown', () => {
		const fields = {
			findBy: text('Find By', { notSent: true }),
			userId: text('User', { required: true, showWhen: { findBy: ['id'] } }),
			key: text('Key', { required: true, showWhen: { findBy: ['key'] } }),
			filters: text('Filters', {
				type: 'collection',
				options: [{ ...text('Name'), name: 'name' }],
			}),
		};
		expect(requestOf(fields)({ findBy: 'key', userId: '', key: 'k', filters: {} })).toEqual({
			key: 'k',
		});
	});

	it('clears a member whose field was added and left empty, if the field says so', () => {
		const fields = {
			updateFields: text('Update Fields', {
				type: 'collection',
				options: [{ ...text('Name', { clears: true }), name: 'name' }],
				ifEmpty: ['There is nothing to change', ''],
			}),
		};
		expect(requestOf(fields)({ updateFields: { name: '' } })).toEqual({ name: null });
		expect(() => requestOf(fields)({ updateFields: { name: undefined } })).toThrow(
			"'Name' is empty",
		);
		expect(() => requestOf(fields)({ updateFields: {} })).toThrow('There is nothing to change');
	});

	it.each([
		[{ name: '' }, "'Name' is empty", 'Enter the name of the user.'],
		[{ name: 'N', type: '' }, "'Type' is empty", 'Choose what it is.'],
		[
			{ name: 'N', type: 't', from: '2030-01-02T00:00:00Z', until: '2030-01-01T00:00:00Z' },
			"'Until' must be after 'From'",
			'Change one of the two times.',
		],
	])('refuses %j', (values, message, advice) => {
		const fields = {
			name: text('Name', { required: true, description: 'The name of the user: any text' }),
			type: text('Type', { required: true, type: 'options', description: 'What it is' }),
			from: text('From', { type: 'dateTime' }),
			until: text('Until', { type: 'dateTime', laterThan: 'from' }),
		};
		expect(refusalOf(() => requestOf(fields)(values))).toMatchObject({ message, advice });
	});
});

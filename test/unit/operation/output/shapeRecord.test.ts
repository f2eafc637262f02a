import { HIDDEN } from '../../../../nodes/DeviceAccess/errors/maskPins';
import type { OutputForms } from '../../../../nodes/DeviceAccess/operation/types';
import { recordShaper } from '../../../../nodes/DeviceAccess/operation/output/shapeRecord';
import { readPath } from '../../../../nodes/DeviceAccess/wire/records';

const forms: OutputForms = {
	idField: 'device_id',
	simplify: (record) => ({
		device_id: record.device_id,
		online: readPath(record, 'properties.online'),
	}),
	selectable: {
		display_name: { label: 'Display Name', path: 'display_name' },
		manufacturer: { label: 'Manufacturer', path: 'device_manufacturer.manufacturer' },
		online: { label: 'Online', path: 'properties.online' },
	},
};

const device = {
	device_id: 'd1',
	display_name: 'Front Door',
	properties: { online: true, serial_number: '42' },
	device_manufacturer: { manufacturer: 'august' },
};

describe('recordShaper', () => {
	it('returns a record of an operation without output forms unchanged', () => {
		expect(recordShaper({}, { options: {} })(device)).toEqual(device);
	});

	it('returns the raw record', () => {
		expect(recordShaper({ output: forms }, { output: 'raw', options: {} })(device)).toEqual(device);
	});

	it('returns the simplified record', () => {
		expect(recordShaper({ output: forms }, { output: 'simplified', options: {} })(device)).toEqual({
			device_id: 'd1',
			online: true,
		});
	});

	it.each([
		{ what: 'a multiple choice', names: ['online', 'manufacturer'] },
		{
			what: 'a text of an AI agent',
			names: ' properties.online , device_manufacturer.manufacturer,',
		},
	])('returns the selected fields of $what flat, with the ID always included', ({ names }) => {
		expect(
			recordShaper(
				{ output: forms },
				{ output: 'selectedFields', outputFieldNames: names, options: {} },
			)(device),
		).toEqual({
			device_id: 'd1',
			online: true,
			manufacturer: 'august',
		});
	});

	it('names a field that is not in the list by its path', () => {
		const shape = recordShaper(
			{ output: forms },
			{ output: 'selectedFields', outputFieldNames: ['properties.serial_number'], options: {} },
		);
		expect(shape(device)).toEqual({ device_id: 'd1', properties_serial_number: '42' });
	});

	it('leaves out selected fields that the record lacks', () => {
		const shape = recordShaper(
			{ output: forms },
			{
				output: 'selectedFields',
				outputFieldNames: ['properties.locked', 'no.such.path'],
				options: {},
			},
		);
		expect(shape(device)).toStrictEqual({ device_id: 'd1' });
	});

	it('returns only the ID when no field is selected', () => {
		expect(
			recordShaper({ output: forms }, { output: 'selectedFields', options: {} })(device),
		).toEqual({ device_id: 'd1' });
	});

	it('masks PINs when asked to, whatever the output form', () => {
		const options = { maskPinCodes: true };
		const record = { device_id: 'd1', code: '1001' };
		expect(recordShaper({}, { options })(record)).toEqual({ device_id: 'd1', code: HIDDEN });
		expect(recordShaper({ output: forms }, { output: 'raw', options })(record)).toEqual({
			device_id: 'd1',
			code: HIDDEN,
		});
		expect(
			recordShaper(
				{ output: forms },
				{ output: 'selectedFields', outputFieldNames: ['code'], options },
			)(record),
		).toEqual({ device_id: 'd1', code: HIDDEN });
	});

	it.each([false, undefined, 'true'])('does not mask when the option is %p', (maskPinCodes) => {
		expect(recordShaper({}, { options: { maskPinCodes } })({ code: '1001' })).toEqual({
			code: '1001',
		});
	});
});

describe('readPath', () => {
	it.each([
		{ path: 'properties.serial_number', expected: '42' },
		{ path: 'properties.missing', expected: undefined },
		{ path: 'missing.deeper', expected: undefined },
		{ path: 'device_id.deeper', expected: undefined },
		{ path: 'properties.toString', expected: undefined },
	])('reads $path', ({ path, expected }) => {
		expect(readPath(device, path)).toEqual(expected);
	});

	it('handles null along the path', () => {
		expect(readPath({ location: null }, 'location.time_zone')).toBeUndefined();
	});
});

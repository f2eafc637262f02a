import { orRefuse, refuse, withAllErrors } from '../../../nodes/DeviceAccess/errors/allErrors';
import { InvalidParameterError } from '../../../nodes/DeviceAccess/errors/errors';
import {
	optionalDateTime,
	requireUuid,
} from '../../../nodes/DeviceAccess/operation/form/checkValues';

const messageOf = (read: () => unknown): unknown => {
	try {
		return read();
	} catch (error) {
		return (error as Error).message;
	}
};

describe('the values of an item', () => {
	const readBoth = () => ({
		device: requireUuid('Device', 'front door'),
		ends: optionalDateTime('Ends At', '03/04/2030'),
	});

	it('are refused together', () => {
		expect(messageOf(() => withAllErrors(readBoth))).toBe(
			"'Device' must be an ID of the form 00000000-0000-0000-0000-000000000000. 'Ends At' is not a date in the form 2030-01-31T15:00",
		);
	});

	it('are refused at the first one outside', () => {
		expect(messageOf(readBoth)).toMatch(/^'Device' must be an ID[^.]*$/);
	});

	it('have one error a field', () => {
		const twice = () => [requireUuid('Device', 'a'), requireUuid('Device', '')];
		expect(messageOf(() => withAllErrors(twice))).toMatch(/^'Device' must be an ID[^.]*$/);
	});

	it('have no error that only follows from another', () => {
		const read = () => {
			const text = refuse(new InvalidParameterError("'Name' is empty")) as string;
			if (text.length > 0) return text;
			throw new InvalidParameterError('There is nothing to change');
		};
		expect(messageOf(() => withAllErrors(read))).toBe("'Name' is empty");
	});

	it('keep another error', () => {
		const read = () => {
			throw new TypeError('broken');
		};
		expect(messageOf(() => withAllErrors(() => orRefuse(read)))).toBe('broken');
	});
});

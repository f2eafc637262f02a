import { readAll, InvalidParameterError } from '../../../nodes/DeviceAccess/errors/errors';
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
	const device = () => requireUuid('Device', 'front door');
	const ends = () => optionalDateTime('Ends At', '03/04/2030');
	const BOTH =
		"'Device' must be an ID of the form 00000000-0000-0000-0000-000000000000. 'Ends At' is not a date in the form 2030-01-31T15:00";

	it('come in their order', () => {
		expect(readAll([() => 1, () => 'two'])).toEqual([1, 'two']);
	});

	it('are refused together with those of a collection', () => {
		const name = () => {
			throw new InvalidParameterError("'Name' is empty");
		};
		expect(messageOf(() => readAll([() => readAll([device, ends]), name]))).toBe(
			`${BOTH}. 'Name' is empty`,
		);
	});

	it('have one error a field', () => {
		const again = () => requireUuid('Device', '');
		expect(messageOf(() => readAll([device, again]))).toMatch(/^'Device' must be an ID[^.]*$/);
	});

	it('keep another error', () => {
		const read = () => {
			throw new TypeError('broken');
		};
		expect(messageOf(() => readAll([device, read]))).toBe('broken');
	});
});

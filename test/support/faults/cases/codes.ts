import { fixtureId } from '../../../../sandbox/fixtures/fixtureId';
import { hotel } from '../../../../sandbox/fixtures/hotel';

/** The codes of the guests of three rooms, as 'Unmanaged Access Code: Get Many' gives them: one on each lock. */
export const CODES = [
	{ access_code_id: hotel.unmanagedCodes.convertible, device_id: hotel.devices.room101, name: 'Guest 101' },
	{ access_code_id: hotel.unmanagedCodes.timeBound, device_id: hotel.devices.room102, name: 'Guest 102' },
	{ access_code_id: fixtureId('unmanagedCode', 1031), device_id: hotel.devices.room103, name: 'Guest 103' },
];

/** Five codes, for what shows only when several requests have failed. */
export const MORE_CODES = [
	...CODES,
	{ access_code_id: fixtureId('unmanagedCode', 1042), device_id: hotel.devices.room104, name: 'Cleaning 104' },
	{ access_code_id: fixtureId('unmanagedCode', 2013), device_id: hotel.devices.room201, name: 'Cleaning 201' },
];

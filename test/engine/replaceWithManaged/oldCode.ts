import type { Sandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';

export const DELETE = '/access_codes/unmanaged/delete';
export const CREATE = '/access_codes/create';

/** The code that is replaced in every row: on Room 201, and it cannot be converted. */
export const OLD_CODE = {
	id: hotel.unmanagedCodes.cannotBeManaged,
	deviceId: hotel.devices.room201,
	pin: '2011',
	name: 'Guest 201',
};

/** All codes on the same lock with the same PIN. */
export const codesWithPin = ({ state }: Sandbox) =>
	[...state.accessCodes.values()].filter(
		({ deviceId, code }) => deviceId === OLD_CODE.deviceId && code === OLD_CODE.pin,
	);

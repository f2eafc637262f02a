import type { Resource } from '../operation';
import { deviceName } from '../wire/records';
import { RECORDS } from '../wire/recordTable';
import { conversionOf, recordOf } from './fields/recordOperations';
import { DEVICE_FILTERS } from './fields/deviceFilters';
import { BATTERY_LEVEL, ERROR_CODES, ONLINE } from './fields/deviceOutput';
import { filtersField, severalOf, textFilter } from './fields/filters';
import { unmanagedDeviceField } from './fields/locators';
import { outputForms } from './fields/outputForms';
import { deviceByIdOrName } from './fields/recordLocator';

const MANUFACTURER = ['manufacturer', 'properties.manufacturer'] as const;

/** The service returns little about unmanaged devices. */
const unmanagedDeviceOutput = outputForms(
	'device_id',
	[
		['display_name', deviceName],
		'device_type',
		MANUFACTURER,
		ONLINE,
		BATTERY_LEVEL,
		'connected_account_id',
		'created_at',
		ERROR_CODES,
		'workspace_id',
	],
	[
		'custom_metadata',
		'errors',
		['model', 'properties.model'],
		['name', 'properties.name'],
		'warnings',
	],
);

const whichDevice = deviceByIdOrName(unmanagedDeviceField, 'The name of the device');

const record = recordOf(RECORDS.unmanagedDevice, unmanagedDeviceOutput);

export const unmanagedDevice: Resource = {
	value: 'unmanagedDevice',
	name: 'Unmanaged Device',
	description:
		'A lock or other device that this workspace does not manage. You can list or convert it.',
	operations: [
		record.getMany(
			'Retrieve a list of devices that this workspace does not manage',
			{
				// Not by metadata, space or user key, which newer versions drop
				// (docs/service.md#lists-10).
				filters: filtersField(
					...DEVICE_FILTERS,
					{ ...severalOf('Device', 'getUnmanagedDevices'), name: 'deviceIds' },
					textFilter(
						'Search',
						'search',
						'Only devices whose name, location or ID contains this text',
					),
				),
			},
			{
				nothingFound:
					"No unmanaged devices. Devices that this workspace manages are under the resource 'Device'.",
				nothingFits:
					"No unmanaged device matches the filters. Remove them to see all. Devices that this workspace manages are under the resource 'Device'.",
			},
		),
		record.get('Get one unmanaged device, by its ID or name', whichDevice),
		conversionOf(
			RECORDS.unmanagedDevice,
			'Convert a device to managed, so that you can set codes on it and unlock it',
			{ deviceId: unmanagedDeviceField },
		),
	],
};

import { action, defineOperation, type Resource } from '../../operation';
import { RECORDS } from '../../wire/recordTable';
import { recordOf } from '../fields/recordOperations';
import { byMetadata } from '../fields/customMetadata';
import { DEVICE_FILTERS } from '../fields/deviceFilters';
import { deviceOutput } from '../fields/deviceOutput';
import { deviceField, severalDevicesField } from '../fields/locators';
import { deviceByIdOrName } from '../fields/recordLocator';
import { bySpace, byUserIdentifier, filtersField, textFilter } from '../fields/filters';
import { getWhoCanOpen } from './whoCanOpen';
import { configureAutoLock } from './configureAutoLock';
import { CARE_FILTERS, pagesOfDevices } from './devicesThatNeedCare';
import { reportTimeZone } from './reportTimeZone';
import { simulateDevice } from './simulate';
import { updateDevice } from './update';

const whichDevice = deviceByIdOrName(deviceField, 'The name of the device in this workspace');

const record = recordOf(RECORDS.device, deviceOutput);

export const device: Resource = {
	value: 'device',
	name: 'Device',
	description: 'A lock or other device that this workspace manages',
	operations: [
		record.getMany(
			'Retrieve a list of locks and other devices',
			{
				filters: filtersField(
					...DEVICE_FILTERS,
					...CARE_FILTERS,
					byMetadata,
					{ ...severalDevicesField, name: 'deviceIds', default: [] as string[] },
					{
						...textFilter(
							'Search',
							'search',
							'Only devices whose name, location, custom metadata or ID contains this text',
						),
						placeholder: 'e.g. front door',
					},
					bySpace,
					byUserIdentifier,
				),
			},
			{ pages: () => pagesOfDevices },
		),
		record.get('Get one lock or other device, by its ID or name', whichDevice),
		getWhoCanOpen('device', 'deviceId', deviceField),
		updateDevice,
		moveBolt('lock', 'Lock', 'locked'),
		moveBolt('unlock', 'Unlock', 'unlocked'),
		configureAutoLock,
		reportTimeZone,
		simulateDevice,
	],
};

function moveBolt(value: 'lock' | 'unlock', name: string, done: string) {
	return defineOperation({
		value,
		name,
		action: `${name} device`,
		description: `${name} a door remotely`,
		endpoint: `/locks/${value}_door`,
		effect: 'write',
		isRepeatable: value === 'lock',
		...(value === 'unlock' && { opensDoor: true as const }),
		kind: action({
			idField: 'device_id',
			says: {
				done: { outcome: done, sentence: `The door was ${done}` },
				acceptedSentence: 'The service accepted the command',
				failedSentence: `The door was not ${done}`,
				lookLater: "Use 'Get device' to see whether the door is locked",
			},
		}),
		fields: { deviceId: deviceField },
	});
}

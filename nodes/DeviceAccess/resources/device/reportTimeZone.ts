import { choiceField, defineOperation, done, stringField } from '../../operation';
import { wireObjectsIn } from '../../wire/records';
import { choicesOf } from '../fields/deviceFilters';
import { deviceField } from '../fields/locators';
import { optionalTimeZone } from '../../operation/form/checkValues';

export const reportTimeZone = defineOperation({
	value: 'reportProviderMetadata',
	name: 'Report Time Zone',
	action: 'Report time zone of device',
	description: 'Tell the service the time zone of a lock, if its maker does not',
	endpoint: '/devices/report_provider_metadata',
	effect: 'write',
	inOrderOf: [],
	kind: done('updated', ({ devices }) => ({ device_id: wireObjectsIn(devices)[0]?.device_id })),
	fields: {
		deviceId: deviceField,
		provider: choiceField(
			'Provider',
			'The maker of the lock',
			choicesOf(['omnitec', 'schlage', 'ultraloq']),
			'ultraloq',
			{ notSent: true },
		),
		timeZone: stringField('Time Zone', "The name of the lock's time zone", {
			required: true,
			placeholder: 'e.g. Europe/Lisbon',
			read: optionalTimeZone,
			ifEmpty: ["'Time Zone' must be the name of a time zone", 'Enter one such as Europe/Lisbon.'],
		}),
	},
	request: ({ provider }, ofFields) => {
		const { device_id: id, time_zone: name } = ofFields();
		return { devices: [{ device_id: id, [`${provider}_metadata`]: { time_zone: name } }] };
	},
});

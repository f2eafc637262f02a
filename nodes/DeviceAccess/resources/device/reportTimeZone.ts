import { refuse } from '../../errors/allErrors';
import { InvalidParameterError } from '../../errors/errors';
import { defineOperation, done, isTimeZone, optionalText, requireUuid } from '../../operation';
import { wireObjectsIn } from '../../wire/records';
import { choicesOf } from '../fields/deviceFilters';
import { deviceField } from '../fields/locators';

export const reportTimeZone = defineOperation({
	value: 'reportProviderMetadata',
	name: 'Report Time Zone',
	action: 'Report time zone of device',
	description:
		"Tell the service the time zone of a lock, if its maker does not. Such a lock has a warning like 'time_zone_unknown'.",
	endpoint: '/devices/report_provider_metadata',
	effect: 'write',
	kind: done('updated', ({ devices }) => ({ device_id: wireObjectsIn(devices)[0]?.device_id })),
	fields: {
		deviceId: deviceField,
		provider: {
			displayName: 'Provider',
			type: 'options',
			options: choicesOf(['omnitec', 'schlage', 'ultraloq']),
			default: 'ultraloq',
			description: 'The maker of the lock',
		},
		timeZone: {
			displayName: 'Time Zone',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Europe/Lisbon',
			description: "The name of the lock's time zone",
		},
	},
	request: ({ deviceId, provider, timeZone }) => {
		const name = optionalText(timeZone);
		if (name === undefined || !isTimeZone(name))
			return refuse(
				new InvalidParameterError(
					`'Time Zone' must be the name of a time zone, but is '${name ?? ''}'`,
					'Enter one such as Europe/Lisbon.',
				),
			);
		return {
			devices: [
				{
					device_id: requireUuid('Device', deviceId),
					[`${provider}_metadata`]: { time_zone: name },
				},
			],
		};
	},
});

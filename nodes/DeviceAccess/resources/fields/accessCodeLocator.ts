import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import { optionalText, requireUuid } from '../../operation/checkValues';
import type { Field, Fields } from '../../operation/types';

/** One code, by its ID or by its device and PIN (facts 4); the two fields given pick the device and the code. */
export const accessCodeLocator = <const Device extends Field, const Code extends Field>(codeFields: { deviceId: Device; accessCodeId: Code }) => ({
	fields: {
		findBy: {
			displayName: 'Find By',
			type: 'options',
			options: [
				{ name: 'Device and PIN', value: 'deviceAndPin', description: 'By the device and the PIN on it' },
				{ name: 'ID', value: 'id', description: 'Choose from the list, or enter the ID' },
			],
			default: 'id',
			description: 'How to find the record',
		},
		deviceId: {
			...codeFields.deviceId,
			description: "The device that holds the code. Needed with a PIN; otherwise it shortens the list under 'Access Code'.",
		},
		accessCodeId: { ...codeFields.accessCodeId, showWhen: { findBy: ['id'] } },
		code: {
			displayName: 'PIN',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 4821',
			description: 'The PIN as it is on the device',
			showWhen: { findBy: ['deviceAndPin'] },
		},
	} as const satisfies Fields,
	/** Throws InvalidParameterError, which does not repeat the PIN. */
	body: ({ findBy, deviceId, accessCodeId, code }: IDataObject) => {
		if (findBy !== 'deviceAndPin') return { access_code_id: requireUuid('Access Code', accessCodeId) };
		const pin = optionalText(code);
		if (pin === undefined) throw new InvalidParameterError("'PIN' is empty", "Enter it, or choose 'ID' under 'Find By'.");
		return { device_id: requireUuid('Device', deviceId), code: pin };
	},
});

import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import {
	choiceField,
	type Field,
	type Fields,
	optionalText,
	requireUuid,
	stringField,
} from '../../operation';
import { emptyUnderFindBy, FROM_LIST_OR_ID } from './recordLocator';

export const accessCodeLocator = <
	const Device extends Field,
	const Code extends Field,
>(codeFields: {
	deviceId: Device;
	accessCodeId: Code;
}) => ({
	fields: {
		findBy: choiceField(
			'Find By',
			'How to find the access code',
			[
				{ name: 'Device and PIN', value: 'deviceAndPin', description: 'By the PIN on a device' },
				FROM_LIST_OR_ID,
			],
			'id',
		),
		deviceId: {
			...codeFields.deviceId,
			description:
				"The device that the code is on. Required to find the code by its PIN. Otherwise optional: it shortens the list under 'Access Code'.",
		},
		accessCodeId: { ...codeFields.accessCodeId, showWhen: { findBy: ['id'] } },
		code: stringField('PIN', 'The PIN on the device', {
			required: true,
			placeholder: 'e.g. 4821',
			showWhen: { findBy: ['deviceAndPin'] },
		}),
	} as const satisfies Fields,
	body: ({ findBy, deviceId, accessCodeId, code }: IDataObject) => {
		if (findBy !== 'deviceAndPin')
			return { access_code_id: requireUuid('Access Code', accessCodeId) };
		const pin = optionalText(code);
		if (pin === undefined) throw new InvalidParameterError(...emptyUnderFindBy('PIN'));
		return { device_id: requireUuid('Device', deviceId), code: pin };
	},
});

import type { IDataObject } from 'n8n-workflow';
import { requireUuid } from '../operation/checkValues';
import type { DeviceScope, Fields } from '../operation/defineOperation';
import { accessGrantField, chosenDevices, devicesScopeFields } from './fields';

/** Whose managed codes are listed: those of devices, or those that an access grant has made (facts 3). */
export const accessCodeScopeFields = {
	...devicesScopeFields,
	devices: {
		...devicesScopeFields.devices,
		options: [
			...devicesScopeFields.devices.options.slice(0, 1),
			{ name: 'Devices of an Access Grant', value: 'accessGrant', description: 'The codes that one grant has made' },
			...devicesScopeFields.devices.options.slice(1),
		],
	},
	accessGrantId: { ...accessGrantField, showWhen: { devices: ['accessGrant'] } },
} as const satisfies Fields;

/** The devices to ask one by one; undefined where one request tells all. Throws InvalidParameterError for what is no ID. */
export const chosenCodes = (values: IDataObject): DeviceScope | undefined =>
	values.devices === 'accessGrant' ? undefined : chosenDevices(values);

/** The parameters of that one request. Throws InvalidParameterError for what is no ID. */
export const codeFilters = ({ devices, accessGrantId }: IDataObject) =>
	devices === 'accessGrant' ? { access_grant_id: requireUuid('Access Grant', accessGrantId) } : {};

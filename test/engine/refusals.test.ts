import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, type OperationName, useHotelSandbox } from '../support/hotelSandbox';

const service = useHotelSandbox();

const onDevice = { deviceId: byId(hotel.devices.frontDoor) };
const guest = { userIdentityId: byId(hotel.userIdentities.guest101) };
const inSystem = { accessSystemId: byId(hotel.accessSystem) };
const user = { accessSystemUserId: byId(hotel.accessSystemUsers.cleaning) };
const card = { accessCredentialId: byId(hotel.credentials.spareCard) };
const NOTHING_TO_CHANGE = 'There is nothing to change';

it.each<[OperationName, string, INodeParameters, string]>([
	['workspace.create', 'without a name', { name: ' ' }, "'Name' is empty"],
	['workspace.update', 'without a change', {}, NOTHING_TO_CHANGE],
	[
		'connectedAccount.update',
		'without a change',
		{ connectedAccountId: byId(hotel.devices.spa) },
		NOTHING_TO_CHANGE,
	],
	...[0, 61, '={{ "soon" }}'].map(
		(autoLockDelay): [OperationName, string, INodeParameters, string] => [
			'device.configureAutoLock',
			`with a delay of ${autoLockDelay}`,
			{ ...onDevice, autoLockDelay },
			"'Delay' must be a number",
		],
	),
	...[' ', 'Atlantis/Harbour'].map((timeZone): [OperationName, string, INodeParameters, string] => [
		'device.reportProviderMetadata',
		`with the time zone '${timeZone}'`,
		{ ...onDevice, timeZone },
		"'Time Zone' is not the name of a time zone",
	]),
	[
		'userIdentity.create',
		'without a person',
		{ additionalFields: {} },
		'Nothing was entered about the person',
	],
	[
		'userIdentity.create',
		'with a phone number without a country code',
		{ additionalFields: { phoneNumber: '0555 0100000' } },
		"'Phone Number'",
	],
	['userIdentity.update', 'without a change', { ...guest, updateFields: {} }, NOTHING_TO_CHANGE],
	['accessMethod.getAll', 'without a filter', { filters: {} }, "'Filters' is empty"],
	[
		'accessSystemUser.create',
		'without a name',
		{ ...inSystem, fullName: ' ' },
		"'Full Name' is empty",
	],
	[
		'accessSystemUser.create',
		'with times in the wrong order',
		{
			...inSystem,
			fullName: 'A',
			additionalFields: { startsAt: '2031-02-01T00:00:00Z', endsAt: '2031-01-01T00:00:00Z' },
		},
		"'Access Ends At' must be after 'Access Starts At'",
	],
	['accessSystemUser.update', 'without a change', user, NOTHING_TO_CHANGE],
	[
		'accessSystemUser.update',
		'with one of two times',
		{ ...user, updateFields: { endsAt: '2031-02-02T11:00:00Z' } },
		"'Access Starts At' and 'Access Ends At'",
	],
	[
		'accessSystemUser.update',
		'with times and none',
		{ ...user, updateFields: { endsAt: '2031-02-02T11:00:00Z', hasNoTimes: true } },
		"'No Access Times'",
	],
	[
		'accessCredential.create',
		'with letters in the PIN',
		{ ...user, additionalFields: { code: '77a1' } },
		"'PIN'",
	],
	['accessCredential.update', 'without a change', card, NOTHING_TO_CHANGE],
])('%s sends nothing %s', async (operation, _what, parameters, message) => {
	const { error } = await service.run(operation, parameters);
	expect([error?.message, service.paths()]).toEqual([expect.stringContaining(message), []]);
});

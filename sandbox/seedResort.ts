import { fixtureId } from './fixtureId';
import { fixtureTime, seedAccount, seedDevice } from './seedDevice';
import { seedWorkspace } from './seedWorkspace';
import type { WorkspaceSeed } from './state';

const villa = (number: number) => fixtureId('device', 5_000 + number);

/** The ids of the fixture `resort`: locks whose maker chooses the PINs, has no native scheduling, and adds its own metadata. */
export const resort = {
	devices: { villa1: villa(1), villa2: villa(2) },
	/** Set, on Villa 1, with `lockvendor_metadata`. */
	managedCodes: { villa1: fixtureId('managedCode', 500_001) },
};

/** Devices of the one vendor whose codes have `lockvendor_metadata` (specification, access_code). */
export function resortSeed(): WorkspaceSeed {
	return {
		apiKey: 'sandbox-key-resort',
		workspace: seedWorkspace(1, 'Resort', true),
		connectedAccounts: [seedAccount(1, 'lockvendor')],
		devices: [1, 2].map((number) =>
			seedDevice({ workspaceNumber: 1, number: 5_000 + number, name: `Villa ${number}`, provider: 'lockvendor', locationName: 'Resort' }),
		),
		accessCodes: [
			{
				accessCodeId: resort.managedCodes.villa1,
				deviceId: resort.devices.villa1,
				name: 'Villa Guest',
				code: '500001',
				createdAt: fixtureTime(5_001),
				isManaged: true,
				lockvendorMetadata: {
					is_cancellable: true,
					is_early_checkin_able: false,
					is_extendable: true,
					is_overridable: false,
					site_name: 'Resort',
					stay_id: 5001,
					user_level_id: 'guest',
					user_level_name: null,
				},
			},
		],
	};
}

/** What the fixtures say about the devices of one provider. */
export interface Provider {
	name: string;
	displayName: string;
	deviceType: string;
	manufacturer: string;
	manufacturerName: string;
	model: string;
	codeLengths: number[];
	hasRemoteLock: boolean;
	/** What the device asks of PINs and names beyond the length (facts 5). */
	codeConstraints?: ReadonlyArray<{ constraint_type: string; min_length?: number; max_length?: number }>;
	/** The device can have codes that it has never heard of: computed from their times. */
	hasOfflineCodes?: boolean;
	/** Codes may have a backup, which is on the device before it is needed. */
	hasBackupCodes?: boolean;
}

/** Providers of the fixtures. igloohome, Kwikset and SmartThings convert no code (facts 10). */
export const providers = {
	august: {
		name: 'august',
		displayName: 'August',
		deviceType: 'august_lock',
		manufacturer: 'august',
		manufacturerName: 'August',
		model: 'Smart Lock Pro',
		codeLengths: [4, 5, 6],
		hasRemoteLock: true,
		hasBackupCodes: true,
	},
	schlage: {
		name: 'schlage',
		displayName: 'Schlage',
		deviceType: 'schlage_lock',
		manufacturer: 'schlage',
		manufacturerName: 'Schlage',
		model: 'Encode',
		codeLengths: [4, 5, 6, 7, 8],
		hasRemoteLock: true,
		hasBackupCodes: true,
	},
	yale: {
		name: 'yale',
		displayName: 'Yale',
		deviceType: 'yale_lock',
		manufacturer: 'yale',
		manufacturerName: 'Yale',
		model: 'Assure Lock',
		codeLengths: [4, 5, 6],
		hasRemoteLock: true,
		hasBackupCodes: true,
	},
	ttlock: {
		name: 'ttlock',
		displayName: 'TTLock',
		deviceType: 'ttlock_lock',
		manufacturer: 'ttlock',
		manufacturerName: 'TTLock',
		model: 'Keypad Lock',
		codeLengths: [4, 5, 6, 7, 8, 9],
		hasRemoteLock: false,
	},
	nuki: {
		name: 'nuki',
		displayName: 'Nuki',
		deviceType: 'nuki_lock',
		manufacturer: 'nuki',
		manufacturerName: 'Nuki',
		model: 'Smart Lock',
		codeLengths: [6],
		hasRemoteLock: true,
		codeConstraints: [{ constraint_type: 'no_zeros' }, { constraint_type: 'cannot_start_with_12' }],
	},
	igloohome: {
		name: 'igloohome',
		displayName: 'igloohome',
		deviceType: 'igloohome_lock',
		manufacturer: 'igloohome',
		manufacturerName: 'igloohome',
		model: 'Deadbolt 2S',
		codeLengths: [7, 8, 9],
		hasRemoteLock: false,
		hasOfflineCodes: true,
	},
	kwikset: {
		name: 'kwikset',
		displayName: 'Kwikset',
		deviceType: 'kwikset_lock',
		manufacturer: 'kwikset',
		manufacturerName: 'Kwikset',
		model: 'Halo',
		codeLengths: [4, 5, 6, 7, 8],
		hasRemoteLock: true,
		codeConstraints: [{ constraint_type: 'name_length', min_length: 2, max_length: 14 }],
	},
	smartthings: {
		name: 'smartthings',
		displayName: 'SmartThings',
		deviceType: 'smartthings_lock',
		manufacturer: 'smartthings',
		manufacturerName: 'SmartThings',
		model: 'Connected Lock',
		codeLengths: [4],
		hasRemoteLock: true,
	},
	lockvendor: {
		name: 'lockvendor',
		displayName: 'Lock Vendor',
		deviceType: 'lockvendor_door',
		manufacturer: 'lockvendor',
		manufacturerName: 'Lock Vendor',
		model: 'Villa Lock',
		codeLengths: [6],
		hasRemoteLock: false,
		codeConstraints: [{ constraint_type: 'cannot_specify_pin_code' }],
	},
} as const satisfies Record<string, Provider>;

export type ProviderName = keyof typeof providers;

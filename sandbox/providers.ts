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
}

/** Providers of the fixtures. The last three convert no code (facts 10). */
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
} as const satisfies Record<string, Provider>;

export type ProviderName = keyof typeof providers;

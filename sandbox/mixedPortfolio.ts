import type { ProviderName } from './providers';
import type { AccessCodeData } from './state';

/**
 * What becomes of a code of the mixed portfolio: `convertible` ones are converted, `failing` ones are accepted and fail
 * afterwards; the others should not be asked for. `offline`: the lock cannot be reached.
 */
export type CodeKind = 'convertible' | 'failing' | 'ended' | 'duplicate' | 'unmanageable' | 'unsupported' | 'offline';

interface DeviceKind {
	provider: ProviderName;
	isOffline?: boolean;
	/** How it makes each code of its own kind. */
	codeKind?: CodeKind;
	hasNoCodes?: boolean;
}

const MAKES_IN_TURN = 20;

const SPECIAL_DEVICES: Readonly<Record<number, DeviceKind>> = {
	4: { provider: 'igloohome', codeKind: 'unsupported' },
	9: { provider: 'smartthings', codeKind: 'unsupported' },
	14: { provider: 'kwikset', hasNoCodes: true },
	19: { provider: 'nuki', isOffline: true, codeKind: 'offline' },
};

/** The make of the device at this place of the mixed portfolio, where it is not one of the usual ones. */
export const mixedDevice = (deviceIndex: number): DeviceKind | undefined => SPECIAL_DEVICES[deviceIndex % MAKES_IN_TURN];

const CODE_KINDS_IN_TURN = 5;

/** Of each five devices one has a failing code, one an ended one, one a PIN twice, one a code that no workspace may manage. */
const SPECIAL_CODES: ReadonlyArray<{ places: readonly number[]; kind: CodeKind }> = [
	{ places: [0], kind: 'failing' },
	{ places: [1], kind: 'ended' },
	{ places: [2, 3], kind: 'duplicate' },
	{ places: [1], kind: 'unmanageable' },
];

/** The kind of a code of the mixed portfolio; undefined where the device has no such code. */
export function mixedCodeKind(deviceIndex: number, codeIndex: number): CodeKind | undefined {
	const device = mixedDevice(deviceIndex);
	if (device) return device.hasNoCodes ? undefined : device.codeKind;
	const special = SPECIAL_CODES[deviceIndex % CODE_KINDS_IN_TURN];
	return special?.places.includes(codeIndex) ? special.kind : 'convertible';
}

/** What makes a code of its kind, next to its device. */
export function mixedCode(kind: CodeKind, duplicatePin: string): Partial<AccessCodeData> {
	switch (kind) {
		case 'failing':
			return { conversionIssue: { error_code: 'failed_to_set_on_device', message: 'The lock did not confirm the code.' } };
		case 'ended':
			return { startsAt: '2026-02-01T15:00:00.000Z', endsAt: '2026-02-08T11:00:00.000Z' };
		case 'duplicate':
			return { code: duplicatePin };
		case 'unmanageable':
			return { cannotBeManaged: true };
		default:
			return {};
	}
}

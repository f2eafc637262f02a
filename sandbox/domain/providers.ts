import type { StoredDevice } from '../state/state';

export const providerOf = (device: StoredDevice) =>
	device.record.device_provider.device_provider_name;

/** Providers that cannot convert codes (facts 10). The provider decides, not the maker of the lock. */
export const PROVIDERS_WITHOUT_CONVERSION: ReadonlySet<string> = new Set([
	'igloohome',
	'kwikset',
	'smartthings',
]);

/** Providers that list unmanaged codes without their PINs (facts 5, C5, C7). */
export const PROVIDERS_HIDING_PINS: ReadonlySet<string> = new Set(['smartthings']);

/** Providers whose locks do not keep the times of codes (facts 5, "No native scheduling"). No fixture has the third. */
export const PROVIDERS_WITHOUT_SCHEDULING: ReadonlySet<string> = new Set([
	'lockvendor',
	'smartthings',
	'lockly',
]);

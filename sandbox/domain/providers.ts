import type { Device } from '../schemas/device';

export const providerOf = ({ record }: { record: Device }) =>
	record.device_provider.device_provider_name;

/**
 * Providers that cannot convert codes. The provider decides, not the maker of the lock
 * (docs/service.md#unmanaged-3).
 */
export const PROVIDERS_WITHOUT_CONVERSION: ReadonlySet<string> = new Set([
	'igloohome',
	'kwikset',
	'smartthings',
]);

/** Providers that list unmanaged codes without their PINs (docs/service.md#unmanaged-1). */
export const PROVIDERS_HIDING_PINS: ReadonlySet<string> = new Set(['smartthings']);

/**
 * Providers whose locks do not keep the times of codes (docs/service.md#codes-4). No fixture has
 * the third.
 */
export const PROVIDERS_WITHOUT_SCHEDULING: ReadonlySet<string> = new Set([
	'lockvendor',
	'smartthings',
	'lockly',
]);

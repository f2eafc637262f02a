import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import type { LockState } from '../../../nodes/DeviceAccess/migration/lockState';

export const NOW_MS = Date.parse('2030-01-31T10:00:00Z');

/** An unmanaged code without any obstacle. */
export const code = (rest: WireObject = {}): WireObject => ({
	access_code_id: 'c1',
	device_id: 'd1',
	name: 'Guest 7',
	code: '4821',
	type: 'ongoing',
	status: 'set',
	errors: [],
	warnings: [],
	...rest,
});

/** A lock that is online, accepts any PIN and can convert codes. */
export const device = (rest: WireObject = {}, properties: WireObject = {}): WireObject => ({
	device_id: 'd1',
	device_type: 'august_lock',
	can_program_online_access_codes: true,
	errors: [],
	warnings: [],
	device_provider: { device_provider_name: 'august', display_name: 'August' },
	properties: { online: true, ...properties },
	...rest,
});

export const lock = (rest: Partial<LockState> = {}): LockState => ({
	device: device(),
	managed: [],
	unmanaged: [code()],
	...rest,
});

export const providedBy = (name: string, displayName?: string): WireObject => ({
	device_type: `${name}_lock`,
	device_provider: { device_provider_name: name, display_name: displayName },
});

export const errors = (...codes: string[]) =>
	codes.map((error_code) => ({ error_code, message: `Message of ${error_code}.` }));

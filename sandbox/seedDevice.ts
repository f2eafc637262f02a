import { fixtureId } from './fixtureId';
import { providers, type Provider, type ProviderName } from './providers';
import type { ConnectedAccount } from './schemas/connectedAccount';
import type { Device } from './schemas/device';
import type { ErrorIssue } from './schemas/issue';

/** When the first thing of every fixture was made; the others follow by seconds. */
const FIXTURE_START_MS = Date.parse('2026-01-15T10:00:00.000Z');

/** The creation time of the thing with this number in a fixture. */
export function fixtureTime(number: number): string {
	return new Date(FIXTURE_START_MS + number * 1_000).toISOString();
}

const ACCOUNT_NUMBERS = Object.keys(providers);

/** The account of a provider in a workspace; a workspace has at most one of each. */
export function accountId(workspaceNumber: number, provider: ProviderName): string {
	return fixtureId('connectedAccount', workspaceNumber * 100 + ACCOUNT_NUMBERS.indexOf(provider) + 1);
}

export function seedAccount(workspaceNumber: number, provider: ProviderName): ConnectedAccount {
	return {
		connected_account_id: accountId(workspaceNumber, provider),
		display_name: `${providers[provider].displayName} account`,
		account_type: provider,
		account_type_display_name: providers[provider].displayName,
		automatically_manage_new_devices: true,
		accepted_capabilities: ['lock', 'access_code'],
		custom_metadata: {},
		errors: [],
		warnings: [],
		created_at: fixtureTime(0),
	};
}

export interface DeviceSeed {
	workspaceNumber: number;
	/** Gives the id, and the place in the list. */
	number: number;
	name: string;
	provider: ProviderName;
	locationName: string;
	isOffline?: boolean;
	customMetadata?: Record<string, string | boolean>;
}

/** A device record with every required member of facts 5. */
export function seedDevice(seed: DeviceSeed): Device {
	const createdAt = fixtureTime(seed.number);
	return {
		...sharedParts[seed.provider].record,
		device_id: fixtureId('device', seed.number),
		display_name: seed.name,
		location: { location_name: seed.locationName, time_zone: 'Europe/Lisbon' },
		properties: properties(seed),
		connected_account_id: accountId(seed.workspaceNumber, seed.provider),
		workspace_id: fixtureId('workspace', seed.workspaceNumber),
		...(seed.isOffline ? { errors: [offlineError(createdAt)] } : {}),
		created_at: createdAt,
		is_managed: true,
		...(seed.customMetadata ? { custom_metadata: seed.customMetadata } : {}),
	};
}

function offlineError(createdAt: string): ErrorIssue {
	return {
		error_code: 'device_disconnected',
		message: 'The device is offline.',
		created_at: createdAt,
		is_device_error: true,
	};
}

function properties(seed: DeviceSeed): Device['properties'] {
	return {
		...sharedParts[seed.provider].properties,
		online: !seed.isOffline,
		name: seed.name,
		appearance: { name: seed.name },
		serial_number: `SANDBOX-${seed.number}`,
	};
}

/** Made once for each provider: hundreds of thousands of devices refer to the same objects. */
const sharedParts = Object.fromEntries(
	(Object.keys(providers) as ProviderName[]).map((name) => [name, partsOf(name)]),
) as Record<ProviderName, ReturnType<typeof partsOf>>;

function partsOf(name: ProviderName) {
	const provider: Provider = providers[name];
	return {
		record: {
			device_type: provider.deviceType,
			space_ids: [],
			capabilities_supported: ['access_code', 'lock', 'battery'],
			...(provider.hasRemoteLock ? { can_remotely_lock: true, can_remotely_unlock: true } : {}),
			can_unlock_with_code: true,
			can_program_online_access_codes: true,
			...(provider.hasOfflineCodes ? { can_program_offline_access_codes: true } : {}),
			device_provider: {
				device_provider_name: provider.name,
				display_name: provider.displayName,
				provider_category: 'stable',
			},
			device_manufacturer: { manufacturer: provider.manufacturer, display_name: provider.manufacturerName },
			errors: [],
			warnings: [],
			custom_metadata: {},
		},
		properties: {
			model: {
				display_name: provider.model,
				manufacturer_display_name: provider.manufacturerName,
				has_built_in_keypad: true,
			},
			manufacturer: provider.manufacturer,
			locked: true,
			battery_level: 0.9,
			battery: { level: 0.9, status: 'full' },
			supported_code_lengths: provider.codeLengths,
			max_active_codes_supported: 100,
			...(provider.codeConstraints ? { code_constraints: [...provider.codeConstraints] } : {}),
			...(provider.hasBackupCodes ? { supports_backup_access_code_pool: true, backup_access_code_pool_enabled: true } : {}),
		},
	};
}

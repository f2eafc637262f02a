import type { AccessCodeError } from '../schemas/accessCode';
import type { ManagedCodeData } from './managedCodeData';
import { type AccessSeed, type AccessState, createAccessState } from './accessState';
import { Collection } from './collection';
import { indexAfter, removeFrom, type Sequenced } from './orderedList';
import type { ActionAttempt } from '../schemas/actionAttempt';
import type { ConnectedAccount } from '../schemas/connectedAccount';
import type { ConnectWebview } from '../schemas/connectWebview';
import type { Device } from '../schemas/device';
import type { Event } from '../schemas/event';
import type { WarningIssue } from '../schemas/issue';
import type { ThermostatSchedule } from '../schemas/thermostatSchedule';
import type { Webhook } from '../schemas/webhook';
import type { Workspace } from '../schemas/workspace';

export interface StoredDevice extends Sequenced {
	record: Device;
}

/** The stored form of an access code, compact because a portfolio has hundreds of thousands. Wire records are created on request. */
export interface AccessCodeData extends Partial<ManagedCodeData> {
	readonly accessCodeId: string;
	readonly deviceId: string;
	readonly name: string | null;
	readonly code: string;
	readonly createdAt: string;
	readonly startsAt?: string;
	readonly endsAt?: string;
	readonly isUnset?: boolean;
	readonly cannotBeManaged?: boolean;
	readonly cannotDelete?: boolean;
	/** Set on a code whose conversion is accepted and fails afterward. */
	readonly conversionIssue?: { error_code: string; message: string };
	/** ID of another workspace's managed code, which is the same PIN on the same lock. */
	readonly heldByAccessCodeId?: string;
	isManaged?: boolean;
	isExternalModificationAllowed?: boolean;
	errors?: AccessCodeError[];
	warnings?: WarningIssue[];
}

export interface UnmanagedCodeAction {
	readonly kind: 'conversion' | 'deletion';
	readonly attempt: ActionAttempt;
}

/** A stored code, in the lists of one device and workspace. */
export interface StoredAccessCode extends AccessCodeData, Sequenced {
	readonly workspaceId: string;
	underWay?: UnmanagedCodeAction;
}

/** An attempt, its device, and its place in the list. */
export interface StoredActionAttempt extends Sequenced {
	record: ActionAttempt;
	readonly deviceId?: string;
	/** How many more lookups find the attempt. Unset: all. */
	lookUpsLeft?: number;
}

export interface WorkspaceSeed {
	apiKey: string;
	workspace: Workspace;
	connectedAccounts?: ConnectedAccount[];
	devices?: Iterable<Device>;
	accessCodes?: Iterable<AccessCodeData>;
	access?: Partial<AccessSeed>;
}

/** Everything one workspace holds. Lists are in order of creation. */
export interface WorkspaceState {
	readonly apiKey: string;
	record: Workspace;
	readonly connectedAccounts: Collection<ConnectedAccount>;
	readonly connectWebviews: Collection<ConnectWebview>;
	devices: StoredDevice[];
	/** Unmanaged devices, which are in no other list. */
	readonly unmanagedDevices: StoredDevice[];
	readonly devicesById: Map<string, StoredDevice>;
	/** Managed and unmanaged codes together, by device. */
	readonly accessCodesByDevice: Map<string, StoredAccessCode[]>;
	actionAttempts: StoredActionAttempt[];
	readonly actionAttemptsById: Map<string, StoredActionAttempt>;
	events: Event[];
	readonly webhooks: Map<string, Webhook>;
	/** By thermostat. */
	readonly thermostatSchedules: Collection<ThermostatSchedule>;
	readonly access: AccessState;
}

/** All entities of the sandbox, kept in memory. Only this class and `Collection` change them. */
export class State {
	readonly workspaces = new Map<string, WorkspaceState>();
	/** The codes of all workspaces by ID; IDs are unique across workspaces. */
	readonly accessCodes = new Map<string, StoredAccessCode>();
	private lastSequence = 0;

	/** @param now the time of changes, in milliseconds since the epoch */
	constructor(private readonly now: () => number = Date.now) {}

	updateWorkspace(workspace: WorkspaceState, changes: Partial<Workspace>): void {
		workspace.record = { ...workspace.record, ...changes };
	}

	/** Creates a workspace, or resets an existing one. Its webhooks stay, because nobody registers them again. */
	load(seed: WorkspaceSeed): void {
		const workspaceId = seed.workspace.workspace_id;
		const previous = this.workspaces.get(workspaceId);
		if (previous) this.forgetAccessCodes(previous);
		const state: WorkspaceState = {
			apiKey: seed.apiKey,
			record: seed.workspace,
			connectedAccounts: new Collection('connected_account_id', seed.connectedAccounts),
			connectWebviews: new Collection('connect_webview_id'),
			devices: [],
			unmanagedDevices: [],
			devicesById: new Map(),
			accessCodesByDevice: new Map(),
			actionAttempts: [],
			actionAttemptsById: new Map(),
			events: [],
			webhooks: previous?.webhooks ?? new Map<string, Webhook>(),
			thermostatSchedules: new Collection<ThermostatSchedule>(
				'thermostat_schedule_id',
				[],
				'device_id',
			),
			access: createAccessState(seed.access, this.now),
		};
		this.workspaces.set(workspaceId, state);
		for (const record of seed.devices ?? []) this.addDevice(state, record);
		for (const data of seed.accessCodes ?? []) this.addAccessCode(state, data);
	}

	removeWorkspace(workspaceId: string): void {
		const workspace = this.workspaces.get(workspaceId);
		if (workspace) this.forgetAccessCodes(workspace);
		this.workspaces.delete(workspaceId);
	}

	/**
	 * Finds a workspace by its key, with or without the prefix `seam_test_`. The vendor's SDK
	 * accepts only keys that begin with `seam_`.
	 */
	workspaceOfKey(apiKey: string): WorkspaceState | undefined {
		const ownForm = apiKey.replace(/^seam_test_/, '');
		for (const state of this.workspaces.values()) if (state.apiKey === ownForm) return state;
		return undefined;
	}

	addDevice(state: WorkspaceState, record: Device): StoredDevice {
		const device = { sequence: this.nextSequence(), record };
		state.devices.push(device);
		state.devicesById.set(record.device_id, device);
		return device;
	}

	/** Moves a device to the unmanaged ones, or back. */
	setDeviceManaged(state: WorkspaceState, device: StoredDevice, isManaged: boolean): void {
		const [from, to] = isManaged
			? [state.unmanagedDevices, state.devices]
			: [state.devices, state.unmanagedDevices];
		removeFrom(from, device);
		to.splice(indexAfter(to, device.sequence), 0, device);
		if (isManaged) state.devicesById.set(device.record.device_id, device);
		else state.devicesById.delete(device.record.device_id);
	}

	removeDevice(state: WorkspaceState, device: StoredDevice): void {
		const { device_id: id } = device.record;
		for (const code of state.accessCodesByDevice.get(id) ?? [])
			this.accessCodes.delete(code.accessCodeId);
		state.accessCodesByDevice.delete(id);
		state.devicesById.delete(id);
		removeFrom(state.devices, device);
		removeFrom(state.unmanagedDevices, device);
	}

	setDevice(device: StoredDevice, record: Device): void {
		device.record = record;
	}

	addAccessCode(state: WorkspaceState, data: AccessCodeData): StoredAccessCode {
		const code = { ...data, workspaceId: state.record.workspace_id, sequence: this.nextSequence() };
		this.accessCodes.set(code.accessCodeId, code);
		const ofDevice = state.accessCodesByDevice.get(code.deviceId);
		if (ofDevice) ofDevice.push(code);
		else state.accessCodesByDevice.set(code.deviceId, [code]);
		return code;
	}

	updateAccessCode(code: StoredAccessCode, changes: Partial<StoredAccessCode>): void {
		Object.assign(code, changes);
	}

	addWarning(code: StoredAccessCode, warning: WarningIssue): void {
		code.warnings = [...(code.warnings ?? []), warning];
	}

	removeAccessCode(code: StoredAccessCode): void {
		this.accessCodes.delete(code.accessCodeId);
		const ofDevice = this.workspaces.get(code.workspaceId)?.accessCodesByDevice.get(code.deviceId);
		if (ofDevice) removeFrom(ofDevice, code);
	}

	addActionAttempt(
		state: WorkspaceState,
		record: ActionAttempt,
		deviceId?: string,
	): StoredActionAttempt {
		const attempt = { sequence: this.nextSequence(), record, deviceId };
		state.actionAttempts.push(attempt);
		state.actionAttemptsById.set(record.action_attempt_id, attempt);
		return attempt;
	}

	setActionAttempt(attempt: StoredActionAttempt, record: ActionAttempt): void {
		attempt.record = record;
	}

	/** Limits how many more lookups find the attempt. */
	limitLookUps(attempt: StoredActionAttempt, lookUpsLeft: number): void {
		attempt.lookUpsLeft = lookUpsLeft;
	}

	removeActionAttempt(state: WorkspaceState, attempt: StoredActionAttempt): void {
		state.actionAttemptsById.delete(attempt.record.action_attempt_id);
		removeFrom(state.actionAttempts, attempt);
	}

	/** Keeps `events` ordered by `created_at`, even if an earlier event is added. */
	addEvent(state: WorkspaceState, event: Event): void {
		let index = state.events.length;
		while (index > 0 && (state.events[index - 1]?.created_at ?? '') > event.created_at) index--;
		state.events.splice(index, 0, event);
	}

	setWebhook(state: WorkspaceState, webhook: Webhook): void {
		state.webhooks.set(webhook.webhook_id, webhook);
	}

	removeWebhook(state: WorkspaceState, webhookId: string): void {
		state.webhooks.delete(webhookId);
	}

	private forgetAccessCodes(state: WorkspaceState): void {
		for (const codes of state.accessCodesByDevice.values()) {
			for (const code of codes) this.accessCodes.delete(code.accessCodeId);
		}
	}

	private nextSequence(): number {
		return ++this.lastSequence;
	}
}

import { randomUUID } from 'node:crypto';
import { issueMembers, publishChanged, publishCodeEvent, publishRequested } from './accessCodeEvents';
import { deviceFailure, fullDeviceFailure, isOnDevice, type DeviceFailure } from './accessCodeFailure';
import { endMs, isNativelyScheduled, programmingTimeMs, realChanges, startMs, updateMutations, type AccessCodeChanges } from './accessCodePlan';
import { assignsPinsItself, generatePin } from './codeRules';
import type { Fault } from './faults';
import { findDevice } from './lookup';
import type { ManagedCodeData } from './managedCodeData';
import { nowIso } from './nowIso';
import { nameShownOn, toManagedRecord } from './records';
import type { PendingMutation } from './schemas/accessCode';
import type { Service } from './service';
import { ServiceError } from './serviceError';
import type { AccessCodeData, StoredAccessCode, StoredActionAttempt, WorkspaceState } from './state';

/** What a caller says of a code to create. Without a PIN one is made up. */
export type NewAccessCode = Pick<AccessCodeData, 'deviceId' | 'name' | 'startsAt' | 'endsAt' | 'isExternalModificationAllowed'> &
	Partial<Omit<ManagedCodeData, 'status' | 'pendingMutations' | 'isOnDevice'>> & { code?: string; preferredLength?: number };

export interface CodeAction {
	/** Resolved when the action ends. */
	attempt?: StoredActionAttempt;
	/** A scripted fault that concerns the attempt. One that fails it lasts until the code is changed. */
	fault?: Fault;
	/** Finish before returning (facts 2, `sync`). */
	sync?: boolean;
}

export type AccessCodeChange = 'scheduled' | 'set' | 'failed' | 'updated' | 'removed' | 'backupPulled';

export type AccessCodeListener = (
	workspace: WorkspaceState,
	code: StoredAccessCode,
	change: AccessCodeChange,
	/** With `backupPulled` only. */
	backup?: StoredAccessCode,
) => void;

interface Step {
	kind: 'deferring' | 'creating' | 'updating' | 'deleting';
	attempts: StoredActionAttempt[];
	changes?: AccessCodeChanges;
	fault?: Fault;
	/** The device cannot be reached; goes on when it can. */
	isBlocked?: boolean;
}

/** The life of managed codes on the sandbox's clock: unset, setting, set, removing, gone (facts 5), and what each step tells. */
export class AccessCodeLifecycle {
	/** What is under way. Kept by object, so that a workspace put back to its start begins without. */
	private readonly steps = new WeakMap<StoredAccessCode, Step>();
	private listener: AccessCodeListener = () => undefined;

	constructor(private readonly service: Pick<Service, 'state' | 'clock' | 'deliverer' | 'settings' | 'later'>) {}

	/** Told of every change, after the code has changed. There is one listener. */
	onChange(listener: AccessCodeListener): void {
		this.listener = listener;
	}

	/** Adds a code, and begins to set it, now or when its time comes. Whether the PIN may be used is the caller's to check. */
	create(workspace: WorkspaceState, { preferredLength, ...draft }: NewAccessCode, action: CodeAction = {}): StoredAccessCode {
		const { state } = this.service;
		const device = findDevice(workspace, draft.deviceId);
		const isAssignedLater = draft.code === undefined && assignsPinsItself(device.record) && !draft.isOffline;
		const code = state.addAccessCode(workspace, {
			...draft,
			code: draft.code ?? (isAssignedLater ? '' : generatePin(workspace, device, preferredLength)),
			...(isAssignedLater ? { isWaitingForCodeAssignment: true } : {}),
			accessCodeId: randomUUID(),
			createdAt: this.now(),
			isManaged: true,
			isOnDevice: false,
			status: 'unset',
			pendingMutations: [],
		});
		this.publish(workspace, code, 'created');
		this.proceed(workspace, code, { attempts: action.attempt ? [action.attempt] : [], ...action });
		return code;
	}

	/** Begins to change a code. What is not on the device yet is changed at once. Throws 409 while it is being deleted. */
	update(workspace: WorkspaceState, code: StoredAccessCode, changes: AccessCodeChanges, action: CodeAction = {}): void {
		const { state } = this.service;
		const current = this.steps.get(code);
		if (current?.kind === 'deleting') throw busy('deletion');
		const attempts = [...(current?.attempts ?? []), ...(action.attempt ? [action.attempt] : [])];
		const wanted = realChanges(code, { ...current?.changes, ...changes });
		if (!isOnDevice(code)) {
			this.apply(workspace, code, wanted);
			state.updateAccessCode(code, { errors: [] });
			this.proceed(workspace, code, { ...action, attempts });
			return;
		}
		const mutations = updateMutations(code, wanted, this.now());
		state.updateAccessCode(code, { errors: [], pendingMutations: mutations, ...(mutations.length > 0 ? { status: 'setting' } : {}) });
		if (mutations.length > 0) publishRequested(this.service, workspace, code, mutations);
		this.run(workspace, code, { kind: 'updating', attempts, changes: wanted, fault: action.fault }, action.sync);
	}

	/** Begins to remove a code. Asked again while it is being removed, the second attempt ends with the first. */
	remove(workspace: WorkspaceState, code: StoredAccessCode, action: CodeAction = {}): void {
		const attempts = action.attempt ? [action.attempt] : [];
		const current = this.steps.get(code);
		if (current?.kind === 'deleting' && !current.isBlocked) {
			current.attempts.push(...attempts);
			return;
		}
		for (const attempt of current?.attempts ?? []) {
			this.fail(attempt, { type: 'uncategorized_error', message: 'The access code was deleted meanwhile.' });
		}
		this.service.state.updateAccessCode(code, {
			status: 'removing',
			pendingMutations: [this.mutation('deleting', 'The access code is being removed from the device.')],
			warnings: [...withoutWarning(code, 'being_deleted'), this.warning('being_deleted', 'The access code is being deleted.')],
		});
		this.run(workspace, code, { kind: 'deleting', attempts, fault: action.fault }, action.sync);
	}

	/** Puts a backup code of the device in the place of a time-bound code, and returns it. Throws 400 and 404 (facts 1). */
	pullBackup(workspace: WorkspaceState, code: StoredAccessCode): StoredAccessCode {
		if (!code.startsAt) {
			throw new ServiceError(400, 'access_code_not_time_bound', 'Only a time-bound access code has a backup code.');
		}
		if (!isBackupAvailable(code)) {
			throw new ServiceError(404, 'backup_access_code_not_found', 'Could not find backup access code.', {
				data: { access_code_id: code.accessCodeId },
			});
		}
		const { state, clock } = this.service;
		const backup = state.addAccessCode(workspace, {
			accessCodeId: randomUUID(),
			deviceId: code.deviceId,
			name: code.name,
			code: generatePin(workspace, findDevice(workspace, code.deviceId)),
			createdAt: this.now(),
			startsAt: code.startsAt,
			endsAt: code.endsAt,
			accessGrantId: code.accessGrantId,
			accessMethodId: code.accessMethodId,
			isManaged: true,
			isBackup: true,
			// Backup codes are on the device before anybody needs them.
			isOnDevice: true,
			status: startMs(code) > clock.now() ? 'unset' : 'set',
			pendingMutations: [],
		});
		state.updateAccessCode(code, {
			pulledBackupAccessCodeId: backup.accessCodeId,
			warnings: [...(code.warnings ?? []), this.warning('using_backup_access_code', 'A backup access code is in use instead.')],
		});
		this.publish(workspace, code, 'backup_access_code_pulled', { backup_access_code_id: backup.accessCodeId });
		this.proceed(workspace, backup, { attempts: [] });
		this.listener(workspace, code, 'backupPulled', backup);
		return backup;
	}

	/** Leaves the code on the device and gives it up: it is an unmanaged one from now on. */
	release(workspace: WorkspaceState, code: StoredAccessCode): void {
		this.service.later.cancel(code.accessCodeId);
		this.steps.delete(code);
		this.service.state.updateAccessCode(code, { isManaged: false, isUnset: code.status === 'unset', pendingMutations: [] });
		this.listener(workspace, code, 'removed');
	}

	/** Goes on with what waited for the device. */
	deviceIsBack(workspace: WorkspaceState, deviceId: string): void {
		for (const code of [...(workspace.accessCodesByDevice.get(deviceId) ?? [])]) {
			const step = this.steps.get(code);
			if (step?.isBlocked) this.run(workspace, code, { ...step, isBlocked: false });
		}
	}

	/** Does what is next for a code, by its times and whether the device has it. */
	private proceed(workspace: WorkspaceState, code: StoredAccessCode, step: Omit<Step, 'kind'> & { sync?: boolean }): void {
		const { state, clock } = this.service;
		const { attempts, fault, sync } = step;
		const nowMs = clock.now();
		if (endMs(code) <= nowMs) return this.expire(workspace, code);
		if (isOnDevice(code)) return this.waitOnDevice(workspace, code);

		const programAtMs = code.isOffline ? -Infinity : programmingTimeMs(code, findDevice(workspace, code.deviceId));
		if (programAtMs > nowMs) {
			const deferring: PendingMutation = {
				mutation_code: 'deferring_creation',
				message: 'The access code is set on the device when its time comes.',
				created_at: this.now(),
				scheduled_at: new Date(programAtMs).toISOString(),
			};
			state.updateAccessCode(code, { status: 'unset', pendingMutations: [deferring] });
			return this.run(workspace, code, { kind: 'deferring', attempts, fault }, sync);
		}
		state.updateAccessCode(code, {
			status: startMs(code) > nowMs && this.isScheduledNatively(workspace, code) ? 'unset' : 'setting',
			pendingMutations: [this.mutation('creating', 'The access code is being set on the device.')],
		});
		this.run(workspace, code, { kind: 'creating', attempts, fault }, sync);
	}

	/** Runs a step: its outcome comes after `attemptDurationMs`, or at once. */
	private run(workspace: WorkspaceState, code: StoredAccessCode, step: Step, isSync = false): void {
		const { state, later, settings } = this.service;
		later.cancel(code.accessCodeId);
		this.steps.set(code, step);
		const { fault } = step;
		if (fault?.kind === 'attemptStaysPending') return;
		if (fault?.kind === 'attemptVanishes') for (const attempt of step.attempts) state.removeActionAttempt(workspace, attempt);
		const finish = () => {
			this.steps.delete(code);
			const failure = this.finish(workspace, code, step);
			for (const attempt of step.attempts) {
				if (failure) this.fail(attempt, failure.error);
				else this.succeed(attempt, step.kind === 'deleting' ? {} : { access_code: this.record(workspace, code) });
			}
		};
		if (isSync) finish();
		else later.after(workspace, code.accessCodeId, settings.attemptDurationMs, finish);
	}

	private finish(workspace: WorkspaceState, code: StoredAccessCode, step: Step): DeviceFailure | undefined {
		switch (step.kind) {
			case 'deferring':
				return this.finishDeferring(workspace, code, step);
			case 'creating':
				return this.finishCreating(workspace, code, step);
			case 'updating':
				return this.finishUpdating(workspace, code, step);
			case 'deleting':
				return this.finishDeleting(workspace, code, step);
		}
	}

	private finishDeferring(workspace: WorkspaceState, code: StoredAccessCode, { fault }: Step): DeviceFailure | undefined {
		const device = findDevice(workspace, code.deviceId);
		this.at(workspace, code, programmingTimeMs(code, device), () => this.proceed(workspace, code, { attempts: [], fault }));
		// The device is not asked before its time; a scripted failure is told now and shows on the code then.
		return fault?.kind === 'attemptFails' ? deviceFailure(device, fault, 'failed_to_set_on_device') : undefined;
	}

	private finishCreating(workspace: WorkspaceState, code: StoredAccessCode, step: Step): DeviceFailure | undefined {
		const { state, clock } = this.service;
		const device = findDevice(workspace, code.deviceId);
		const failure = code.isOffline
			? undefined
			: (deviceFailure(device, step.fault, 'failed_to_set_on_device') ?? fullDeviceFailure(workspace, device));
		if (failure) {
			this.failCreating(workspace, code, step, failure);
			return failure;
		}
		state.updateAccessCode(code, {
			isOnDevice: true,
			errors: [],
			warnings: withoutWarning(code, 'delay_in_setting_on_device'),
			pendingMutations: [],
			...(code.isWaitingForCodeAssignment ? { isWaitingForCodeAssignment: false, code: generatePin(workspace, device) } : {}),
			...(code.name === null ? {} : { nameOnDevice: nameShownOn(device, code.name) }),
		});
		if (startMs(code) > clock.now() && (code.isOffline || isNativelyScheduled(code, device))) {
			state.updateAccessCode(code, { status: 'unset', isScheduledOnDevice: !code.isOffline });
			if (!code.isOffline) this.publish(workspace, code, 'scheduled_on_device', { code: code.code });
			this.listener(workspace, code, 'scheduled');
		} else {
			this.activate(workspace, code);
		}
		this.waitOnDevice(workspace, code);
		return undefined;
	}

	private failCreating(workspace: WorkspaceState, code: StoredAccessCode, step: Step, { issue }: DeviceFailure): void {
		const { state, clock } = this.service;
		if (issue) {
			state.updateAccessCode(code, { status: 'unset', pendingMutations: [], errors: [this.error(issue)] });
			this.publish(workspace, code, 'failed_to_set_on_device', issueMembers(workspace, code));
		} else {
			state.updateAccessCode(code, {
				warnings: [
					...withoutWarning(code, 'delay_in_setting_on_device'),
					this.warning('delay_in_setting_on_device', 'Setting the access code on the device takes longer than usual.'),
				],
			});
			this.publish(workspace, code, 'delay_in_setting_on_device', issueMembers(workspace, code));
			this.steps.set(code, { ...step, attempts: [], isBlocked: true });
		}
		this.listener(workspace, code, 'failed');
		const rescueAtMs = isBackupAvailable(code) ? Math.max(startMs(code), clock.now()) : Infinity;
		this.at(workspace, code, rescueAtMs, () => {
			this.pullBackup(workspace, code);
			this.at(workspace, code, endMs(code), () => this.expire(workspace, code));
		});
		if (rescueAtMs === Infinity) this.at(workspace, code, endMs(code), () => this.expire(workspace, code));
	}

	private finishUpdating(workspace: WorkspaceState, code: StoredAccessCode, step: Step): DeviceFailure | undefined {
		const { state, clock } = this.service;
		const device = findDevice(workspace, code.deviceId);
		const failure = deviceFailure(device, step.fault, 'failed_to_update');
		if (failure) {
			if (failure.issue) {
				const status = startMs(code) > clock.now() ? 'unset' : 'set';
				state.updateAccessCode(code, { status, pendingMutations: [], errors: [this.error(failure.issue)] });
				this.publish(workspace, code, 'failed_to_update', issueMembers(workspace, code));
				this.waitOnDevice(workspace, code);
			} else {
				this.steps.set(code, { ...step, attempts: [], isBlocked: true });
			}
			this.listener(workspace, code, 'failed');
			return failure;
		}
		this.apply(workspace, code, step.changes ?? {});
		state.updateAccessCode(code, { pendingMutations: [] });
		if (programmingTimeMs(code, device) > clock.now()) {
			state.updateAccessCode(code, { isOnDevice: false, isScheduledOnDevice: false });
			this.publish(workspace, code, 'removed_from_device');
		} else if (startMs(code) > clock.now() && isNativelyScheduled(code, device)) {
			state.updateAccessCode(code, { status: 'unset', isScheduledOnDevice: true });
		} else if (step.changes?.code !== undefined || step.changes?.startsAt !== undefined) {
			this.activate(workspace, code);
		} else {
			state.updateAccessCode(code, { status: 'set' });
		}
		this.proceed(workspace, code, { attempts: [] });
		return undefined;
	}

	private finishDeleting(workspace: WorkspaceState, code: StoredAccessCode, step: Step): DeviceFailure | undefined {
		const { state, clock } = this.service;
		const wasOnDevice = isOnDevice(code);
		const isDeviceNeeded = wasOnDevice && !code.isOffline;
		const failure = isDeviceNeeded
			? deviceFailure(findDevice(workspace, code.deviceId), step.fault, 'failed_to_remove_from_device')
			: undefined;
		if (failure?.issue) {
			state.updateAccessCode(code, {
				status: startMs(code) > clock.now() ? 'unset' : 'set',
				pendingMutations: [],
				warnings: withoutWarning(code, 'being_deleted'),
				errors: [this.error(failure.issue)],
			});
			this.publish(workspace, code, 'failed_to_remove_from_device', issueMembers(workspace, code));
		} else if (failure) {
			state.addWarning(code, this.warning('delay_in_removing_from_device', 'Removing the access code takes longer than usual.'));
			this.publish(workspace, code, 'delay_in_removing_from_device', issueMembers(workspace, code));
			this.steps.set(code, { ...step, attempts: [], isBlocked: true });
		}
		if (failure) return failure;
		state.removeAccessCode(code);
		if (wasOnDevice) this.publish(workspace, code, 'removed_from_device');
		this.publish(workspace, code, 'deleted', { code: code.code || null });
		this.listener(workspace, code, 'removed');
		return undefined;
	}

	/** Waits for the start, then for the end, of a code that the device has. */
	private waitOnDevice(workspace: WorkspaceState, code: StoredAccessCode): void {
		// A lock that cannot schedule lets the code open from when it is programmed.
		if (startMs(code) > this.service.clock.now() && code.status !== 'set') {
			this.at(workspace, code, startMs(code), () => {
				this.activate(workspace, code);
				this.waitOnDevice(workspace, code);
			});
			return;
		}
		this.at(workspace, code, endMs(code), () => this.expire(workspace, code));
	}

	private activate(workspace: WorkspaceState, code: StoredAccessCode): void {
		this.service.state.updateAccessCode(code, { status: 'set' });
		this.publish(workspace, code, 'set_on_device', { code: code.code });
		this.listener(workspace, code, 'set');
	}

	/** A code whose time is over is removed, or stays behind unset where the setting says so (facts 5). */
	private expire(workspace: WorkspaceState, code: StoredAccessCode): void {
		if (this.service.settings.expiredAccessCodes === 'removed') return this.remove(workspace, code);
		const wasOnDevice = isOnDevice(code);
		this.service.state.updateAccessCode(code, { status: 'unset', isOnDevice: false, pendingMutations: [] });
		if (wasOnDevice) this.publish(workspace, code, 'removed_from_device');
	}

	private apply(workspace: WorkspaceState, code: StoredAccessCode, changes: AccessCodeChanges): void {
		if (Object.keys(changes).length > 0) this.change(workspace, code, changes);
		this.listener(workspace, code, 'updated');
	}

	private change(workspace: WorkspaceState, code: StoredAccessCode, changes: AccessCodeChanges): void {
		const before = { ...code };
		const device = findDevice(workspace, code.deviceId);
		this.service.state.updateAccessCode(code, {
			...(changes.code === undefined ? {} : { code: changes.code }),
			...(changes.name === undefined ? {} : { name: changes.name }),
			...(changes.name && isOnDevice(code) ? { nameOnDevice: nameShownOn(device, changes.name) } : {}),
			...(changes.startsAt === undefined ? {} : { startsAt: changes.startsAt ?? undefined }),
			...(changes.endsAt === undefined ? {} : { endsAt: changes.endsAt ?? undefined }),
		});
		publishChanged(this.service, workspace, before, code, changes);
	}

	private isScheduledNatively(workspace: WorkspaceState, code: StoredAccessCode): boolean {
		return isNativelyScheduled(code, findDevice(workspace, code.deviceId));
	}

	/** Runs `run` when the time comes; a code has one such time before it. */
	private at(workspace: WorkspaceState, code: StoredAccessCode, atMs: number, run: () => void): void {
		const { later, clock } = this.service;
		if (atMs === Infinity) later.cancel(code.accessCodeId);
		else later.after(workspace, code.accessCodeId, atMs - clock.now(), run);
	}

	private publish(workspace: WorkspaceState, code: StoredAccessCode, kind: string, members: object = {}): void {
		publishCodeEvent(this.service, workspace, code, { event_type: `access_code.${kind}`, ...members });
	}

	private record(workspace: WorkspaceState, code: StoredAccessCode) {
		return toManagedRecord(code, workspace.devicesById.get(code.deviceId));
	}

	private succeed(attempt: StoredActionAttempt, result: object): void {
		this.service.state.setActionAttempt(attempt, { ...attempt.record, status: 'success', result, error: null });
	}

	private fail(attempt: StoredActionAttempt, error: DeviceFailure['error']): void {
		this.service.state.setActionAttempt(attempt, { ...attempt.record, status: 'error', result: null, error });
	}

	private mutation(mutation_code: 'creating' | 'deleting', message: string): PendingMutation {
		return { mutation_code, message, created_at: this.now() };
	}

	private error(issue: { error_code: string; message: string }) {
		return { ...issue, created_at: this.now(), is_access_code_error: true as const };
	}

	private warning(warning_code: string, message: string) {
		return { warning_code, message, created_at: this.now() };
	}

	private now(): string {
		return nowIso(this.service);
	}
}

const withoutWarning = (code: StoredAccessCode, warningCode: string) =>
	(code.warnings ?? []).filter(({ warning_code }) => warning_code !== warningCode);

/** Whether a backup code can still be pulled for the code. */
export function isBackupAvailable(code: StoredAccessCode): boolean {
	return code.usesBackupPool === true && code.pulledBackupAccessCodeId === undefined;
}

function busy(kind: string): ServiceError {
	return new ServiceError(409, 'access_code_busy', `A ${kind} of this access code is already under way.`);
}

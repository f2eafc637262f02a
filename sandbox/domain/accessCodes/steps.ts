import { issueMembers, publishChanged, publishCodeEvent } from './codeEvents';
import { deviceFailure, fullDeviceFailure, isOnDevice, type DeviceFailure } from './deviceFailure';
import { codeError, codeWarning, pendingMutation, withoutWarning } from './issues';
import type { AccessCodeListener } from './lifecycle';
import { endMs, isBackupAvailable, isNativelyScheduled, programmingTimeMs, startMs, type AccessCodeChanges } from './plan';
import { generatePin } from './pinRules';
import type { Fault } from '../../faults/faults';
import { findDevice } from '../lookup';
import { nowIso } from '../nowIso';
import { nameShownOn, toManagedRecord } from '../records';
import type { PendingMutation } from '../../schemas/accessCode';
import type { Service } from '../service';
import type { StoredAccessCode, StoredActionAttempt, WorkspaceState } from '../../state/state';

export interface Step {
	kind: 'deferring' | 'creating' | 'updating' | 'deleting';
	attempts: StoredActionAttempt[];
	changes?: AccessCodeChanges;
	fault?: Fault;
	/** The device cannot be reached; goes on when it can. */
	isBlocked?: boolean;
}

export interface StepHooks {
	tell: AccessCodeListener;
	/** Called at the start of a code that could not be set and has a backup. */
	pullBackup(workspace: WorkspaceState, code: StoredAccessCode): void;
	/** Called at the end of a code. */
	remove(workspace: WorkspaceState, code: StoredAccessCode): void;
}

/** The steps of managed codes: what is under way, how it ends, and what comes next at which time. */
export class AccessCodeSteps {
	/** Kept by object, so that a workspace put back to its start begins without. */
	private readonly steps = new WeakMap<StoredAccessCode, Step>();

	constructor(
		private readonly service: Pick<Service, 'state' | 'clock' | 'deliverer' | 'settings' | 'later'>,
		private readonly hooks: StepHooks,
	) {}

	/** What is under way for a code. */
	current(code: StoredAccessCode): Step | undefined {
		return this.steps.get(code);
	}

	/** Drops what is under way and what is to come; its attempts succeed as they are. */
	drop(code: StoredAccessCode): void {
		this.service.later.cancel(code.accessCodeId);
		for (const attempt of this.steps.get(code)?.attempts ?? []) this.succeed(attempt, {});
		this.steps.delete(code);
	}

	/** Does what is next for a code, by its times and whether the device has it. */
	proceed(workspace: WorkspaceState, code: StoredAccessCode, step: Omit<Step, 'kind'> & { sync?: boolean }): void {
		const { state, clock } = this.service;
		const { attempts, fault, sync } = step;
		const nowMs = clock.now();
		const isOver = endMs(code) <= nowMs;
		if (isOver || isOnDevice(code)) {
			for (const attempt of attempts) this.succeed(attempt, {});
			return isOver ? this.expire(workspace, code) : this.waitOnDevice(workspace, code);
		}

		const programAtMs = code.isOffline ? -Infinity : programmingTimeMs(code, findDevice(workspace, code.deviceId));
		if (programAtMs > nowMs) {
			const deferring: PendingMutation = {
				mutation_code: 'deferring_creation',
				message: 'The access code is set on the device when its time comes.',
				created_at: nowIso(this.service),
				scheduled_at: new Date(programAtMs).toISOString(),
			};
			state.updateAccessCode(code, { status: 'unset', pendingMutations: [deferring] });
			return this.run(workspace, code, { kind: 'deferring', attempts, fault }, sync);
		}
		state.updateAccessCode(code, {
			status: startMs(code) > nowMs && isNativelyScheduled(code, findDevice(workspace, code.deviceId)) ? 'unset' : 'setting',
			pendingMutations: [pendingMutation(this.service, 'creating', 'The access code is being set on the device.')],
		});
		this.run(workspace, code, { kind: 'creating', attempts, fault }, sync);
	}

	/** Runs a step: its outcome comes after `attemptDurationMs`, or at once. */
	run(workspace: WorkspaceState, code: StoredAccessCode, step: Step, isSync = false): void {
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
				else this.succeed(attempt, step.kind === 'deleting' ? {} : { access_code: toManagedRecord(code, workspace.devicesById.get(code.deviceId)) });
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
			this.hooks.tell(workspace, code, 'scheduled');
		} else {
			this.activate(workspace, code);
		}
		this.waitOnDevice(workspace, code);
		return undefined;
	}

	private failCreating(workspace: WorkspaceState, code: StoredAccessCode, step: Step, { issue }: DeviceFailure): void {
		const { state, clock } = this.service;
		if (issue) {
			state.updateAccessCode(code, { status: 'unset', pendingMutations: [], errors: [codeError(this.service, issue)] });
			this.publish(workspace, code, 'failed_to_set_on_device', issueMembers(workspace, code));
		} else {
			state.updateAccessCode(code, {
				warnings: [
					...withoutWarning(code, 'delay_in_setting_on_device'),
					codeWarning(this.service, 'delay_in_setting_on_device', 'Setting the access code on the device takes longer than usual.'),
				],
			});
			this.publish(workspace, code, 'delay_in_setting_on_device', issueMembers(workspace, code));
			this.steps.set(code, { ...step, attempts: [], isBlocked: true });
		}
		this.hooks.tell(workspace, code, 'failed');
		const rescueAtMs = isBackupAvailable(code) ? Math.max(startMs(code), clock.now()) : Infinity;
		this.at(workspace, code, rescueAtMs, () => {
			this.hooks.pullBackup(workspace, code);
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
				state.updateAccessCode(code, { status, pendingMutations: [], errors: [codeError(this.service, failure.issue)] });
				this.publish(workspace, code, 'failed_to_update', issueMembers(workspace, code));
				this.waitOnDevice(workspace, code);
			} else {
				this.steps.set(code, { ...step, attempts: [], isBlocked: true });
			}
			this.hooks.tell(workspace, code, 'failed');
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
				errors: [codeError(this.service, failure.issue)],
			});
			this.publish(workspace, code, 'failed_to_remove_from_device', issueMembers(workspace, code));
		} else if (failure) {
			state.addWarning(code, codeWarning(this.service, 'delay_in_removing_from_device', 'Removing the access code takes longer than usual.'));
			this.publish(workspace, code, 'delay_in_removing_from_device', issueMembers(workspace, code));
			this.steps.set(code, { ...step, attempts: [], isBlocked: true });
		}
		if (failure) return failure;
		state.removeAccessCode(code);
		if (wasOnDevice) this.publish(workspace, code, 'removed_from_device');
		this.publish(workspace, code, 'deleted', { code: code.code || null });
		this.hooks.tell(workspace, code, 'removed');
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
		this.hooks.tell(workspace, code, 'set');
	}

	/** A code whose time is over is removed, or stays behind unset where the setting says so (facts 5). */
	private expire(workspace: WorkspaceState, code: StoredAccessCode): void {
		if (this.service.settings.expiredAccessCodes === 'removed') return this.hooks.remove(workspace, code);
		const wasOnDevice = isOnDevice(code);
		this.service.state.updateAccessCode(code, { status: 'unset', isOnDevice: false, pendingMutations: [] });
		if (wasOnDevice) this.publish(workspace, code, 'removed_from_device');
	}

	/** Gives the code its new values, and tells. */
	apply(workspace: WorkspaceState, code: StoredAccessCode, changes: AccessCodeChanges): void {
		if (Object.keys(changes).length > 0) this.change(workspace, code, changes);
		this.hooks.tell(workspace, code, 'updated');
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

	/** Runs `run` when the time comes; a code has one such time before it. */
	private at(workspace: WorkspaceState, code: StoredAccessCode, atMs: number, run: () => void): void {
		const { later, clock } = this.service;
		if (atMs === Infinity) later.cancel(code.accessCodeId);
		else later.after(workspace, code.accessCodeId, atMs - clock.now(), run);
	}

	/** Publishes `access_code.<kind>`. */
	publish(workspace: WorkspaceState, code: StoredAccessCode, kind: string, members: object = {}): void {
		publishCodeEvent(this.service, workspace, code, { event_type: `access_code.${kind}`, ...members });
	}

	private succeed(attempt: StoredActionAttempt, result: object): void {
		this.service.state.setActionAttempt(attempt, { ...attempt.record, status: 'success', result, error: null });
	}

	/** Ends an attempt in error. */
	fail(attempt: StoredActionAttempt, error: DeviceFailure['error']): void {
		this.service.state.setActionAttempt(attempt, { ...attempt.record, status: 'error', result: null, error });
	}
}

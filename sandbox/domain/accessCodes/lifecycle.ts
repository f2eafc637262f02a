import { randomUUID } from 'node:crypto';
import { publishRequested } from './codeEvents';
import { isOnDevice } from './deviceFailure';
import { codeWarning, pendingMutation, withoutWarning } from './issues';
import { isBackupAvailable, realChanges, startMs, updateMutations, type AccessCodeChanges } from './plan';
import { AccessCodeSteps } from './steps';
import { assignsPinsItself, generatePin } from './pinRules';
import type { Fault } from '../../faults/faults';
import { findDevice } from '../lookup';
import type { ManagedCodeData } from '../../state/managedCodeData';
import { nowIso } from '../nowIso';
import type { Service } from '../service';
import { ServiceError } from '../serviceError';
import type { AccessCodeData, StoredAccessCode, StoredActionAttempt, WorkspaceState } from '../../state/state';

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

/** The life of managed codes on the sandbox's clock: unset, setting, set, removing, gone (facts 5), and what each step tells. */
export class AccessCodeLifecycle {
	private readonly steps: AccessCodeSteps;
	private listener: AccessCodeListener = () => undefined;

	constructor(private readonly service: Pick<Service, 'state' | 'clock' | 'deliverer' | 'settings' | 'later'>) {
		this.steps = new AccessCodeSteps(service, {
			tell: (...change) => this.listener(...change),
			pullBackup: (workspace, code) => void this.pullBackup(workspace, code),
			remove: (workspace, code) => this.remove(workspace, code),
		});
	}

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
			createdAt: nowIso(this.service),
			isManaged: true,
			isOnDevice: false,
			status: 'unset',
			pendingMutations: [],
		});
		this.steps.publish(workspace, code, 'created');
		this.steps.proceed(workspace, code, { attempts: action.attempt ? [action.attempt] : [], ...action });
		return code;
	}

	/** Begins to change a code. What is not on the device yet is changed at once. Throws 409 while it is being deleted. */
	update(workspace: WorkspaceState, code: StoredAccessCode, changes: AccessCodeChanges, action: CodeAction = {}): void {
		const { state } = this.service;
		const current = this.steps.current(code);
		if (current?.kind === 'deleting') throw busy('deletion');
		const attempts = [...(current?.attempts ?? []), ...(action.attempt ? [action.attempt] : [])];
		const wanted = realChanges(code, { ...current?.changes, ...changes });
		if (!isOnDevice(code)) {
			this.steps.apply(workspace, code, wanted);
			state.updateAccessCode(code, { errors: [] });
			this.steps.proceed(workspace, code, { ...action, attempts });
			return;
		}
		const mutations = updateMutations(code, wanted, nowIso(this.service));
		state.updateAccessCode(code, { errors: [], pendingMutations: mutations, ...(mutations.length > 0 ? { status: 'setting' } : {}) });
		if (mutations.length > 0) publishRequested(this.service, workspace, code, mutations);
		this.steps.run(workspace, code, { kind: 'updating', attempts, changes: wanted, fault: action.fault }, action.sync);
	}

	/** Begins to remove a code. Asked again while it is being removed, the second attempt ends with the first. */
	remove(workspace: WorkspaceState, code: StoredAccessCode, action: CodeAction = {}): void {
		const attempts = action.attempt ? [action.attempt] : [];
		const current = this.steps.current(code);
		if (current?.kind === 'deleting' && !current.isBlocked) {
			current.attempts.push(...attempts);
			return;
		}
		for (const attempt of current?.attempts ?? []) {
			this.steps.fail(attempt, { type: 'uncategorized_error', message: 'The access code was deleted meanwhile.' });
		}
		this.service.state.updateAccessCode(code, {
			status: 'removing',
			pendingMutations: [pendingMutation(this.service, 'deleting', 'The access code is being removed from the device.')],
			warnings: [...withoutWarning(code, 'being_deleted'), codeWarning(this.service, 'being_deleted', 'The access code is being deleted.')],
		});
		this.steps.run(workspace, code, { kind: 'deleting', attempts, fault: action.fault }, action.sync);
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
			createdAt: nowIso(this.service),
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
			warnings: [...(code.warnings ?? []), codeWarning(this.service, 'using_backup_access_code', 'A backup access code is in use instead.')],
		});
		this.steps.publish(workspace, code, 'backup_access_code_pulled', { backup_access_code_id: backup.accessCodeId });
		this.steps.proceed(workspace, backup, { attempts: [] });
		this.listener(workspace, code, 'backupPulled', backup);
		return backup;
	}

	/** Leaves the code on the device and gives it up: it is an unmanaged one from now on. */
	release(workspace: WorkspaceState, code: StoredAccessCode): void {
		this.steps.drop(code);
		const isUnset = !isOnDevice(code) || startMs(code) > this.service.clock.now();
		this.service.state.updateAccessCode(code, { isManaged: false, isUnset, status: undefined, isOnDevice: undefined, pendingMutations: [] });
		this.listener(workspace, code, 'removed');
	}

	/** Goes on with what waited for the device. */
	deviceIsBack(workspace: WorkspaceState, deviceId: string): void {
		for (const code of [...(workspace.accessCodesByDevice.get(deviceId) ?? [])]) {
			const step = this.steps.current(code);
			if (step?.isBlocked) this.steps.run(workspace, code, { ...step, isBlocked: false });
		}
	}
}

function busy(kind: string): ServiceError {
	return new ServiceError(409, 'access_code_busy', `A ${kind} of this access code is already under way.`);
}

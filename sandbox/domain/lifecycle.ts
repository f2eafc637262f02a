import { randomUUID } from 'node:crypto';
import { blockingError } from './accessCodes/deviceFailure';
import type { CancelSchedule, Clock } from './clock';
import type { Deliverer } from './deliverWebhooks';
import type { Fault } from '../faults/faults';
import { publishEvent, type EventDraft } from './publishEvent';
import type { ActionAttempt } from '../schemas/actionAttempt';
import type { ErrorIssue } from '../schemas/issue';
import { ServiceError } from './serviceError';
import type { SandboxSettings } from '../faults/settings';
import type { State, StoredAccessCode, StoredActionAttempt, WorkspaceState } from '../state/state';

export interface ActionOptions {
	/** Finish before answering (facts 2, `sync`). */
	sync?: boolean;
	/** A scripted fault that concerns the attempt. */
	fault?: Fault;
}

export interface ConvertOptions extends ActionOptions {
	/** Take the code over from another workspace. */
	force?: boolean;
	isExternalModificationAllowed?: boolean;
}

interface Failure {
	type: string;
	message: string;
}

type Outcome = { failure?: Failure };

const CODE_IS_GONE: Failure = { type: 'access_code_not_found', message: 'Could not find access code.' };

interface Running {
	kind: 'conversion' | 'deletion';
	attempt: ActionAttempt;
	cancel: CancelSchedule;
}

/** What happens over time: attempts resolve, codes change collection, events go out. All on the sandbox's clock. */
export class Lifecycle {
	/** What is under way, by access code id. */
	private readonly running = new Map<string, Running>();
	private readonly resets = new Set<CancelSchedule>();
	/** Attempts that a fault lets vanish: the look-ups that still find them, by attempt id. */
	private readonly vanishing = new Map<string, number>();

	constructor(
		private readonly service: { state: State; clock: Clock; deliverer: Deliverer; settings: SandboxSettings },
	) {}

	/** Starts a conversion. Asked again while one is under way, it answers with that one's attempt. */
	convert(workspace: WorkspaceState, code: StoredAccessCode, options: ConvertOptions): ActionAttempt {
		return this.begin(workspace, code, 'conversion', 'CONVERT_ACCESS_CODE_TO_MANAGED', options, (scripted) =>
			this.finishConversion(workspace, code, options, scripted),
		);
	}

	/** Starts a deletion. Asked again while one is under way, it answers with that one's attempt. */
	delete(workspace: WorkspaceState, code: StoredAccessCode, options: ActionOptions): ActionAttempt {
		return this.begin(workspace, code, 'deletion', 'DELETE_UNMANAGED_ACCESS_CODE', options, (scripted) =>
			this.finishDeletion(workspace, code, scripted),
		);
	}

	/** Somebody else removes the code, or converts it, at once. */
	overtake(workspace: WorkspaceState, code: StoredAccessCode, by: 'removal' | 'conversion'): void {
		if (by === 'removal') this.removeCode(workspace, code);
		else this.finishConversion(workspace, code, { force: true });
	}

	/** Puts the workspace back to its start by `restore`, and then reports success on an attempt that outlives it. */
	reset(workspaceId: string, restore: () => WorkspaceState): ActionAttempt {
		const { state, clock, settings } = this.service;
		this.cancelOf(workspaceId);
		const attempt = pendingAttempt('RESET_SANDBOX_WORKSPACE');
		const stored = state.addActionAttempt(restore(), attempt);
		const cancel = clock.schedule(clock.now() + settings.attemptDurationMs, () => {
			this.resets.delete(cancel);
			state.setActionAttempt(stored, succeeded(attempt));
		});
		this.resets.add(cancel);
		return attempt;
	}

	/** Lets so many look-ups find the attempt yet, and none after them. */
	letVanish(actionAttemptId: string, afterLookUps = 0): void {
		this.vanishing.set(actionAttemptId, afterLookUps);
	}

	/** An attempt as a look-up finds it; undefined when it is unknown or has vanished. */
	findAttempt(workspace: WorkspaceState, actionAttemptId: string): StoredActionAttempt | undefined {
		const attempt = workspace.actionAttemptsById.get(actionAttemptId);
		const lookUpsLeft = this.vanishing.get(actionAttemptId);
		if (!attempt || lookUpsLeft === undefined) return attempt;
		if (lookUpsLeft > 0) {
			this.vanishing.set(actionAttemptId, lookUpsLeft - 1);
			return attempt;
		}
		this.vanishing.delete(actionAttemptId);
		this.service.state.removeActionAttempt(workspace, attempt);
		return undefined;
	}

	/** Stops everything that is under way, without outcome. */
	cancelAll(): void {
		for (const { cancel } of this.running.values()) cancel();
		for (const cancel of this.resets) cancel();
		this.running.clear();
		this.resets.clear();
		this.vanishing.clear();
	}

	private begin(
		workspace: WorkspaceState,
		code: StoredAccessCode,
		kind: Running['kind'],
		actionType: string,
		{ sync, fault }: ActionOptions,
		finish: (scripted?: Failure) => Outcome,
	): ActionAttempt {
		const { state, clock, settings } = this.service;
		const current = this.running.get(code.accessCodeId);
		if (current) return sameKind(current, kind);

		const attempt = pendingAttempt(actionType);
		const stored = state.addActionAttempt(workspace, attempt, code.deviceId);
		if (fault?.kind === 'attemptVanishes') this.letVanish(attempt.action_attempt_id, fault.afterLookUps);
		if (fault?.kind === 'codeRemoved') this.removeCode(workspace, code);
		if (fault?.kind === 'attemptStaysPending') return attempt;

		const resolve = () => {
			this.running.delete(code.accessCodeId);
			this.settleAttempt(stored, fault?.kind === 'attemptSucceedsInVain' ? {} : finish(scriptedFailure(fault)));
		};
		if (sync) {
			resolve();
			return stored.record;
		}
		const cancel = clock.schedule(clock.now() + settings.attemptDurationMs, () => {
			resolve();
			return this.service.deliverer.settle();
		});
		this.running.set(code.accessCodeId, { kind, attempt, cancel });
		return attempt;
	}

	private settleAttempt(stored: StoredActionAttempt, { failure }: Outcome): void {
		const { state } = this.service;
		state.setActionAttempt(stored, failure ? failed(stored.record, failure) : succeeded(stored.record));
	}

	private finishConversion(
		workspace: WorkspaceState,
		code: StoredAccessCode,
		options: ConvertOptions,
		scripted?: Failure,
	): Outcome {
		const { state } = this.service;
		if (!this.isOnLock(code)) return { failure: CODE_IS_GONE };
		const holder = code.heldByAccessCodeId ? state.accessCodes.get(code.heldByAccessCodeId) : undefined;
		const failure = scripted ?? this.conversionFailure(workspace, code, holder !== undefined && !options.force);
		if (failure) return this.failConversion(workspace, code, failure);
		state.convertAccessCode(code, options.isExternalModificationAllowed ?? false);
		if (holder) {
			state.addWarning(holder, {
				warning_code: 'management_transferred',
				message: 'The access code is now managed by another workspace.',
				created_at: this.nowIso(),
			});
		}
		this.publish(workspace, code, { event_type: 'access_code.unmanaged.converted_to_managed' });
		return {};
	}

	private conversionFailure(workspace: WorkspaceState, code: StoredAccessCode, isHeldElsewhere: boolean): Failure | undefined {
		if (isHeldElsewhere) {
			return {
				type: 'managed_by_another_workspace',
				message: 'The access code is managed by another workspace. Convert it with force to take it over.',
			};
		}
		const issue = code.conversionIssue ?? blockingError(workspace.devicesById.get(code.deviceId));
		return issue && { type: issue.error_code, message: issue.message };
	}

	private failConversion(workspace: WorkspaceState, code: StoredAccessCode, failure: Failure): Outcome {
		const device = workspace.devicesById.get(code.deviceId)?.record;
		const isDeviceIssue = device?.errors.some((issue) => issue.error_code === failure.type) ?? false;
		const issue: ErrorIssue = { error_code: failure.type, message: failure.message, created_at: this.nowIso() };
		this.service.state.setErrors(code, [
			isDeviceIssue ? { ...issue, is_device_error: true } : { ...issue, is_access_code_error: true },
		]);
		this.publish(workspace, code, {
			event_type: 'access_code.unmanaged.failed_to_convert_to_managed',
			access_code_errors: isDeviceIssue ? [] : [issue],
			access_code_warnings: code.warnings ?? [],
			device_errors: device?.errors ?? [],
			device_warnings: device?.warnings ?? [],
			connected_account_errors: [],
			connected_account_warnings: [],
		});
		return { failure };
	}

	private finishDeletion(workspace: WorkspaceState, code: StoredAccessCode, scripted?: Failure): Outcome {
		if (!this.isOnLock(code)) return { failure: CODE_IS_GONE };
		if (scripted) return { failure: scripted };
		this.removeCode(workspace, code);
		return {};
	}

	private removeCode(workspace: WorkspaceState, code: StoredAccessCode): void {
		this.service.state.removeAccessCode(code);
		this.publish(workspace, code, { event_type: 'access_code.unmanaged.removed' });
	}

	/** False once somebody else has removed the code, so that nothing can come of what was accepted for it. */
	private isOnLock(code: StoredAccessCode): boolean {
		return this.service.state.accessCodes.get(code.accessCodeId) === code;
	}

	private publish(workspace: WorkspaceState, code: StoredAccessCode, draft: EventDraft): void {
		publishEvent(this.service, workspace, { ...draft, access_code_id: code.accessCodeId, device_id: code.deviceId });
	}

	private cancelOf(workspaceId: string): void {
		for (const [accessCodeId, { cancel }] of this.running) {
			if (this.service.state.accessCodes.get(accessCodeId)?.workspaceId !== workspaceId) continue;
			cancel();
			this.running.delete(accessCodeId);
		}
	}

	private nowIso(): string {
		return new Date(this.service.clock.now()).toISOString();
	}
}

/** A second request of the same kind joins the first; one of the other kind is refused, which is assumed. */
function sameKind(current: Running, kind: Running['kind']): ActionAttempt {
	if (current.kind === kind) return current.attempt;
	throw new ServiceError(409, 'access_code_busy', `A ${current.kind} of this access code is already under way.`);
}

function pendingAttempt(actionType: string): ActionAttempt {
	return { action_attempt_id: randomUUID(), action_type: actionType, status: 'pending', result: null, error: null };
}

function succeeded(attempt: ActionAttempt): ActionAttempt {
	return { ...attempt, status: 'success', result: {}, error: null };
}

function failed(attempt: ActionAttempt, error: Failure): ActionAttempt {
	return { ...attempt, status: 'error', result: null, error };
}

function scriptedFailure(fault?: Fault): Failure | undefined {
	if (fault?.kind !== 'attemptFails') return undefined;
	return { type: fault.type ?? 'uncategorized_error', message: fault.message ?? 'The lock did not answer.' };
}

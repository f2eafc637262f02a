import type { StoredAccessCode } from '../../state/state';
import { findDevice } from '../lookup';
import type { Here, Service } from '../service';
import { realChanges, updateMutations, type AccessCodeChanges } from './changes';
import { leaveError, publishChanged, publishOfCode, publishRequested } from './codeEvents';
import { proceed } from './create';
import { deviceFailure, isOnDevice, type DeviceFailure } from './deviceFailure';
import { activate, waitOnDevice } from './onDevice';
import { nameShownOn } from './records';
import { blockStep, busy, currentStep, runStep, type CodeAction, type Step } from './steps';
import { isNativelyScheduled, programmingTimeMs, startMs } from './times';
import { given } from '../without';

/** Starts to change a code. A code that is not on the device yet changes immediately. Throws 409 while the code is being deleted. */
export function updateCode(
	here: Here,
	code: StoredAccessCode,
	changes: AccessCodeChanges,
	{ attempt, fault, sync }: CodeAction = {},
): void {
	const { state } = here;
	const current = currentStep(code);
	if (current?.kind === 'deleting') throw busy('deletion');
	const attempts = [...(current?.attempts ?? []), ...(attempt ? [attempt] : [])];
	const wanted = realChanges(code, { ...current?.changes, ...changes });
	if (!isOnDevice(code)) {
		apply(here, code, wanted);
		state.updateAccessCode(code, { errors: [] });
		proceed(here, code, { attempts, fault, sync });
		return;
	}
	const mutations = updateMutations(here, code, wanted);
	state.updateAccessCode(code, {
		errors: [],
		pendingMutations: mutations,
		...(mutations.length > 0 ? { status: 'setting' } : {}),
	});
	if (mutations.length > 0) publishRequested(here, code, mutations);
	const finish = (step: Step) => finishUpdating(here, code, step);
	runStep(here, code, { kind: 'updating', attempts, changes: wanted, fault, finish }, sync);
}

/** Only the SDK has an error and an event for a failed update (docs/service.md#codes-14). */
const failureCode = ({ settings }: Service) =>
	settings.source === 'sdk' ? 'failed_to_update' : 'failed_to_set_on_device';

function finishUpdating(here: Here, code: StoredAccessCode, step: Step): DeviceFailure | undefined {
	const { state, clock } = here;
	const device = findDevice(here, code.deviceId);
	const failure = deviceFailure(device, step.fault, failureCode(here));
	if (failure) {
		failUpdating(here, code, step, failure);
		return failure;
	}
	apply(here, code, step.changes ?? {});
	state.updateAccessCode(code, { pendingMutations: [] });
	if (programmingTimeMs(code, device) > clock.now()) {
		state.updateAccessCode(code, { isOnDevice: false, isScheduledOnDevice: false });
		publishOfCode(here, code, 'removed_from_device');
	} else if (startMs(code) > clock.now() && isNativelyScheduled(code, device)) {
		state.updateAccessCode(code, { status: 'unset', isScheduledOnDevice: true });
	} else if (step.changes?.code !== undefined || step.changes?.startsAt !== undefined) {
		activate(here, code);
	} else {
		state.updateAccessCode(code, { status: 'set' });
	}
	proceed(here, code, { attempts: [] });
	return undefined;
}

function failUpdating(
	here: Here,
	code: StoredAccessCode,
	step: Step,
	{ issue }: DeviceFailure,
): void {
	if (issue) {
		const status = startMs(code) > here.clock.now() ? 'unset' : 'set';
		leaveError(here, code, failureCode(here), issue, status);
		waitOnDevice(here, code);
	} else {
		blockStep(code, step);
	}
	here.codeChanged(here, code, 'failed');
}

function apply(here: Here, code: StoredAccessCode, changes: AccessCodeChanges): void {
	if (Object.keys(changes).length > 0) {
		const before = { ...code };
		const { name, startsAt, endsAt } = changes;
		here.state.updateAccessCode(code, {
			...given({ code: changes.code, name }),
			...(name && isOnDevice(code)
				? { nameOnDevice: nameShownOn(findDevice(here, code.deviceId), name) }
				: {}),
			...(startsAt === undefined ? {} : { startsAt: startsAt ?? undefined }),
			...(endsAt === undefined ? {} : { endsAt: endsAt ?? undefined }),
		});
		publishChanged(here, before, code, changes);
	}
	here.codeChanged(here, code, 'updated');
}

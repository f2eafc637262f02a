import type { StoredAccessCode, WorkspaceState } from '../../state/state';
import type { Service } from '../service';
import { publishOfCode } from './codeEvents';
import { expireAtEnd } from './remove';
import { scheduleStep } from './steps';
import { startMs } from './times';

/** Waits for the start, then for the end, of a code that the device has. */
export function waitOnDevice(
	service: Service,
	workspace: WorkspaceState,
	code: StoredAccessCode,
): void {
	// On a lock that cannot schedule, the code opens as soon as it is programmed.
	if (startMs(code) <= service.clock.now() || code.status === 'set')
		return expireAtEnd(service, workspace, code);
	scheduleStep(service, workspace, code, startMs(code), () => {
		activate(service, workspace, code);
		waitOnDevice(service, workspace, code);
	});
}

export function activate(
	service: Service,
	workspace: WorkspaceState,
	code: StoredAccessCode,
): void {
	service.state.updateAccessCode(code, { status: 'set' });
	publishOfCode(service, workspace, code, 'set_on_device', { code: code.code });
	service.codeChanged(workspace, code, 'set');
}

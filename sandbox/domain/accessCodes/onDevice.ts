import type { StoredAccessCode } from '../../state/state';
import type { Here } from '../service';
import { publishOfCode } from './codeEvents';
import { expireAtEnd } from './remove';
import { scheduleStep } from './steps';
import { startMs } from './times';

/** Waits for the start, then for the end, of a code that the device has. */
export function waitOnDevice(here: Here, code: StoredAccessCode): void {
	// On a lock that cannot schedule, the code opens as soon as it is programmed.
	if (startMs(code) <= here.clock.now() || code.status === 'set') return expireAtEnd(here, code);
	scheduleStep(here, code, startMs(code), () => {
		activate(here, code);
		waitOnDevice(here, code);
	});
}

export function activate(here: Here, code: StoredAccessCode): void {
	here.state.updateAccessCode(code, { status: 'set' });
	publishOfCode(here, code, 'set_on_device', { code: code.code });
	here.codeChanged(here, code, 'set');
}

import { isOnLock, isSetOnLock } from '../../../nodes/DeviceAccess/wire/locks';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';

const pending = (mutation_code: string) => ({ pending_mutations: [{ mutation_code }] });

it.each<[string, WireObject, boolean, boolean | undefined]>([
	['is set', { status: 'set' }, true, true],
	['is set, on a lock that went offline', { status: 'set', errors: [{}] }, true, true],
	['is stored with its times', { status: 'unset', is_scheduled_on_device: true }, true, true],
	['waits for its start', { status: 'unset', is_scheduled_on_device: false }, false, false],
	['is not created yet', { status: 'setting', ...pending('creating') }, false, false],
	['waits to be created', { status: 'unset', ...pending('deferring_creation') }, false, false],
	['is being changed', { status: 'setting', ...pending('updating_code') }, true, false],
	['is being removed', { status: 'removing' }, true, false],
	['is of a disconnected account', { status: 'unknown' }, true, undefined],
	['has no status', {}, true, undefined],
])('a code that %s', (_what, code, isThere, isSet) => {
	expect([isOnLock(code), isSetOnLock(code)]).toEqual([isThere, isSet]);
});

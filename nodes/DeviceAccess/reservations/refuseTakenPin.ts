import { listCodes } from '../lists/listCodes';
import type { SendRequest } from '../transport/request';
import type { Situation } from './plan/situation';
import { isPinRefused, lacksPinOnLock } from './grants/requests';
import { pinToKeep } from './plan/planPin';
import type { Plan } from './plan/step';
import type { RoomReader } from './stays/rooms';
import { pinTaken } from './steps/createGrant';

/**
 * For 'If PIN Is Taken' = 'Fail': throws ActionFailedError if a lock that a change of rooms adds
 * has the guest's PIN for somebody else. A door that stays makes the old access end first, so this
 * must be known before. A PIN that the service does not show is not found.
 */
export async function refuseTakenPin(
	{ send, rooms }: { send: SendRequest; rooms: RoomReader },
	{ wanted, grants, nowMs }: Situation,
	{ grant }: Plan,
): Promise<void> {
	const pin = wanted.pin?.code;
	if (pin === undefined || !grant || pinToKeep(wanted, grant) !== pin) return;
	if (isPinRefused(grant, nowMs) || lacksPinOnLock(grant)) throw pinTaken('the guest has no PIN');
	const opened = grants.flatMap(({ doorIds }) => doorIds);
	const added = wanted.doorIds.filter((id) => !opened.includes(id));
	const lists = await Promise.all(
		(await rooms.devicesAmong(added)).flatMap((id) => [
			listCodes(send, '/access_codes/list', id),
			listCodes(send, '/access_codes/unmanaged/list', id),
		]),
	);
	if (lists.flat().some(({ code }) => code === pin)) throw pinTaken('nothing was changed');
}

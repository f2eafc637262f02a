import { createHmac } from 'crypto';
import { codeOfIssue } from '../../operation/output/shapeRecord';
import { isLock, warningsOf } from '../../wire/issues';
import type { WireObject } from '../../wire/records';
import type { Grant } from '../grants/grant';
import { backupPins, hasSeveralPins, otherPins } from '../grants/pins';
import { findProblems, isIssued } from '../grants/problems';
import { timeZoneOfDoors } from '../stays/rooms';

const LENGTH = 32;

/**
 * A fingerprint of what the guest must know: rooms, times, their time zone, PINs and link,
 * and of who the guest is: the person of the grant, or `newGuest`, whose stay it is now.
 * Null as long as a PIN or key is not issued, or a door takes a PIN that nobody knows. The state of
 * the locks, problems, names and the order of rooms do not change it.
 *
 * `secret` is that of the credential. A plain hash of a PIN with four digits can be found by trying
 * 10,000 PINs. With the secret as key, only those can try who could read the PIN anyway. It is the
 * same in all executions, workflows and workers. A new API key gives new fingerprints.
 */
export function messageKey(
	grant: Grant,
	modes: readonly string[] | undefined,
	secret: string,
	newGuest?: string,
): string | null {
	if (!isReadyForMessage(grant, modes)) return null;
	const { startsAt, endsAt, spaceIds, pin } = grant;
	const known = [
		[...spaceIds].sort(),
		Date.parse(startsAt),
		endsAt === null ? null : Date.parse(endsAt),
		timeZoneOf(grant) ?? null,
		pin ?? null,
		// Of a grant that does not say itself that doors have PINs of their own, not every item has the codes.
		otherPins(hasSeveralPins(grant) ? grant : { ...grant, codes: undefined }, pin)
			.map((door) => [door.device_id, door.pin])
			.sort(),
		[...backupPins(grant.methods)].sort(),
		linkOf(grant) ?? null,
		newGuest ?? grant.record.user_identity_id ?? null,
	];
	const digest = createHmac('sha256', secret).update(JSON.stringify(known)).digest('hex');
	// Letters only, because 'Mask PINs' hides digits that happen to be those of a PIN.
	return digest.slice(0, LENGTH).replaceAll(/./g, (digit) => LETTERS.charAt(parseInt(digit, 16)));
}

const LETTERS = 'abcdefghijklmnop';

/** The time zone in which people read the times of a grant: that of its rooms, or else of its locks. */
export const timeZoneOf = ({ spaces, devices }: Grant): string | undefined =>
	timeZoneOfDoors(spaces, devices);

/** The link that puts the mobile key on the guest's phone. */
export const linkOf = ({ record, methods }: Grant): unknown =>
	record.instant_key_url ??
	methods.find(({ instant_key_url: url }) => typeof url === 'string')?.instant_key_url;

/**
 * True if everything that the guest needs is issued, whatever its locks do now: a lock that is
 * offline weeks ahead of the stay must not cost the guest the message.
 */
function isReadyForMessage(grant: Grant, modes: readonly string[] | undefined): boolean {
	const { record, methods } = grant;
	const devices = grant.devices.filter((device) => !isLock(device));
	const problems = findProblems({ ...grant, devices, codes: undefined });
	return (
		methods.length > 0 &&
		isIssued(grant, { modes, leavesCards: true }) &&
		!problems.some(({ code, keeps_door_closed: isClosed }) => isClosed && code !== PIN_REPLACED) &&
		[record, ...methods].flatMap(warningsOf).every(hasPinOfDoor)
	);
}

const PIN_REPLACED = 'requested_code_unavailable';

/** False for a door that took another PIN than requested, if the service does not say which. */
const hasPinOfDoor = (warning: WireObject): boolean =>
	codeOfIssue(warning) !== PIN_REPLACED || typeof warning.new_code === 'string';

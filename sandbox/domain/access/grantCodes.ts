import type { AccessGrantData } from '../../state/accessState';
import {
	assignsPinsItself,
	generatePin,
	isPinTaken,
	pinObjection,
	sharedPin,
} from '../accessCodes/pinRules';
import type { Fault } from '../../faults/faults';
import { hasBackupPool } from '../accessCodes/backup';
import { createCode } from '../accessCodes/create';
import { findDevice } from '../lookup';
import { newWarning } from '../issues';
import type { AccessGrantWarning } from '../../schemas/accessGrant';
import type { Here } from '../service';
import type { StoredAccessCode, StoredDevice } from '../../state/state';
import { given } from '../without';

interface CodeRequest {
	grant: AccessGrantData;
	accessMethodId: string;
	deviceIds: string[];
	pin: string;
	/** Whether the caller chose the PIN. If not, lock makers that choose PINs themselves may do so. */
	isPinRequested: boolean;
	fault?: Fault;
}

interface ProvidedCodes {
	codes: StoredAccessCode[];
	missingDeviceIds: string[];
	warnings: AccessGrantWarning[];
}

/**
 * Creates a code with the PIN on each device that can have it. Devices that do not support access codes get none, and lock
 * makers may choose their own PINs (see `isPinRequested`). The setting `grantCodeUnavailable` decides what devices get if
 * they refuse the PIN or already have it.
 */
export function provideCodes(here: Here, request: CodeRequest): ProvidedCodes {
	const provided: ProvidedCodes = { codes: [], missingDeviceIds: [], warnings: [] };
	for (const deviceId of request.deviceIds)
		provideCode(here, request, findDevice(here, deviceId), provided);
	return provided;
}

export function codesOfMethod(
	{ workspace: { accessCodesByDevice } }: Here,
	accessMethodId: string,
): StoredAccessCode[] {
	return [...accessCodesByDevice.values()].flatMap((codes) =>
		codes.filter((code) => code.accessMethodId === accessMethodId),
	);
}

/** Start and end of the codes of a grant. A grant without an end has ongoing codes, which have neither. */
export function codeTimes({
	starts_at: startsAt,
	ends_at: endsAt,
}: Pick<AccessGrantData, 'starts_at' | 'ends_at'>) {
	return endsAt === null ? { startsAt: null, endsAt: null } : { startsAt, endsAt };
}

const PIN_LENGTHS = [4, 5, 6, 7, 8, 9];
const MAX_PINS_TRIED = 200;
/** Those of the shortest PINs. */
const MOST_PIN_NUMBERS = 999;

/**
 * A PIN that as many of the devices as possible accept: clearly made up, as short as the locks allow, counted from 5001 or
 * (setting `chosenPins`) from the one that was chosen last. If none of these PINs fits all devices, another one that does,
 * if there is one.
 */
export function choosePin(here: Here, deviceIds: string[]): string {
	const { settings, access } = here;
	const devices = deviceIds
		.map((id) => findDevice(here, id))
		.filter(({ record }) => !assignsPinsItself(record));
	const takers = (pin: string) => devices.filter((device) => isAllowed(here, device, pin)).length;
	const first = settings.chosenPins === 'next' ? access.lastPinNumber + 1 : 1;
	let best = { pin: '', takers: -1 };
	for (const length of PIN_LENGTHS) {
		for (let tried = 0; tried < MAX_PINS_TRIED && best.takers < devices.length; tried++) {
			const number = ((first + tried - 1) % MOST_PIN_NUMBERS) + 1;
			const pin = `5${String(number).padStart(length - 1, '0')}`;
			if (takers(pin) <= best.takers) continue;
			best = { pin, takers: takers(pin) };
			access.lastPinNumber = number;
		}
	}
	return best.takers < devices.length ? (sharedPin(here, devices) ?? best.pin) : best.pin;
}

function provideCode(
	here: Here,
	request: CodeRequest,
	device: StoredDevice,
	provided: ProvidedCodes,
): void {
	const { device_id: deviceId, capabilities_supported: capabilities } = device.record;
	if (!capabilities.includes('access_code')) {
		provided.missingDeviceIds.push(deviceId);
		const message = 'The device does not support access codes.';
		provided.warnings.push(
			newWarning(here, 'device_does_not_support_access_codes', message, { device_id: deviceId }),
		);
		return;
	}
	if (assignsPinsItself(device.record) && !request.isPinRequested) {
		provided.codes.push(createGrantCode(here, request, device));
		return;
	}
	if (isAllowed(here, device, request.pin)) {
		provided.codes.push(createGrantCode(here, request, device, request.pin));
		return;
	}
	if (here.settings.grantCodeUnavailable === 'missingDevice') {
		provided.missingDeviceIds.push(deviceId);
		return;
	}
	const newPin = generatePin(here, device);
	provided.codes.push(createGrantCode(here, request, device, newPin));
	const members = { device_id: deviceId, original_code: request.pin, new_code: newPin };
	provided.warnings.push(
		newWarning(
			here,
			'requested_code_unavailable',
			'The device has another code than the one requested.',
			members,
		),
	);
}

function isAllowed(here: Here, device: StoredDevice, pin: string): boolean {
	return pinObjection(device, pin) === undefined && !isPinTaken(here, device.record.device_id, pin);
}

function createGrantCode(
	here: Here,
	{ grant, accessMethodId, fault }: CodeRequest,
	device: StoredDevice,
	pin?: string,
): StoredAccessCode {
	const { startsAt, endsAt } = codeTimes(grant);
	const draft = {
		deviceId: device.record.device_id,
		name: grant.name ?? here.access.userIdentities.get(grant.user_identity_id)?.full_name ?? null,
		...given({ code: pin }),
		// Only time-bound codes have backups.
		...(startsAt && endsAt ? { startsAt, endsAt, usesBackupPool: hasBackupPool(device) } : {}),
		accessGrantId: grant.access_grant_id,
		accessMethodId,
	};
	return createCode(here, draft, { fault });
}

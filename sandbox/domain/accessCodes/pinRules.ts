import type { Here } from '../service';
import type { Device } from '../../schemas/device';
import { ServiceError, invalidInput } from '../serviceError';
import type { StoredDevice } from '../../state/state';

const DEFAULT_CODE_LENGTHS = [4];

/**
 * Whether a PIN meets a device's code constraint, by constraint type (docs/service.md#codes-2).
 * Constraints that are not about the PIN are left out.
 */
const PIN_RULES: Record<string, (pin: string) => boolean> = {
	no_zeros: (pin) => !pin.includes('0'),
	cannot_start_with_12: (pin) => !pin.startsWith('12'),
	no_triple_consecutive_ints: (pin) => !/(\d)\1\1/.test(pin),
	no_ascending_or_descending_sequence: (pin) => !isSequence(pin, 1) && !isSequence(pin, -1),
	at_least_three_unique_digits: (pin) => new Set(pin).size >= 3,
	cannot_contain_089: (pin) => !/[089]/.test(pin),
	cannot_contain_0789: (pin) => !/[0789]/.test(pin),
	no_all_same_digits: (pin) => new Set(pin).size > 1,
	cannot_specify_pin_code: () => false,
};

function isSequence(pin: string, step: 1 | -1): boolean {
	return [...pin].every(
		(digit, index) => index === 0 || Number(digit) - Number(pin[index - 1]) === step,
	);
}

/** The reason why the device refuses the PIN, as a message; undefined if it accepts it. Does not check whether the PIN is free. */
export function pinObjection({ record }: StoredDevice, pin: string): string | undefined {
	const { supported_code_lengths: lengths, code_constraints: constraints = [] } = record.properties;
	if (lengths && !lengths.includes(pin.length)) {
		return `The code must have ${lengths.join(', ')} digits on this device`;
	}
	const broken = constraints.find(({ constraint_type: type }) => PIN_RULES[type]?.(pin) === false);
	return broken && `The code breaks the constraint ${broken.constraint_type} of this device`;
}

export function isPinTaken({ workspace }: Here, deviceId: string, pin: string): boolean {
	return (workspace.accessCodesByDevice.get(deviceId) ?? []).some(({ code }) => code === pin);
}

/** Throws 400 `invalid_input` for a PIN that the device refuses, 409 `duplicate_access_code` for one that it already has. */
export function requireAllowedPin(here: Here, device: StoredDevice, pin: string): void {
	const objection = pinObjection(device, pin);
	if (objection) throw invalidInput(objection);
	const { device_id } = device.record;
	if (!isPinTaken(here, device_id, pin)) return;
	throw new ServiceError(
		409,
		'duplicate_access_code',
		'The device already has an access code with this PIN.',
		{ data: { device_id } },
	);
}

const MAX_TRIES = 1_000;
/** Shares no factor with 10, so each PIN of a length comes once before one comes again. */
const STRIDE = 618_033_989;
/** Of PINs that are counted (`choosePin`) or that a test enters. */
const OF_OTHERS = /^[456]/;

export function assignsPinsItself({ properties }: Device): boolean {
	return (
		properties.code_constraints?.some(
			({ constraint_type }) => constraint_type === 'cannot_specify_pin_code',
		) ?? false
	);
}

/** A PIN that all devices accept and none has, in no order that shows; undefined if none was found. One that ended does not soon come back. */
export function sharedPin(
	here: Here,
	devices: StoredDevice[],
	preferredLength?: number,
): string | undefined {
	const isFree = (pin: string) =>
		!OF_OTHERS.test(pin) &&
		devices.every(
			({ record }) =>
				!isPinTaken(here, record.device_id, pin) &&
				(record.properties.code_constraints ?? []).every(
					({ constraint_type: type }) =>
						type === 'cannot_specify_pin_code' || PIN_RULES[type]?.(pin) !== false,
				),
		);
	const [length] = sharedLengths(devices, preferredLength);
	if (length === undefined) return undefined;
	for (let tries = 0; tries < MAX_TRIES; tries++) {
		const number = (++here.access.drawnPins * STRIDE) % 10 ** length;
		const pin = String(number).padStart(length, '0');
		if (isFree(pin)) return pin;
	}
	return undefined;
}

/** A free PIN for one device, of the preferred length if the device accepts that. Throws 400 if none was found. */
export function generatePin(here: Here, device: StoredDevice, preferredLength?: number): string {
	const pin = sharedPin(here, [device], preferredLength);
	if (pin === undefined) throw invalidInput('The device has no free PIN left');
	return pin;
}

/** Lengths that all devices accept, the nearest to the preferred length first. */
function sharedLengths(devices: StoredDevice[], preferredLength?: number): number[] {
	const [first = DEFAULT_CODE_LENGTHS, ...others] = devices.map(
		({ record }) => record.properties.supported_code_lengths ?? DEFAULT_CODE_LENGTHS,
	);
	const wanted = preferredLength ?? first[0] ?? 0;
	return first
		.filter((length) => others.every((lengths) => lengths.includes(length)))
		.sort((left, right) => Math.abs(left - wanted) - Math.abs(right - wanted));
}

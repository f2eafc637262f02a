import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import type { ItemValues } from '../../operation/types';
import type { ReservationInput } from '../reconcile';
import { readAccess, readPrefix, readStay } from './stayInput';

/** Reads the request of one item. Throws InvalidParameterError for invalid values. */
export function readInput(values: ItemValues): ReservationInput {
	const stay = readStay(values);
	if (stay.meaning === 'givesAccess') return { is: 'access', access: readAccess(values, stay) };
	return { is: stay.meaning === 'endsAccess' ? 'end' : 'ignored', stay };
}

/** Like readInput, except that an empty item stands for an empty list, so the node changes nothing. */
export function readListedInput(values: ItemValues, input: IDataObject): ReservationInput {
	if (Object.keys(input).length > 0 || String(values.reservationKey ?? '').trim() !== '')
		return readInput(values);
	const stay = {
		prefix: readPrefix(values.options),
		reservationKey: '',
		guestNumber: 1,
		status: '',
		meaning: 'unknown' as const,
	};
	const reason = {
		code: 'empty_input',
		reason: 'The input is empty, so nothing was changed',
		remedy: 'Check the previous node.',
		keeps_door_closed: false,
	};
	return { is: 'ignored', stay, reason };
}

/** Refuses two different items about the same guest, because they would undo each other in every execution. */
export class InputsOfRun {
	private readonly inputs = new Map<string, { says: string; changedAtMs?: number }>();

	/** Throws InvalidParameterError if an earlier item contradicts this one, unless they were changed at different times. */
	check(input: ReservationInput): void {
		const { reservationKey, guestNumber, changedAtMs } =
			input.is === 'access' ? input.access : input.stay;
		const name = `${reservationKey} ${guestNumber}`;
		const says = JSON.stringify(input);
		const before = this.inputs.get(name);
		if (
			before === undefined ||
			before.says === says ||
			(changedAtMs !== undefined && changedAtMs !== before.changedAtMs)
		) {
			this.inputs.set(name, { says, changedAtMs });
			return;
		}
		throw new InvalidParameterError(
			`Two items contradict each other about the reservation '${reservationKey}'`,
			"Map 'Guest Number' if they are for different guests. If the reservation has several rooms, send one item with all their keys in 'Rooms'. If one is an older version, map 'Changed At', so that the later change wins.",
		);
	}
}

import type { IDataObject } from 'n8n-workflow';
import type { ItemValues } from '../../operation/types';
import { readAccess, readPrefix, readStay } from './readStay';
import type { StayRequest } from './stay';

/** Reads the request of one item. Throws InvalidParameterError for invalid values. */
export function readRequest(values: ItemValues): StayRequest {
	const stay = readStay(values);
	if (stay.meaning === 'givesAccess') return { is: 'access', stay: readAccess(values, stay) };
	return { is: stay.meaning === 'endsAccess' ? 'end' : 'ignored', stay };
}

/** Like readRequest, except that an empty item stands for an empty list, so that the node changes nothing. */
export function readListedRequest(values: ItemValues, input: IDataObject): StayRequest {
	if (Object.keys(input).length > 0 || String(values.reservationKey ?? '').trim() !== '')
		return readRequest(values);
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

/** The request of operations that need only a guest of a reservation. Throws InvalidParameterError for invalid values. */
export const readEnding = (values: ItemValues): StayRequest => ({
	is: 'end',
	stay: { ...readStay({ ...values, status: '' }), meaning: 'endsAccess' },
});

/** True for an empty item. n8n passes one on if an earlier node found nothing and has 'Always Output Data' on. */
export const isEmptyRequest = ({ stay }: StayRequest): boolean => stay.reservationKey === '';

import type { Field, Fields, FieldValues, Operation } from './types';
import type { WireObject } from '../wire/records';
import { requestOf } from './form/requestOf';

/**
 * Types `request` by its fields, then drops the types, because the registry holds operations of all
 * shapes. `ofFields` is the request that the fields give; without a `request`, it is sent.
 */
export function defineOperation<
	const F extends Fields,
	const O extends Fields = Record<never, Field>,
>(
	operation: Omit<Operation, 'fields' | 'options' | 'request'> & {
		fields: F;
		options?: O;
		request?: (
			values: FieldValues<F> & { options: Partial<FieldValues<O>> },
			ofFields: () => WireObject,
		) => WireObject;
	},
): Operation {
	const { fields, request } = operation;
	const read = requestOf(fields);
	return {
		...operation,
		request: request
			? (values) => request(values as Parameters<typeof request>[0], () => read(values))
			: read,
	};
}

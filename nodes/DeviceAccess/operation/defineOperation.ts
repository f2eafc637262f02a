import type { Field, Fields, FieldValues, Operation } from './types';
import type { WireObject } from '../wire/records';
import { requestOf } from './form/requestOf';

/**
 * Types `request` by its fields, then drops the types, because the registry holds operations of all
 * shapes. Without a `request`, sends what the fields say.
 */
export function defineOperation<
	const F extends Fields,
	const O extends Fields = Record<never, Field>,
>(
	operation: Omit<Operation, 'fields' | 'options' | 'request'> & {
		fields: F;
		options?: O;
		request?: (values: FieldValues<F> & { options: Partial<FieldValues<O>> }) => WireObject;
	},
): Operation {
	const { request = requestOf(operation.fields) } = operation;
	return { ...operation, request } as unknown as Operation;
}

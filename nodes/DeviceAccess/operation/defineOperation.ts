import type { Field, Fields, FieldValues, Operation } from './types';
import type { WireObject } from '../wire/records';

/**
 * Types `request` by its fields, then drops the types, because the registry holds operations of all
 * shapes.
 */
export function defineOperation<
	const F extends Fields,
	const O extends Fields = Record<never, Field>,
>(
	operation: Omit<Operation, 'fields' | 'options' | 'request'> & {
		fields: F;
		options?: O;
		request: (values: FieldValues<F> & { options: Partial<FieldValues<O>> }) => WireObject;
	},
): Operation {
	return operation as unknown as Operation;
}

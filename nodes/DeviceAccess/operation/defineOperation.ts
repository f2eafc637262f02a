import type { Field, Fields, FieldValues, Operation } from './types';
import type { WireObject } from '../wire/records';

/**
 * Types `request` by its fields, then drops the types, because the registry holds operations of all
 * shapes.
 */
export const defineOperation = <
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
): Operation => operation as Operation;

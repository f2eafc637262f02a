import type { Field, Fields, FieldValues, Operation } from './types';
import type { Endpoint, RequestBody } from '../wire/endpoints';
import type { WireObject } from '../wire/records';

/**
 * Types `request` by its fields and by the endpoint, then drops the types, because the registry holds
 * operations of all shapes.
 */
export const defineOperation = <
	const E extends Endpoint,
	const F extends Fields,
	const O extends Fields = Record<never, Field>,
>({
	query,
	...operation
}: Omit<Operation, 'endpoint' | 'fields' | 'options' | 'request'> & {
	endpoint?: E;
	fields: F;
	options?: O;
	request?: RequestOf<F, O, RequestBody<E>>;
	/** In place of `request`: what the node itself reads, or sends to several endpoints. */
	query?: RequestOf<F, O, WireObject>;
}): Operation => ({ ...operation, ...(query && { request: query }) }) as Operation;

type RequestOf<F extends Fields, O extends Fields, Body> = (
	values: FieldValues<F> & { options: Partial<FieldValues<O>> },
	ofFields: () => WireObject,
) => Body;

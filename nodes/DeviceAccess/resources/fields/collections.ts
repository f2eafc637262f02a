import type { NestedField } from '../../operation/types';

const collection = (displayName: string, options: NestedField[]) =>
	({ displayName, type: 'collection', placeholder: 'Add Field', default: {}, options }) as const;

/** Optional fields to create a record. */
export const additionalFieldsOf = (...options: NestedField[]) =>
	collection('Additional Fields', options);

/** Fields to change a record. */
export const updateFieldsOf = (...options: NestedField[]) => collection('Update Fields', options);

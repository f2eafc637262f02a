import type { NestedField } from '../../operation/types';

const collection = (displayName: string, options: NestedField[]) => ({ displayName, type: 'collection', placeholder: 'Add Field', default: {}, options }) as const;

/** What may be said of a record that is created. */
export const additionalFieldsOf = (...options: NestedField[]) => collection('Additional Fields', options);

/** What may be changed of a record. */
export const updateFieldsOf = (...options: NestedField[]) => collection('Update Fields', options);

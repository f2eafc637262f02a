import type { Resource } from '../operation';
import { RECORDS } from '../wire/recordTable';
import { methodOutput } from './accessMethod';
import { recordOf } from './fields/recordOperations';
import { byDevice, byEntrance, bySpace, filtersField } from './fields/filters';
import {
	narrowingUnmanagedGrantField,
	unmanagedAccessGrantField,
	unmanagedAccessMethodField,
} from './fields/locators';

const record = recordOf(RECORDS.unmanagedAccessMethod, methodOutput());

export const unmanagedAccessMethod: Resource = {
	value: 'unmanagedAccessMethod',
	name: 'Unmanaged Access Method',
	description: 'A PIN, card or key of an unmanaged grant. To manage it, convert the grant.',
	operations: [
		record.getMany('Retrieve a list of the PINs, cards and keys of an unmanaged grant', {
			accessGrantId: unmanagedAccessGrantField,
			filters: filtersField(byDevice, byEntrance, bySpace),
		}),
		record.get('Get one PIN, card or key of an unmanaged grant', {
			accessGrantId: narrowingUnmanagedGrantField,
			accessMethodId: unmanagedAccessMethodField,
		}),
	],
};

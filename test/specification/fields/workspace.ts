import { tableOf } from './field';
import { boolean, nullable, text, uuid } from './types';

const field = tableOf('workspace');

/** Specification, "workspace"; `connect_partner_name` may be null (facts 4). */
export const workspaceFields = [
	field('workspace_id', 'uuid', uuid, { isRequired: true }),
	field('name', 'string', text, { isRequired: true }),
	field('company_name', 'string', text, { isRequired: true }),
	field('connect_partner_name', 'string', nullable(text), { isRequired: true }),
	field('is_sandbox', 'boolean', boolean, { isRequired: true }),
];

import { Type } from 'typebox';
import { tableOf } from './field';
import { boolean, dateTime, nullable, text, uri, uuid, uuids } from './types';

const list = Type.Array(Type.Object({}));
const workspace = tableOf('workspace');

/** Specification, "workspace"; `connect_partner_name` may be null (facts 4). */
export const workspaceFields = [
	workspace('workspace_id', 'uuid', uuid, { isRequired: true }),
	workspace('name', 'string', text, { isRequired: true }),
	workspace('company_name', 'string', text, { isRequired: true }),
	workspace('connect_partner_name', 'string', nullable(text), { isRequired: true }),
	workspace('is_sandbox', 'boolean', boolean, { isRequired: true }),
];

const connectedAccount = tableOf('connected_account');

/** Facts 4, "Records": the fields with a star are required. Leaves out optional fields that no account of the sandbox has. */
export const connectedAccountFields = [
	connectedAccount('connected_account_id', 'uuid, required', uuid),
	connectedAccount('display_name', 'string, required', text),
	connectedAccount('account_type_display_name', 'string, required', text),
	connectedAccount('account_type', 'string', text),
	connectedAccount('automatically_manage_new_devices', 'boolean, required', boolean),
	connectedAccount('accepted_capabilities', 'array, required', Type.Array(text)),
	connectedAccount(
		'custom_metadata',
		'object, required',
		Type.Record(text, Type.Union([text, boolean])),
	),
	connectedAccount('errors', 'array, required', list),
	connectedAccount('warnings', 'array, required', list),
	connectedAccount('created_at', 'date-time', dateTime),
];

const space = tableOf('space');
const count = Type.Integer({ minimum: 0 });

/** Facts 4, "Records": the fields with a star are required. */
export const spaceFields = [
	space('space_id', 'uuid, required', uuid),
	space('workspace_id', 'uuid, required', uuid),
	space('name', 'string, required', text),
	space('display_name', 'string, required', text),
	space('created_at', 'date-time, required', dateTime),
	space('device_count', 'number, required', count),
	space('acs_entrance_count', 'number, required', count),
	space('space_key', 'string', text),
	space('customer_key', 'string', text),
];

const userIdentity = tableOf('user_identity');

/** Facts 4, "Records": the fields with a star are required. */
export const userIdentityFields = [
	userIdentity('user_identity_id', 'uuid, required', uuid),
	userIdentity('workspace_id', 'uuid, required', uuid),
	userIdentity('user_identity_key', 'string, nullable, required', nullable(text)),
	userIdentity('email_address', 'string, nullable, required', nullable(text)),
	userIdentity('phone_number', 'string, nullable, required', nullable(text)),
	userIdentity('full_name', 'string, nullable, required', nullable(text)),
	userIdentity('display_name', 'string, required', text),
	userIdentity('acs_user_ids', 'array of uuid, required', uuids),
	userIdentity('created_at', 'date-time, required', dateTime),
	userIdentity('errors', 'array, required', list),
	userIdentity('warnings', 'array, required', list),
];

const pagination = tableOf('pagination');

/** Specification, "pagination object"; cursor and URL are null on the last page (facts C10). */
export const paginationFields = [
	pagination('next_page_cursor', 'string, null on the last page', nullable(text), {
		isRequired: true,
		isNullable: true,
	}),
	pagination('has_next_page', 'boolean', boolean, { isRequired: true }),
	pagination('next_page_url', 'string, URI, null on the last page', nullable(uri), {
		isRequired: true,
		isNullable: true,
	}),
];

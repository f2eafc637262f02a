import { type TSchema, Type } from 'typebox';
import { AccessCode, UnmanagedAccessCode } from '../../sandbox/schemas/accessCode';
import { AccessGrant } from '../../sandbox/schemas/accessGrant';
import { AccessGroup } from '../../sandbox/schemas/accessGroup';
import { AccessMethod } from '../../sandbox/schemas/accessMethod';
import { AccessSystem } from '../../sandbox/schemas/accessSystem';
import { AccessSystemUser } from '../../sandbox/schemas/accessSystemUser';
import { ActionAttempt } from '../../sandbox/schemas/actionAttempt';
import { ConnectedAccount } from '../../sandbox/schemas/connectedAccount';
import { ConnectWebview } from '../../sandbox/schemas/connectWebview';
import { Credential } from '../../sandbox/schemas/credential';
import { CustomerPortal } from '../../sandbox/schemas/customer';
import { Device, UnmanagedDevice } from '../../sandbox/schemas/device';
import { Encoder } from '../../sandbox/schemas/encoder';
import { Entrance } from '../../sandbox/schemas/entrance';
import { Event } from '../../sandbox/schemas/event';
import { InstantKey } from '../../sandbox/schemas/instantKey';
import { Space } from '../../sandbox/schemas/space';
import {
	UnmanagedAccessGrant,
	UnmanagedAccessMethod,
	UnmanagedUserIdentity,
} from '../../sandbox/schemas/unmanagedAccess';
import { UserIdentity } from '../../sandbox/schemas/userIdentity';
import { Workspace } from '../../sandbox/schemas/workspace';

const GeneratedCode = Type.Object({ device_id: Type.String(), code: Type.String() });

/** Every record that an operation can return, by its member in the answer. */
export const RECORDS: Readonly<Record<string, TSchema>> = {
	access_code: AccessCode,
	access_grant: AccessGrant,
	access_method: AccessMethod,
	acs_access_group: AccessGroup,
	acs_credential: Credential,
	acs_encoder: Encoder,
	acs_entrance: Entrance,
	acs_system: AccessSystem,
	acs_user: AccessSystemUser,
	action_attempt: ActionAttempt,
	backup_access_code: AccessCode,
	connect_webview: ConnectWebview,
	connected_account: ConnectedAccount,
	customer_portal: CustomerPortal,
	device: Device,
	event: Event,
	generated_code: GeneratedCode,
	instant_key: InstantKey,
	space: Space,
	unmanaged_access_code: UnmanagedAccessCode,
	unmanaged_access_grant: UnmanagedAccessGrant,
	unmanaged_access_method: UnmanagedAccessMethod,
	unmanaged_device: UnmanagedDevice,
	unmanaged_user_identity: UnmanagedUserIdentity,
	user_identity: UserIdentity,
	workspace: Workspace,
};

import { Collection } from './collection';
import type { AccessGrant } from '../schemas/accessGrant';
import type { AccessGroup } from '../schemas/accessGroup';
import type { AccessMethod } from '../schemas/accessMethod';
import type { AccessSystem } from '../schemas/accessSystem';
import type { AccessSystemUser } from '../schemas/accessSystemUser';
import type { Credential } from '../schemas/credential';
import type { Encoder } from '../schemas/encoder';
import type { Entrance } from '../schemas/entrance';
import type { InstantKey } from '../schemas/instantKey';
import type { Space } from '../schemas/space';
import type { UserIdentity } from '../schemas/userIdentity';

// An entity is its record without derived members, plus what the record does not show.

export type UserIdentityData = Omit<UserIdentity, 'display_name' | 'acs_user_ids'> & {
	/** Devices with direct access, without a grant. */
	device_ids: string[];
};

export type SpaceData = Omit<Space, 'display_name' | 'device_count' | 'acs_entrance_count'> & {
	device_ids: string[];
	acs_entrance_ids: string[];
	/** Accounts given for the space itself. The accounts of its devices also belong to it. */
	connected_account_ids: string[];
};

export type AccessSystemData = Omit<AccessSystem, 'acs_access_group_count' | 'acs_user_count'> & {
	/** How cards of this system are issued: written by an encoder, or existing cards assigned by number. */
	cards: 'encoded' | 'assigned';
	/** Numbers of the system's cards that nobody has. */
	spareCardNumbers: string[];
};

export type EntranceData = Omit<Entrance, 'space_ids'>;

export type AccessSystemUserData = Omit<
	AccessSystemUser,
	'user_identity_full_name' | 'user_identity_email_address' | 'user_identity_phone_number'
>;

export type AccessGroupData = AccessGroup & { acs_user_ids: string[]; acs_entrance_ids: string[] };

export type CredentialData = Credential & {
	acs_entrance_ids: string[];
};

export type EncoderData = Encoder & {
	/** The card that lies on the encoder. */
	acs_credential_id?: string;
	nextEncoding?: SimulatedUse;
	nextScan?: SimulatedUse;
};

/** How the next use of an encoder ends, as a simulation set it. */
export interface SimulatedUse {
	/** An error code, or the service's name for another ending. */
	ending: string;
	isFailure?: boolean;
}

export type AccessGrantData = Omit<
	AccessGrant,
	'display_name' | 'location_ids' | 'access_method_ids' | 'client_session_token' | 'instant_key_url'
> & {
	/** Devices given for the grant itself. The devices of its spaces are not listed here. */
	device_ids: string[];
	/** Entrances given for the grant itself. The entrances of its spaces are not listed here. */
	acs_entrance_ids: string[];
	/** Entrances whose event `access_grant.access_granted_to_door` was already published. */
	grantedEntranceIds: string[];
	isGrantedEverywhere: boolean;
};

export type AccessMethodData = Omit<
	AccessMethod,
	'display_name' | 'is_issued' | 'client_session_token' | 'instant_key_url'
> & {
	access_grant_id: string;
	/** Devices that have, or get, an access code of this method. */
	device_ids: string[];
	acs_entrance_ids: string[];
	/** Cards only: the system that the card belongs to. */
	acs_system_id?: string;
	/** Devices where this method's code is set, or is stored on the lock until it starts. */
	readyDeviceIds: string[];
	/** True once the method has been issued, even if it has since been revoked. The next time, it is reissued. */
	wasIssued: boolean;
	/** The PIN is that of a backup code. */
	isBackupCode?: boolean;
	/** Cards only: the card that was assigned. */
	cardNumber?: string;
};

/** A record that was pushed for a customer, and what was created from it. */
interface CustomerRecordData {
	readonly customer_key: string;
	/** The member that holds the key, such as `guest_key`. */
	readonly key_name: string;
	readonly key: string;
	/** ID of the space, person or grant. */
	readonly made_id: string;
}

/** The ID of a pushed record. Assumes that a key belongs to only one record of its kind, across all customers. */
export const customerRecordId = ({
	key_name,
	key,
}: Pick<CustomerRecordData, 'key_name' | 'key'>): string => `${key_name} ${key}`;

/** The people, places, access control systems and grants that a workspace starts with. */
export interface AccessSeed {
	userIdentities: UserIdentityData[];
	spaces: SpaceData[];
	accessSystems: AccessSystemData[];
	entrances: EntranceData[];
	accessSystemUsers: AccessSystemUserData[];
	accessGroups: AccessGroupData[];
	credentials: CredentialData[];
	encoders: EncoderData[];
	accessGrants: AccessGrantData[];
	accessMethods: AccessMethodData[];
	/** Unmanaged records, which are in no other list. */
	unmanagedUserIdentities: UserIdentityData[];
	unmanagedGrants: AccessGrantData[];
	unmanagedMethods: AccessMethodData[];
}

export type AccessState = ReturnType<typeof createAccessState>;

export function createAccessState(seed: Partial<AccessSeed> = {}, now?: () => number) {
	const accessMethods = new Collection('access_method_id', seed.accessMethods, 'access_grant_id');
	return {
		userIdentities: new Collection('user_identity_id', seed.userIdentities, undefined, now),
		spaces: new Collection('space_id', seed.spaces),
		accessSystems: new Collection('acs_system_id', seed.accessSystems),
		entrances: new Collection('acs_entrance_id', seed.entrances),
		accessSystemUsers: new Collection('acs_user_id', seed.accessSystemUsers),
		accessGroups: new Collection('acs_access_group_id', seed.accessGroups),
		credentials: new Collection('acs_credential_id', seed.credentials),
		encoders: new Collection('acs_encoder_id', seed.encoders),
		accessGrants: new Collection('access_grant_id', seed.accessGrants, undefined, now),
		accessMethods,
		unmanagedUserIdentities: new Collection('user_identity_id', seed.unmanagedUserIdentities),
		unmanagedGrants: new Collection('access_grant_id', seed.unmanagedGrants),
		unmanagedMethods: new Collection('access_method_id', seed.unmanagedMethods, 'access_grant_id'),
		instantKeys: new Collection<InstantKey>('instant_key_id'),
		customerRecords: new Collection<CustomerRecordData>(customerRecordId),
		deletedGrantKeys: new Set<string>(),
		/** The number in the PIN that the service chose last. */
		lastPinNumber: 0,
		/** How many PINs were drawn for locks, whether they fitted or not. */
		drawnPins: 0,
		/** The methods of a grant, in order of creation. */
		methodsOf: (accessGrantId: string) => accessMethods.inGroup(accessGrantId),
	};
}

import type { AccessCode, PendingMutation } from '../schemas/accessCode';

/** What the sandbox keeps for a managed code in addition to an unmanaged one. All absent: the code is set. */
export interface ManagedCodeData {
	/** Absent: `set`, or `unset` if `isUnset`. */
	status: AccessCode['status'];
	pendingMutations: PendingMutation[];
	commonCodeKey: string;
	accessGrantId: string;
	accessMethodId: string;
	/** The lock knows the code. Absent on codes that were there from the start, which means yes. */
	isOnDevice: boolean;
	isScheduledOnDevice: boolean;
	prefersNativeScheduling: boolean;
	/** The lock's maker chooses the PIN when the code is programmed; until then `code` is empty. */
	isWaitingForCodeAssignment: boolean;
	usesBackupPool: boolean;
	isBackup: boolean;
	pulledBackupAccessCodeId: string;
	isOffline: boolean;
	isOneTimeUse: boolean;
	/** The name as the lock shows it, shortened where the lock has no room. */
	nameOnDevice: string;
	lockvendorMetadata: NonNullable<AccessCode['lockvendor_metadata']>;
}

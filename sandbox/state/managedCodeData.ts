import type { AccessCode, PendingMutation } from '../schemas/accessCode';

/** What the sandbox keeps for a managed code in addition to the data of an unmanaged one. */
export interface ManagedCodeData {
	/** Absent: `set`, or `unset` if `isUnset`. */
	status: AccessCode['status'];
	pendingMutations: PendingMutation[];
	commonCodeKey: string;
	accessGrantId: string;
	accessMethodId: string;
	/** Whether the lock has the code. Absent on codes that exist from the start, which are on the lock unless `isUnset`. */
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
	/** The name as the lock shows it, shortened if the lock has no room for all of it. */
	nameOnDevice: string;
	lockvendorMetadata: NonNullable<AccessCode['lockvendor_metadata']>;
}

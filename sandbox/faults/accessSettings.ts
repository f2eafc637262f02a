import { Type } from 'typebox';
import type { Static } from 'typebox';

const Refusal = Type.Enum(['conflict', 'invalidInput']);

/** Settings about people, grants and reservations where the sources disagree or say nothing (facts 2, section E). */
export const accessSettingsSchema = {
	/** Whether the methods of a grant are created with it, or after `attemptDurationMs`; in that case, the answer names none. */
	accessMethodsMade: Type.Enum(['withGrant', 'afterwards']),
	/** Whether a PIN method counts as issued while its codes wait for the time at which the locks are programmed. */
	deferredCodesIssueMethods: Type.Boolean(),
	/** What a device gets if it cannot have the grant's PIN: another PIN, with a warning on the grant (facts 2, C), or none, with an error. */
	grantCodeUnavailable: Type.Enum(['missingDevice', 'anotherCode']),
	/** What `access_grants/update` does with devices, entrances and spaces: refuses (400), ignores, or replaces them (facts 2, E1). */
	grantUpdatePlaces: Type.Enum(['refused', 'ignored', 'replaced']),
	/** Whether a PIN stays the same when it is reissued for new times (facts 2, E10). */
	reissuedPin: Type.Enum(['same', 'another']),
	/** Whether the service sends `access_method.revoked` when it revokes a method because of a change (facts 2, E11). */
	revokedEvents: Type.Boolean(),
	/** Whether the service answers 409 or 400 to a key, email address or phone number that another person has (facts 2, E7). */
	takenIdentityAnswer: Refusal,
	/** Whether the service answers 409 or 400 to a key that another grant or space has (facts 2, E8). */
	takenKeyAnswer: Refusal,
	/** What happens if another person has the key, email address or phone number of a grant's inline `user_identity` (facts 2, E9). */
	inlineIdentityTaken: Type.Enum(['refused', 'reused']),
	/** When the key of a deleted grant is free again: once the grant is gone, as soon as its deletion starts, or never. */
	deletedGrantKeys: Type.Enum(['freeWhenGone', 'freeAtOnce', 'neverFree']),
	/** Whether a guest's grant for entrances of Salto Space needs a `reservation_key` (facts 2, E3). Some other systems always need one. */
	saltoSpaceNeedsReservationKey: Type.Boolean(),
	/** What a `reservation_key` does on a grant for locks without any entrance (facts 2, E4). */
	reservationKeyOnDevicesAlone: Type.Enum(['refused', 'ignored']),
	/** Whether entrances show `can_belong_to_reservation` (facts 2, E5). The flag applies even if it is hidden. */
	reservationCapabilityShown: Type.Boolean(),
	/** Whether people and stays pushed for a customer become people and grants. If not, the answer does not say so (facts 2, D). */
	customerAutomations: Type.Enum(['on', 'off']),
	/** The form of errors from the reservation rules: like all other errors, or with label and title but no `type` (facts 2, E6). */
	reservationErrorForm: Type.Enum(['type', 'labelAndTitle']),
};

type AccessSettings = Static<Type.TObject<typeof accessSettingsSchema>>;

/** The defaults. */
export const accessDefaults: AccessSettings = {
	accessMethodsMade: 'withGrant',
	deferredCodesIssueMethods: true,
	grantCodeUnavailable: 'anotherCode',
	grantUpdatePlaces: 'ignored',
	reissuedPin: 'same',
	revokedEvents: true,
	takenIdentityAnswer: 'conflict',
	takenKeyAnswer: 'conflict',
	inlineIdentityTaken: 'refused',
	deletedGrantKeys: 'freeWhenGone',
	saltoSpaceNeedsReservationKey: false,
	reservationKeyOnDevicesAlone: 'refused',
	reservationCapabilityShown: true,
	customerAutomations: 'on',
	reservationErrorForm: 'type',
};

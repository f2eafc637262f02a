import { Type } from 'typebox';
import type { Static } from 'typebox';

const Refusal = Type.Enum(['conflict', 'invalidInput']);

/** Settings about people, grants and reservations for which the sources have two readings or none (facts 2, section E). */
export const accessSettingsSchema = {
	/** Whether the methods of a grant are made with it, or after `attemptDurationMs`; its answer then names none. */
	accessMethodsMade: Type.Enum(['withGrant', 'afterwards']),
	/** Whether a PIN method counts as issued while its codes wait for the time at which locks are programmed. */
	deferredCodesIssueMethods: Type.Boolean(),
	/** What a device gets that cannot have the grant's PIN: another PIN and a warning on the grant (facts 2, C), or nothing, which the grant reports. */
	grantCodeUnavailable: Type.Enum(['missingDevice', 'anotherCode']),
	/** What `access_grants/update` makes of devices, entrances and spaces: 400, nothing, or the places from now on (facts 2, E1). */
	grantUpdatePlaces: Type.Enum(['refused', 'ignored', 'replaced']),
	/** Whether a PIN is the same when it is reissued for other times (facts 2, E10). */
	reissuedPin: Type.Enum(['same', 'another']),
	/** Whether taking a method back for a change is told by `access_method.revoked` (facts 2, E11). */
	revokedEvents: Type.Boolean(),
	/** How a person's key, email address or phone number that is taken is refused: 409 or 400 (facts 2, E7). */
	takenIdentityAnswer: Refusal,
	/** How the key of a grant or space that is taken is refused: 409 or 400 (facts 2, E8). */
	takenKeyAnswer: Refusal,
	/** What a grant's inline `user_identity` does whose key, email address or phone number somebody has (facts 2, E9). */
	inlineIdentityTaken: Type.Enum(['refused', 'reused']),
	/** When the key of a deleted grant may be used again: when the grant is gone, from the deletion on, or never. */
	deletedGrantKeys: Type.Enum(['freeWhenGone', 'freeAtOnce', 'neverFree']),
	/** Whether a guest's grant for entrances of Salto Space needs a `reservation_key` (facts 2, E3); other systems need it anyway. */
	saltoSpaceNeedsReservationKey: Type.Boolean(),
	/** What a `reservation_key` does on a grant for locks without any entrance (facts 2, E4). */
	reservationKeyOnDevicesAlone: Type.Enum(['refused', 'ignored']),
	/** Whether entrances show `can_belong_to_reservation` (facts 2, E5); those that can do so in any case. */
	reservationCapabilityShown: Type.Boolean(),
	/** Whether people and stays that are pushed for a customer become people and grants; when they do not, nobody is told (facts 2, D). */
	customerAutomations: Type.Enum(['on', 'off']),
	/** How refusals by the rules of reservations look: as all others, or with label and title and without `type` (facts 2, E6). */
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

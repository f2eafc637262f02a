import { Type } from 'typebox';

export const accessSettingsSchema = {
	/** Whether the methods of a grant are created with it, or after `attemptDurationMs`; in that case, the answer names none. */
	accessMethodsMade: Type.Enum(['withGrant', 'afterwards'], { default: 'withGrant' }),
	/**
	 * What a device gets if it cannot have the grant's PIN: another PIN, with a warning on the
	 * grant, or none, with an error (docs/service.md#grants-4).
	 */
	grantCodeUnavailable: Type.Enum(['missingDevice', 'anotherCode'], { default: 'anotherCode' }),
	/**
	 * The PIN that the service chooses for a grant: the lowest free one, or the next one after the PIN that it chose last, so
	 * that one that has just ended does not come back.
	 */
	chosenPins: Type.Enum(['lowest', 'next'], { default: 'lowest' }),
	/**
	 * What `access_grants/update` does with devices, entrances and spaces: refuses (400), ignores,
	 * or replaces them (docs/service.md#grants-1).
	 */
	grantUpdatePlaces: Type.Enum(['refused', 'ignored', 'replaced'], { default: 'ignored' }),
	/**
	 * Whether the service answers 409 or 400 to a key, email address or phone number that another
	 * person has (docs/service.md#calls-11).
	 */
	takenIdentityAnswer: Type.Enum(['conflict', 'invalidInput'], { default: 'conflict' }),
	/**
	 * Whether the service answers 409, 400, or 409 without a reason to a key that another grant or
	 * space has (docs/service.md#calls-11).
	 */
	takenKeyAnswer: Type.Enum(['conflict', 'invalidInput', 'noReason'], { default: 'conflict' }),
	/**
	 * What happens if another person has the key, email address or phone number of a grant's inline
	 * `user_identity` (docs/service.md#calls-11).
	 */
	inlineIdentityTaken: Type.Enum(['refused', 'reused'], { default: 'refused' }),
	/** When the key of a deleted grant is free again: once the grant is gone, as soon as its deletion starts, or never. */
	deletedGrantKeys: Type.Enum(['freeWhenGone', 'freeAtOnce', 'neverFree'], {
		default: 'freeWhenGone',
	}),
	/**
	 * Whether a guest's grant for entrances of Salto Space needs a `reservation_key`. Some other
	 * systems always need one (docs/service.md#grants-11).
	 */
	saltoSpaceNeedsReservationKey: Type.Boolean({ default: false }),
	/**
	 * What a `reservation_key` does on a grant for locks without any entrance
	 * (docs/service.md#grants-14).
	 */
	reservationKeyOnDevicesAlone: Type.Enum(['refused', 'ignored'], { default: 'refused' }),
	/**
	 * Whether entrances show `can_belong_to_reservation`. The flag applies even if it is hidden
	 * (docs/service.md#grants-13).
	 */
	reservationCapabilityShown: Type.Boolean({ default: true }),
	/**
	 * The form of errors from the reservation rules: like all other errors, or with label and title
	 * but no `type` (docs/service.md#calls-2).
	 */
	reservationErrorForm: Type.Enum(['type', 'labelAndTitle'], { default: 'type' }),
};

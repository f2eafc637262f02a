/**
 * Advice for an action that the service or the lock could not carry out, by the error type of the
 * attempt.
 */
const ACTION_ADVICE: ReadonlyArray<[type: RegExp, advice: string]> = [
	[
		/^duplicate_code_on_device$/,
		'Two codes on the lock have this PIN. Delete one of them, or leave this one as it is',
	],
	[
		/^no_space_for_access_code_on_device$/,
		'The lock is full. Delete codes that nobody needs, then execute the node again for this item',
	],
	[
		/^(device|hub|bridge|account|dormakaba_sites)_disconnected$|^device_offline$|^encoder_not_online$/,
		'Wait until the connection is back, then execute the node again for this item',
	],
	[
		/^(insufficient_permissions|missing_device_credentials|august_lock_not_authorized)$/,
		"Give the connected account the missing permissions in the lock maker's app",
	],
	[
		/^(no_credential_on_encoder|encoder_communication_timeout|encoding_interrupted)$/,
		'Execute the node again for this item, and leave the card on the encoder until the encoder is done',
	],
	[/^incompatible_card_format$/, 'Use a card that this lock system supports'],
	[
		/^action_attempt_expired$/,
		'The action was not done in time. Check the device, then execute the node again for this item',
	],
];

/** What to do next, or undefined for an unknown type. */
export const adviceForAction = (errorType: string): string | undefined =>
	ACTION_ADVICE.find(([type]) => type.test(errorType))?.[1];

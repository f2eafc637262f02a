import { ActionFailedError, InvalidParameterError } from '../../errors/errors';
import {
	action,
	booleanField,
	choiceField,
	defineOperation,
	records,
	sendItem,
} from '../../operation';
import { type ApiAnswer, takeList } from '../../transport/httpCall';
import { idsIn, type WireObject } from '../../wire/records';
import { NEW_CODE_PROPERTIES, newCode, readStart } from './codeFields';
import { deviceField } from '../fields/locators';
import { deviceRows } from '../fields/recordRows';
import { HINTS_ABOUT_LOCKS, CODE_REMAINS, onceLockIsBack, waitUntilSet } from './waitUntilSet';
import { additionalFieldsOf } from '../fields/collections';

const {
	allowExternalModification,
	attemptForOfflineDevice,
	code,
	endsAt,
	name,
	preferNativeScheduling,
	preferredCodeLength,
	startsAt,
	useBackupAccessCodePool,
} = NEW_CODE_PROPERTIES;

/** The fields that most codes need, at the top of the form. */
const stayFields = {
	name,
	code,
	startsAt: { ...startsAt, leftOutBy: 'now', read: readStart },
	endsAt: { ...endsAt, leftOutBy: 'never' },
} as const;

export const createAccessCode = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create access code',
	description: 'Create a PIN on a lock, with or without a start and an end',
	endpoint: '/access_codes/create',
	effect: 'write',
	kind: action({
		idField: 'access_code_id',
		says: {
			done: { outcome: 'created', sentence: 'The access code was created' },
			acceptedSentence: 'The service accepted the access code',
			failedSentence: 'The access code was not created',
			failedAdvice: CODE_REMAINS,
			onceLockIsBack: onceLockIsBack(
				'The lock is offline, and the service sets the access code once the lock is back online',
			),
		},
		member: 'access_code',
		waitCondition: waitUntilSet,
		hints: HINTS_ABOUT_LOCKS,
	}),
	hasIssues: true,
	fields: {
		deviceId: deviceField,
		...stayFields,
		additionalFields: additionalFieldsOf(
			allowExternalModification,
			attemptForOfflineDevice,
			{
				// What the key promises is not certain (docs/service.md#codes-20).
				displayName: 'Common Code Key',
				name: 'commonCodeKey',
				type: 'string',
				default: '',
				placeholder: 'e.g. stay-4711',
				description:
					"Your own key for codes that belong together. 'Update Linked Codes' changes them together. They have the same PIN only if you enter it in each of them.",
			},
			booleanField(
				'Offline Access Code',
				'Whether to create a code for a lock without a network connection. Requires a start and an end. You cannot choose the PIN.',
				false,
				{ name: 'isOfflineAccessCode' },
			),
			booleanField('One-Time Use', 'Whether the code works only once', false, {
				name: 'isOneTimeUse',
			}),
			preferredCodeLength,
			preferNativeScheduling,
			choiceField(
				'Time Rounding',
				'How far the start and end may move if the lock accepts only whole hours or days. Offline codes often need this.',
				[
					{ name: '1 Day', value: '1day' },
					{ name: '1 Hour', value: '1hour' },
				],
				'1hour',
				{ name: 'maxTimeRounding' },
			),
			useBackupAccessCodePool,
		),
	},
	request: (_values, ofFields) => {
		const body = newCode(ofFields());
		requireOfflineRules(body);
		return body;
	},
});

function requireOfflineRules({
	is_offline_access_code: isOffline,
	code: pin,
	starts_at: start,
}: WireObject): void {
	if (isOffline !== true) return;
	if (start === undefined) {
		throw new InvalidParameterError(
			"'Offline Access Code' requires 'Starts At' and 'Ends At'",
			'Its PIN is computed from the times.',
		);
	}
	if (pin !== undefined) {
		throw new InvalidParameterError(
			"You cannot choose the 'PIN' of an 'Offline Access Code'",
			"Leave 'PIN' empty: it is computed from the times.",
		);
	}
}

/** Throws if a lock has no code: somebody would stand before a closed door. */
function takeCodeOfEach(answer: ApiAnswer, deviceIds: unknown): WireObject[] {
	const codes = takeList(answer, 'access_codes');
	const asked = Array.isArray(deviceIds) ? deviceIds.map(String) : [];
	if (codes.length >= asked.length) return codes;
	throw new ActionFailedError(
		`The service returned only ${codes.length} access codes for ${asked.length} locks`,
		{
			may_have_acted: true,
			access_code_ids: idsIn(codes.map(({ access_code_id: id }) => id)),
			device_ids_without_code: asked.filter((id) => !codes.some((code) => code.device_id === id)),
		},
		undefined,
		"Codes may exist on some of these locks. Check them with 'Get many access codes', and create the missing ones with 'Create access code'.",
	);
}

export const createMultipleAccessCodes = defineOperation({
	value: 'createMultiple',
	name: 'Create Multiple',
	action: 'Create same access code on multiple locks',
	description: 'Create the same PIN on several locks',
	endpoint: '/access_codes/create_multiple',
	effect: 'write',
	reference: {
		items:
			'With a PIN of your own, `common_code_key` is null, and *Update Linked Codes* cannot change the codes together.',
	},
	kind: records(
		'access_codes',
		(run) => async (work) => takeCodeOfEach(await sendItem(run, work), work.body.device_ids),
	),
	hasIssues: true,
	fields: {
		deviceIds: deviceRows({ required: true }),
		...stayFields,
		additionalFields: additionalFieldsOf(
			allowExternalModification,
			attemptForOfflineDevice,
			choiceField(
				'If PIN Is Refused',
				'What to do if a lock does not accept the shared PIN',
				[
					{
						name: 'Create Random PIN',
						value: 'create_random_code',
						description: 'Give that lock a different PIN',
					},
					{
						name: 'Create None',
						value: 'throw',
						description: 'Create no code on any lock, and fail the item',
					},
				],
				'throw',
				{ name: 'behaviorWhenCodeCannotBeShared' },
			),
			preferredCodeLength,
			preferNativeScheduling,
			useBackupAccessCodePool,
		),
	},
	request: (_values, ofFields) => newCode(ofFields()),
});

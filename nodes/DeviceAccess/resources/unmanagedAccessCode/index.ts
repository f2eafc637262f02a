import { CANNOT_CONVERT, CANNOT_DELETE } from '../../errors/errorHints';
import {
	action,
	alreadyManaged,
	booleanField,
	defineOperation,
	type Fields,
	many,
	noticeField,
	one,
	requestOf,
	type Resource,
} from '../../operation';
import { foreseeConversion, foreseeDeletion } from '../../migration/foresee';
import { addMigrationAdvice } from '../../migration/migrationAdvice';
import { replaceUnmanagedAccessCode } from './replaceWithManaged';
import { simulateUnmanagedAccessCode } from './simulateCreate';
import { accessCodeLocator } from '../fields/accessCodeLocator';
import { DRY_RUN_OPTION } from '../fields/dryRun';
import { byUserIdentifier, textFilter } from '../fields/filters';
import { DELETION_OF_CODE } from '../fields/recordOperations';
import {
	chosenDevices,
	devicesScopeFields,
	narrowingDeviceField,
	unmanagedAccessCodeField,
} from '../fields/locators';

const codeFields = { deviceId: narrowingDeviceField, accessCodeId: unmanagedAccessCodeField };

const unmanagedCode = accessCodeLocator(codeFields);

const FILTERS = {
	search: textFilter('Search', 'search', 'Only codes whose name, PIN or ID contains this text'),
	userIdentifierKey: byUserIdentifier,
};

const CONVERSION = {
	allowExternalModification: booleanField(
		'Allow External Modification',
		'Whether to keep changes made to the code elsewhere, for example at the lock',
		false,
		{ wire: 'is_external_modification_allowed' },
	),
	force: booleanField(
		'Force',
		'Whether to convert the code even if another workspace manages it',
		false,
	),
} as const satisfies Fields;

const unsupportedNotice = noticeField(
	"Not every lock supports this. A code that cannot be converted stays as it is, and its item has 'outcome' set to 'unsupported'. Some of these codes can be replaced: 'Get many unmanaged access codes' with 'Add Migration Advice' says which.",
);

const deleteNotice = noticeField(
	"The PIN stops working once the lock has removed it, and the code cannot be restored. 'Dry Run' under Options says what would happen.",
);

const DRY_RUN = {
	dryRun: {
		...DRY_RUN_OPTION.dryRun,
		description:
			"Whether to only say what would happen, in 'outcome', and what is advised, in 'migration'",
		notSent: true,
	},
} as const satisfies Fields;

const readFilters = requestOf(FILTERS);
const readConversion = requestOf(CONVERSION);

export const unmanagedAccessCode: Resource = {
	value: 'unmanagedAccessCode',
	name: 'Unmanaged Access Code',
	description:
		"A PIN created elsewhere, such as in the lock maker's app. You can list, convert, replace or delete it.",
	operations: [
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many unmanaged access codes',
			description: "Retrieve a list of codes created elsewhere, such as in the lock maker's app",
			endpoint: '/access_codes/unmanaged/list',
			effect: 'read',
			reference: {
				more: '[Know before you convert](../guides/migrate-codes.md#know-before-you-convert)',
			},
			kind: many('access_codes', {
				perDevice: chosenDevices,
				nothingFound:
					"No unmanaged codes. Codes that you created here or converted are under the resource 'Access Code'.",
				nothingFits:
					"No unmanaged code matches the filters under Options. Remove them to see all. Codes that you created here or converted are under the resource 'Access Code'.",
				enrich: { optionName: 'addMigrationAdvice', add: addMigrationAdvice },
			}),
			fields: devicesScopeFields,
			options: {
				addMigrationAdvice: booleanField(
					'Add Migration Advice',
					"Whether to add 'migration' to each code: the advice 'convert', 'replace' or 'keep', and the reason. Sends three more requests for each device with codes.",
					true,
				),
				...FILTERS,
			},
			request: ({ options }) => readFilters(options),
		}),
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get unmanaged access code',
			description: 'Get one unmanaged code, by its ID or by the PIN on a device',
			endpoint: '/access_codes/unmanaged/get',
			effect: 'read',
			kind: one('access_code'),
			fields: unmanagedCode.fields,
			request: unmanagedCode.body,
		}),
		defineOperation({
			value: 'convertToManaged',
			name: 'Convert to Managed',
			action: 'Convert unmanaged access code to managed',
			description:
				'Convert an unmanaged code to managed, so that you can change and delete it here. The PIN keeps working.',
			endpoint: '/access_codes/unmanaged/convert_to_managed',
			effect: 'write',
			isRepeatable: true,
			reference: { more: '[Migrate codes](../guides/migrate-codes.md)' },
			kind: action({
				idField: 'access_code_id',
				says: {
					done: { outcome: 'converted', sentence: 'The access code is now managed' },
					acceptedSentence: 'The service accepted the conversion',
					failedSentence: 'The access code was not converted and stays unmanaged',
					already: alreadyManaged(
						'The access code was already managed',
						'/access_codes/get',
						'access_code',
					),
					unsupported: {
						flag: 'cannot_be_managed',
						sentence: CANNOT_CONVERT.message,
						advice: CANNOT_CONVERT.description,
						canBeReturned: true,
					},
				},
				foresee: foreseeConversion,
				hints: {
					unsupported:
						"'Get many unmanaged access codes' with 'Add Migration Advice' says which of the unsupported codes can be replaced.",
				},
				outcomeEvents: {
					succeeded: 'access_code.unmanaged.converted_to_managed',
					failed: 'access_code.unmanaged.failed_to_convert_to_managed',
					succeededWhenListedBy: '/access_codes/list',
					goneWhenUnknownTo: '/access_codes/unmanaged/get',
				},
			}),
			fields: { ...codeFields, unsupportedNotice },
			options: { ...CONVERSION, ...DRY_RUN },
			request: ({ options }, ofFields) => ({ ...ofFields(), ...readConversion(options) }),
		}),
		defineOperation({
			value: 'delete',
			name: 'Delete',
			action: 'Delete unmanaged access code',
			description: 'Remove an unmanaged code from its lock. This cannot be undone.',
			endpoint: '/access_codes/unmanaged/delete',
			effect: 'write',
			kind: action({
				idField: 'access_code_id',
				says: {
					...DELETION_OF_CODE,
					unsupported: {
						flag: 'cannot_delete_unmanaged_access_code',
						sentence: CANNOT_DELETE.message,
						advice: CANNOT_DELETE.description,
					},
				},
				foresee: foreseeDeletion,
				outcomeEvents: {
					succeeded: 'access_code.unmanaged.removed',
					overtaken: 'access_code.unmanaged.converted_to_managed',
					succeededWhenUnknownTo: '/access_codes/unmanaged/get',
					overtakenWhenKnownTo: '/access_codes/get',
				},
			}),
			fields: { ...codeFields, deleteNotice },
			options: DRY_RUN,
		}),
		replaceUnmanagedAccessCode,
		simulateUnmanagedAccessCode,
	],
};

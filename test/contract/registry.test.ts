import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { DeviceAccess } from '../../nodes/DeviceAccess/DeviceAccess.node';
import { DeviceAccessPollingTrigger } from '../../nodes/DeviceAccess/DeviceAccessPollingTrigger.node';
import { DeviceAccessTrigger } from '../../nodes/DeviceAccess/DeviceAccessTrigger.node';
import type {
	Field,
	Fields,
	ItemValues,
	Operation,
} from '../../nodes/DeviceAccess/operation/types';
import {
	fieldsOf,
	optionsField,
	optionsOf,
} from '../../nodes/DeviceAccess/operation/form/operationFields';
import { contract, namesIn } from '../support/contract/contract';
import { shownFields } from '../support/shownFields';
import { toProperty } from '../../nodes/DeviceAccess/operation/form/toNodeProperties';
import { resources } from '../../nodes/DeviceAccess/resources';
import { takesNoWorkspace } from '../../nodes/DeviceAccess/transport/authentication';
import { kindOf } from '../../tools/kindOf';

/** Options of the operations on all workspaces of a token. */
const OPTIONS_OF_ALL_WORKSPACES = [
	'maskPinCodes',
	'maxRateLimitWait',
	'maxRetries',
	'requestsInFlight',
	'timeout',
];
const OPTIONS_OF_ALL = [...OPTIONS_OF_ALL_WORKSPACES, 'workspaceId'];
const OPTIONS_OF_ATTEMPTS = [
	...OPTIONS_OF_ALL,
	'maxPollInterval',
	'onFailedAction',
	'pollInterval',
	'waitTimeout',
];

const STAY_OPTIONS = [
	'accessMethods',
	'changedAt',
	'checkInTime',
	'checkOutTime',
	'closeAfter',
	'deviceIds',
	'dryRun',
	'entranceIds',
	'guestEmailAddress',
	'guestKey',
	'guestNumber',
	'guestPhoneNumber',
	'ifPinTaken',
	'keyPrefix',
	'openBefore',
	'phoneDigits',
	'pin',
	'pinFrom',
	'timeZone',
	'timeZoneName',
	'waitUntilIssued',
	'wordsThatEndAccess',
	'wordsThatGiveAccess',
];

/**
 * The names that workflows store. They are a contract: removing a name breaks the workflows of users. New
 * operations, fields and options are added; nothing is renamed or removed.
 */
const STORED_NAMES: Readonly<Record<string, { fields: string[]; options: string[] }>> = {
	'device getAll': {
		fields: ['filters', 'limit', 'output', 'outputFieldNames', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'device get': {
		fields: ['deviceId', 'deviceName', 'findBy', 'output', 'outputFieldNames'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary'],
	},
	'device update': {
		fields: ['deviceId', 'updateFields'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary'],
	},
	'device configureAutoLock': {
		fields: ['autoLockDelay', 'autoLockEnabled', 'deviceId', 'waitForCompletion'],
		options: OPTIONS_OF_ATTEMPTS,
	},
	'device reportProviderMetadata': {
		fields: ['deviceId', 'provider', 'timeZone'],
		options: OPTIONS_OF_ALL,
	},
	'device lock': { fields: ['deviceId', 'waitForCompletion'], options: OPTIONS_OF_ATTEMPTS },
	'device unlock': { fields: ['deviceId', 'waitForCompletion'], options: OPTIONS_OF_ATTEMPTS },
	'device simulate': {
		fields: ['code', 'deviceId', 'simulation', 'waitForCompletion'],
		options: OPTIONS_OF_ATTEMPTS,
	},
	'accessCode create': {
		fields: [
			'additionalFields',
			'code',
			'deviceId',
			'endsAt',
			'name',
			'startsAt',
			'waitForCompletion',
		],
		options: [...OPTIONS_OF_ATTEMPTS, 'addIssueSummary', 'waitUntilSet'],
	},
	'accessCode createMultiple': {
		fields: ['additionalFields', 'code', 'deviceIds', 'endsAt', 'name', 'startsAt'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary'],
	},
	'accessCode get': {
		fields: ['accessCodeId', 'code', 'deviceId', 'findBy', 'output', 'outputFieldNames'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary'],
	},
	'accessCode getAll': {
		fields: [
			'accessCodeIds',
			'accessGrantId',
			'accessGrantKey',
			'accessMethodId',
			'deviceId',
			'deviceIds',
			'devices',
			'limit',
			'output',
			'outputFieldNames',
			'returnAll',
			'userIdentifierKey',
		],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'customerKey', 'maxPages', 'search'],
	},
	'accessCode update': {
		fields: ['accessCodeId', 'deviceId', 'updateFields', 'waitForCompletion'],
		options: [...OPTIONS_OF_ATTEMPTS, 'waitUntilSet'],
	},
	'accessCode updateMultiple': {
		fields: ['commonCodeKey', 'updateFields'],
		options: OPTIONS_OF_ALL,
	},
	'accessCode delete': {
		fields: ['accessCodeId', 'deviceId', 'waitForCompletion'],
		options: OPTIONS_OF_ATTEMPTS,
	},
	'accessCode generateCode': { fields: ['deviceId'], options: OPTIONS_OF_ALL },
	'accessCode pullBackupAccessCode': {
		fields: ['accessCodeId', 'deviceId', 'output', 'outputFieldNames'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary'],
	},
	'unmanagedAccessCode getAll': {
		fields: ['deviceId', 'deviceIds', 'devices', 'limit', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addMigrationAdvice', 'maxPages', 'search', 'userIdentifierKey'],
	},
	'unmanagedAccessCode get': {
		fields: ['accessCodeId', 'code', 'deviceId', 'findBy'],
		options: OPTIONS_OF_ALL,
	},
	'unmanagedAccessCode convertToManaged': {
		fields: ['accessCodeId', 'deviceId', 'unsupportedNotice', 'waitForCompletion'],
		options: [
			...OPTIONS_OF_ALL,
			'allowExternalModification',
			'force',
			'maxPollInterval',
			'onFailedAction',
			'onUnsupportedCode',
			'pollInterval',
			'waitTimeout',
		],
	},
	'unmanagedAccessCode delete': {
		fields: ['accessCodeId', 'deviceId', 'waitForCompletion'],
		options: [
			...OPTIONS_OF_ALL,
			'maxPollInterval',
			'onFailedAction',
			'pollInterval',
			'waitTimeout',
		],
	},
	'unmanagedDevice getAll': {
		fields: ['filters', 'limit', 'output', 'outputFieldNames', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'unmanagedDevice get': {
		fields: ['deviceId', 'deviceName', 'findBy', 'output', 'outputFieldNames'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary'],
	},
	'unmanagedDevice convertToManaged': { fields: ['deviceId'], options: OPTIONS_OF_ALL },
	'reservation upsert': {
		fields: [
			'arrival',
			'departure',
			'guestContact',
			'guestName',
			'reservationKey',
			'rooms',
			'status',
		],
		options: [...OPTIONS_OF_ATTEMPTS, ...STAY_OPTIONS],
	},
	'reservation syncMany': {
		fields: [
			'arrival',
			'departure',
			'guestContact',
			'guestName',
			'reservationKey',
			'rooms',
			'status',
		],
		options: [
			...OPTIONS_OF_ATTEMPTS,
			...STAY_OPTIONS,
			'includeRunningStays',
			'removeAtMost',
			'removeGone',
		],
	},
	'reservation get': {
		fields: ['output', 'outputFieldNames', 'reservationKey'],
		options: [...OPTIONS_OF_ALL, 'guestNumber', 'keyPrefix'],
	},
	'reservation getAll': {
		fields: ['filters', 'limit', 'output', 'outputFieldNames', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'keyPrefix', 'maxPages'],
	},
	'reservation delete': {
		fields: ['reservationKey'],
		options: [...OPTIONS_OF_ALL, 'dryRun', 'guestNumber', 'keyPrefix'],
	},
	'reservation changePin': {
		fields: ['reservationKey'],
		options: [
			...OPTIONS_OF_ALL,
			'guestNumber',
			'keyPrefix',
			'maxPollInterval',
			'pin',
			'pollInterval',
			'waitTimeout',
		],
	},
	'accessGrant create': {
		fields: [
			'additionalFields',
			'deviceIds',
			'entranceIds',
			'newUserIdentity',
			'person',
			'requestedAccessMethods',
			'spaceIds',
			'userIdentityId',
		],
		options: [
			...OPTIONS_OF_ALL,
			'addIssueSummary',
			'maxPollInterval',
			'onFailedAction',
			'pollInterval',
			'waitTimeout',
			'waitUntilIssued',
		],
	},
	'accessGrant get': {
		fields: ['accessGrantId', 'accessGrantKey', 'findBy', 'output', 'outputFieldNames'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary'],
	},
	'accessGrant getAll': {
		fields: ['filters', 'limit', 'output', 'outputFieldNames', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'accessGrant update': {
		fields: ['accessGrantId', 'accessGrantKey', 'findBy', 'updateFields'],
		options: [
			...OPTIONS_OF_ALL,
			'addIssueSummary',
			'maxPollInterval',
			'onFailedAction',
			'pollInterval',
			'waitTimeout',
			'waitUntilIssued',
		],
	},
	'accessGrant getRelated': {
		fields: ['accessGrantId', 'accessGrantKey', 'findBy', 'related'],
		options: OPTIONS_OF_ALL,
	},
	'accessGrant delete': { fields: ['accessGrantId'], options: OPTIONS_OF_ALL },
	'accessGrant requestAccessMethods': {
		fields: ['accessGrantId', 'requestedAccessMethods'],
		options: [
			...OPTIONS_OF_ALL,
			'addIssueSummary',
			'maxPollInterval',
			'onFailedAction',
			'pollInterval',
			'waitTimeout',
			'waitUntilIssued',
		],
	},
	'accessMethod getAll': {
		fields: ['filters', 'limit', 'output', 'outputFieldNames', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'accessMethod get': {
		fields: ['accessGrantId', 'accessMethodId', 'output', 'outputFieldNames'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary'],
	},
	'accessMethod getRelated': {
		fields: ['accessGrantId', 'accessMethodId', 'related'],
		options: OPTIONS_OF_ALL,
	},
	'accessMethod delete': {
		fields: ['accessGrantId', 'accessMethodId', 'methodsOf', 'reservationKey'],
		options: OPTIONS_OF_ALL,
	},
	'accessMethod encode': {
		fields: ['accessGrantId', 'accessMethodId', 'encoderId', 'waitForCompletion'],
		options: [
			...OPTIONS_OF_ALL,
			'maxPollInterval',
			'onFailedAction',
			'pollInterval',
			'waitTimeout',
		],
	},
	'accessMethod assignCard': {
		fields: ['accessGrantId', 'accessMethodId', 'cardNumber', 'waitForCompletion'],
		options: [
			...OPTIONS_OF_ALL,
			'maxPollInterval',
			'onFailedAction',
			'pollInterval',
			'waitTimeout',
		],
	},
	'accessMethod unlockDoor': {
		fields: ['accessGrantId', 'accessMethodId', 'entranceId', 'waitForCompletion'],
		options: [
			...OPTIONS_OF_ALL,
			'maxPollInterval',
			'onFailedAction',
			'pollInterval',
			'waitTimeout',
		],
	},
	'userIdentity create': { fields: ['additionalFields'], options: OPTIONS_OF_ALL },
	'userIdentity get': {
		fields: ['findBy', 'output', 'outputFieldNames', 'userIdentityId', 'userIdentityKey'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary'],
	},
	'userIdentity getAll': {
		fields: ['filters', 'limit', 'output', 'outputFieldNames', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'userIdentity update': { fields: ['updateFields', 'userIdentityId'], options: OPTIONS_OF_ALL },
	'userIdentity delete': { fields: ['userIdentityId'], options: OPTIONS_OF_ALL },
	'space create': {
		fields: ['additionalFields', 'deviceIds', 'entranceIds', 'name'],
		options: OPTIONS_OF_ALL,
	},
	'space upsert': {
		fields: ['additionalFields', 'deviceIds', 'entranceIds', 'name', 'spaceKey'],
		options: [...OPTIONS_OF_ALL, 'dryRun', 'removeOthers'],
	},
	'space update': {
		fields: ['findBy', 'spaceId', 'spaceKey', 'updateFields'],
		options: OPTIONS_OF_ALL,
	},
	'space addDevices': { fields: ['deviceIds', 'spaceId'], options: OPTIONS_OF_ALL },
	'space removeDevices': { fields: ['deviceIds', 'spaceId'], options: OPTIONS_OF_ALL },
	'space addEntrances': { fields: ['entranceIds', 'spaceId'], options: OPTIONS_OF_ALL },
	'space removeEntrances': { fields: ['entranceIds', 'spaceId'], options: OPTIONS_OF_ALL },
	'space delete': { fields: ['spaceId'], options: OPTIONS_OF_ALL },
	'unmanagedUserIdentity getAll': {
		fields: ['filters', 'limit', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'unmanagedUserIdentity get': {
		fields: ['userIdentityId'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary'],
	},
	'unmanagedUserIdentity convertToManaged': {
		fields: ['additionalFields', 'userIdentityId'],
		options: OPTIONS_OF_ALL,
	},
	'unmanagedAccessGrant getAll': {
		fields: ['filters', 'limit', 'output', 'outputFieldNames', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'unmanagedAccessGrant get': {
		fields: ['accessGrantId', 'output', 'outputFieldNames'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary'],
	},
	'unmanagedAccessGrant convertToManaged': {
		fields: ['accessGrantId', 'additionalFields'],
		options: OPTIONS_OF_ALL,
	},
	'unmanagedAccessMethod getAll': {
		fields: ['accessGrantId', 'filters', 'limit', 'output', 'outputFieldNames', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'unmanagedAccessMethod get': {
		fields: ['accessGrantId', 'accessMethodId', 'output', 'outputFieldNames'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary'],
	},
	'userIdentity generateInstantKey': {
		fields: ['additionalFields', 'userIdentityId'],
		options: OPTIONS_OF_ALL,
	},
	'userIdentity getDevices': {
		fields: ['limit', 'output', 'outputFieldNames', 'returnAll', 'userIdentityId'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'userIdentity getEntrances': {
		fields: ['limit', 'returnAll', 'userIdentityId'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'userIdentity grantAccessToDevice': {
		fields: ['deviceId', 'userIdentityId'],
		options: OPTIONS_OF_ALL,
	},
	'userIdentity revokeAccessToDevice': {
		fields: ['deviceId', 'userIdentityId'],
		options: OPTIONS_OF_ALL,
	},
	'userIdentity addAccessSystemUser': {
		fields: ['accessSystemUserId', 'findBy', 'userIdentityId', 'userIdentityKey'],
		options: OPTIONS_OF_ALL,
	},
	'userIdentity removeAccessSystemUser': {
		fields: ['accessSystemUserId', 'userIdentityId'],
		options: OPTIONS_OF_ALL,
	},
	'instantKey get': {
		fields: ['findBy', 'instantKeyId', 'instantKeyUrl'],
		options: OPTIONS_OF_ALL,
	},
	'instantKey getAll': {
		fields: ['filters', 'limit', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'maxPages'],
	},
	'instantKey delete': { fields: ['instantKeyId'], options: OPTIONS_OF_ALL },
	'space get': { fields: ['findBy', 'spaceId', 'spaceKey'], options: OPTIONS_OF_ALL },
	'space getAll': {
		fields: ['filters', 'limit', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'maxPages'],
	},
	'accessSystem get': {
		fields: ['accessSystemId', 'output', 'outputFieldNames'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary'],
	},
	'accessSystem getManagers': {
		fields: ['accessSystemId', 'limit', 'output', 'outputFieldNames', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'accessSystemUser getEntrances': {
		fields: [
			'accessSystemId',
			'accessSystemUserId',
			'findBy',
			'limit',
			'returnAll',
			'userIdentityId',
		],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'accessSystem getAll': {
		fields: ['filters', 'limit', 'output', 'outputFieldNames', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'accessCredential create': {
		fields: [
			'accessMethod',
			'accessSystemId',
			'accessSystemUserId',
			'additionalFields',
			'findBy',
			'userIdentityId',
		],
		options: OPTIONS_OF_ALL,
	},
	'accessCredential get': {
		fields: ['accessCredentialId', 'output', 'outputFieldNames'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary'],
	},
	'accessCredential getAll': {
		fields: ['filters', 'limit', 'output', 'outputFieldNames', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'accessCredential update': {
		fields: ['accessCredentialId', 'updateFields'],
		options: OPTIONS_OF_ALL,
	},
	'accessCredential delete': { fields: ['accessCredentialId'], options: OPTIONS_OF_ALL },
	'accessCredential assign': {
		fields: ['accessCredentialId', 'accessSystemUserId', 'member', 'userIdentityId'],
		options: OPTIONS_OF_ALL,
	},
	'accessCredential unassign': {
		fields: ['accessCredentialId', 'accessSystemUserId', 'member', 'userIdentityId'],
		options: OPTIONS_OF_ALL,
	},
	'accessSystemUser create': {
		fields: ['accessSystemId', 'additionalFields', 'fullName'],
		options: OPTIONS_OF_ALL,
	},
	'accessSystemUser get': {
		fields: [
			'accessSystemId',
			'accessSystemUserId',
			'findBy',
			'output',
			'outputFieldNames',
			'userIdentityId',
		],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary'],
	},
	'accessSystemUser getAll': {
		fields: ['filters', 'limit', 'output', 'outputFieldNames', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'accessSystemUser update': {
		fields: ['accessSystemId', 'accessSystemUserId', 'findBy', 'updateFields', 'userIdentityId'],
		options: OPTIONS_OF_ALL,
	},
	'accessSystemUser delete': {
		fields: ['accessSystemId', 'accessSystemUserId', 'findBy', 'userIdentityId'],
		options: OPTIONS_OF_ALL,
	},
	'accessSystemUser suspend': {
		fields: ['accessSystemId', 'accessSystemUserId', 'findBy', 'userIdentityId'],
		options: OPTIONS_OF_ALL,
	},
	'accessSystemUser unsuspend': {
		fields: ['accessSystemId', 'accessSystemUserId', 'findBy', 'userIdentityId'],
		options: OPTIONS_OF_ALL,
	},
	'accessSystemUser addToGroup': {
		fields: ['accessGroupId', 'accessSystemUserId'],
		options: OPTIONS_OF_ALL,
	},
	'accessSystemUser removeFromGroup': {
		fields: ['accessGroupId', 'accessSystemUserId'],
		options: OPTIONS_OF_ALL,
	},
	'accessSystemUser revokeAccess': {
		fields: ['accessSystemId', 'accessSystemUserId', 'findBy', 'userIdentityId'],
		options: OPTIONS_OF_ALL,
	},
	'accessGroup getAll': {
		fields: ['filters', 'limit', 'output', 'outputFieldNames', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'accessGroup get': {
		fields: ['accessGroupId', 'output', 'outputFieldNames'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary'],
	},
	'accessGroup getUsers': {
		fields: ['accessGroupId', 'limit', 'output', 'outputFieldNames', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'accessGroup getEntrances': {
		fields: ['accessGroupId', 'limit', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'accessGroup addUser': {
		fields: ['accessGroupId', 'accessSystemUserId', 'member', 'userIdentityId'],
		options: OPTIONS_OF_ALL,
	},
	'accessGroup removeUser': {
		fields: ['accessGroupId', 'accessSystemUserId', 'member', 'userIdentityId'],
		options: OPTIONS_OF_ALL,
	},
	'accessGroup delete': { fields: ['accessGroupId'], options: OPTIONS_OF_ALL },
	'encoder get': { fields: ['encoderId'], options: [...OPTIONS_OF_ALL, 'addIssueSummary'] },
	'encoder getAll': {
		fields: ['filters', 'limit', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'encoder encode': {
		fields: ['accessCredentialId', 'encoderId', 'waitForCompletion'],
		options: OPTIONS_OF_ATTEMPTS,
	},
	'encoder scan': {
		fields: ['encoderId', 'waitForCompletion'],
		options: [...OPTIONS_OF_ATTEMPTS, 'detectNewTags'],
	},
	'encoder scanToAssign': {
		fields: ['accessSystemUserId', 'encoderId', 'member', 'userIdentityId', 'waitForCompletion'],
		options: [...OPTIONS_OF_ATTEMPTS, 'detectNewTags'],
	},
	'encoder simulate': {
		fields: ['accessCredentialId', 'encoderId', 'simulation'],
		options: OPTIONS_OF_ALL,
	},
	'entrance get': { fields: ['entranceId'], options: [...OPTIONS_OF_ALL, 'addIssueSummary'] },
	'entrance getCredentials': {
		fields: ['entranceId', 'limit', 'output', 'outputFieldNames', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'entrance unlock': {
		fields: ['accessCredentialId', 'entranceId', 'waitForCompletion'],
		options: OPTIONS_OF_ATTEMPTS,
	},
	'entrance getAll': {
		fields: ['filters', 'limit', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'connectWebview create': {
		fields: ['additionalFields', 'output', 'outputFieldNames'],
		options: OPTIONS_OF_ALL,
	},
	'connectWebview get': {
		fields: ['connectWebviewId', 'output', 'outputFieldNames'],
		options: OPTIONS_OF_ALL,
	},
	'connectWebview getAll': {
		fields: ['filters', 'limit', 'output', 'outputFieldNames', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'maxPages'],
	},
	'connectWebview delete': { fields: ['connectWebviewId'], options: OPTIONS_OF_ALL },
	'connectedAccount update': {
		fields: ['connectedAccountId', 'updateFields'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary'],
	},
	'connectedAccount sync': { fields: ['connectedAccountId'], options: OPTIONS_OF_ALL },
	'connectedAccount simulateDisconnect': {
		fields: ['connectedAccountId'],
		options: OPTIONS_OF_ALL,
	},
	'connectedAccount delete': { fields: ['connectedAccountId'], options: OPTIONS_OF_ALL },
	'connectedAccount get': {
		fields: ['connectedAccountId', 'email', 'findBy', 'output', 'outputFieldNames'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary'],
	},
	'connectedAccount getAll': {
		fields: ['filters', 'limit', 'output', 'outputFieldNames', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'addIssueSummary', 'maxPages'],
	},
	'customer pushData': {
		fields: ['acceptedNotice', 'customerKey', 'data', 'records', 'specifyData'],
		options: OPTIONS_OF_ALL,
	},
	'customer deleteData': { fields: ['confirmKeys', 'keyType', 'keys'], options: OPTIONS_OF_ALL },
	'customer createPortal': { fields: ['additionalFields', 'customerKey'], options: OPTIONS_OF_ALL },
	'unmanagedAccessCode replaceWithManaged': {
		fields: ['accessCodeId', 'deviceId'],
		options: [
			...OPTIONS_OF_ALL,
			'evenIfConvertible',
			'maxPollInterval',
			'name',
			'pollInterval',
			'waitTimeout',
		],
	},
	'unmanagedAccessCode simulateCreate': {
		fields: ['code', 'deviceId', 'name'],
		options: OPTIONS_OF_ALL,
	},
	'actionAttempt get': { fields: ['actionAttemptId'], options: OPTIONS_OF_ALL },
	'actionAttempt getAll': {
		fields: ['filters', 'limit', 'returnAll'],
		options: [...OPTIONS_OF_ALL, 'maxPages'],
	},
	'actionAttempt waitForCompletion': { fields: ['actionAttemptId'], options: OPTIONS_OF_ATTEMPTS },
	'event get': { fields: ['deviceId', 'eventId', 'eventType', 'findBy'], options: OPTIONS_OF_ALL },
	'event getAll': {
		fields: ['filters', 'limit', 'returnAll', 'since', 'until'],
		options: [...OPTIONS_OF_ALL, 'maxPages'],
	},
	'workspace resetSandbox': {
		fields: ['waitForCompletion', 'workspaceName'],
		options: OPTIONS_OF_ATTEMPTS,
	},
	'workspace create': {
		fields: ['additionalFields', 'isSandbox', 'name'],
		options: OPTIONS_OF_ALL_WORKSPACES,
	},
	'workspace getAll': {
		fields: ['limit', 'returnAll'],
		options: [...OPTIONS_OF_ALL_WORKSPACES, 'maxPages'],
	},
	'workspace update': { fields: ['updateFields'], options: OPTIONS_OF_ALL },
	'workspace get': { fields: [], options: OPTIONS_OF_ALL },
};

/** Values that workflows store in a choice of the action node. */
const STORED_CHOICES: Readonly<Record<string, string[]>> = {
	'device get findBy': ['id', 'name'],
	'device getAll filters': [
		'connectWebviewId',
		'connectedAccountId',
		'createdBefore',
		'customMetadata',
		'customerKey',
		'deviceIds',
		'deviceTypes',
		'manufacturer',
		'search',
		'spaceId',
		'userIdentifierKey',
	],
	'device getAll output': ['raw', 'selectedFields', 'simplified'],
	'device reportProviderMetadata provider': ['omnitec', 'schlage', 'ultraloq'],
	'device update updateFields': [
		'backupAccessCodePoolEnabled',
		'customMetadata',
		'isManaged',
		'name',
	],
	'device simulate simulation': [
		'connect',
		'connectToHub',
		'disconnect',
		'disconnectFromHub',
		'keypadCodeEntry',
		'manualLockViaKeypad',
		'remove',
		'subscriptionActive',
		'subscriptionExpired',
	],
	'encoder simulate simulation': [
		'encodingExpires',
		'encodingFails',
		'encodingFindsNoCard',
		'encodingIsInterrupted',
		'encodingSucceeds',
		'scanExpires',
		'scanFails',
		'scanFindsBlankCard',
		'scanFindsKnownCard',
		'scanFindsNoCard',
		'scanFindsOutdatedCard',
		'scanFindsUnknownCard',
	],
	'accessCode create additionalFields': [
		'allowExternalModification',
		'attemptForOfflineDevice',
		'commonCodeKey',
		'isOfflineAccessCode',
		'isOneTimeUse',
		'maxTimeRounding',
		'preferNativeScheduling',
		'preferredCodeLength',
		'useBackupAccessCodePool',
	],
	'accessCode createMultiple additionalFields': [
		'allowExternalModification',
		'attemptForOfflineDevice',
		'behaviorWhenCodeCannotBeShared',
		'preferNativeScheduling',
		'preferredCodeLength',
		'useBackupAccessCodePool',
	],
	'accessCode get findBy': ['deviceAndPin', 'id'],
	'accessCode getAll devices': [
		'accessCodes',
		'accessGrant',
		'accessGrantKey',
		'accessMethod',
		'all',
		'one',
		'several',
		'userIdentifier',
	],
	'accessCode updateMultiple updateFields': ['endsAt', 'name', 'startsAt'],
	'accessCode update updateFields': [
		'allowExternalModification',
		'attemptForOfflineDevice',
		'code',
		'endsAt',
		'isManaged',
		'name',
		'startsAt',
		'type',
	],
	'accessCode createMultiple deviceIds': ['device.deviceId'],
	'accessGrant create deviceIds': ['device.deviceId'],
	'accessGrant create entranceIds': ['entrance.entranceId'],
	'accessGrant create person': ['existing', 'new'],
	'accessGrant create spaceIds': ['space.spaceId'],
	'accessGrant create newUserIdentity': [
		'emailAddress',
		'fullName',
		'phoneNumber',
		'userIdentityKey',
	],
	'accessGrant create additionalFields': [
		'accessGrantKey',
		'customizationProfileId',
		'endsAt',
		'name',
		'reservationKey',
		'spaceKeys',
		'startsAt',
	],
	'accessGrant get findBy': ['id', 'key'],
	'accessGrant getAll filters': [
		'accessCodeId',
		'accessGrantIds',
		'accessGrantKey',
		'accessSystemId',
		'customerKey',
		'deviceId',
		'entranceId',
		'reservationKey',
		'spaceId',
		'userIdentityId',
	],
	'accessGrant getRelated findBy': ['id', 'key'],
	'accessGrant getRelated related': [
		'access_methods',
		'acs_access_groups',
		'acs_entrances',
		'acs_systems',
		'connected_accounts',
		'devices',
		'spaces',
		'user_identities',
	],
	'accessGrant update findBy': ['id', 'key'],
	'accessGrant update updateFields': ['endsAt', 'hasNoEnd', 'name', 'startsAt'],
	'accessMethod getAll filters': [
		'accessCodeId',
		'accessGrantId',
		'accessGrantKey',
		'deviceId',
		'entranceId',
		'spaceId',
	],
	'accessMethod getRelated related': [
		'access_grants',
		'acs_credentials',
		'acs_entrances',
		'devices',
		'instant_keys',
		'spaces',
	],
	'accessMethod delete methodsOf': ['accessGrant', 'one', 'reservation'],
	'reservation getAll filters': ['arrivesAfter', 'arrivesBefore', 'atRiskOnly', 'includePast'],
	'reservation upsert accessMethods': ['card', 'cloud_key', 'code', 'mobile_key'],
	'reservation upsert ifPinTaken': ['another', 'fail'],
	'reservation upsert pinFrom': ['given', 'phone', 'service'],
	'reservation upsert timeZone': ['other', 'room', 'workflow'],
	'userIdentity create additionalFields': [
		'accessSystemIds',
		'emailAddress',
		'fullName',
		'phoneNumber',
		'userIdentityKey',
	],
	'userIdentity get findBy': ['id', 'key'],
	'userIdentity getAll filters': [
		'createdBefore',
		'credentialManagerId',
		'search',
		'userIdentityIds',
	],
	'userIdentity update updateFields': [
		'emailAddress',
		'fullName',
		'phoneNumber',
		'userIdentityKey',
	],
	'space create additionalFields': [
		'address',
		'checkInTime',
		'checkOutTime',
		'customerKey',
		'spaceKey',
		'timeZone',
	],
	'space upsert additionalFields': [
		'address',
		'checkInTime',
		'checkOutTime',
		'customerKey',
		'timeZone',
	],
	'space update updateFields': ['address', 'checkInTime', 'checkOutTime', 'name', 'timeZone'],
	'space upsert deviceIds': ['device.deviceId'],
	'space upsert entranceIds': ['entrance.entranceId'],
	'unmanagedUserIdentity getAll filters': ['createdBefore', 'search'],
	'unmanagedUserIdentity convertToManaged additionalFields': ['userIdentityKey'],
	'unmanagedAccessGrant getAll filters': [
		'accessSystemId',
		'entranceId',
		'reservationKey',
		'userIdentityId',
	],
	'unmanagedAccessGrant convertToManaged additionalFields': ['accessGrantKey'],
	'unmanagedAccessMethod getAll filters': ['deviceId', 'entranceId', 'spaceId'],
	'userIdentity generateInstantKey additionalFields': ['customizationProfileId', 'maxUseCount'],
	'userIdentity addAccessSystemUser findBy': ['id', 'key'],
	'instantKey get findBy': ['id', 'link'],
	'instantKey getAll filters': ['userIdentityId'],
	'space get findBy': ['id', 'key'],
	'space getAll filters': ['customerKey', 'search', 'spaceKey'],
	'accessSystem getAll filters': ['connectedAccountId', 'customerKey', 'search'],
	'accessCredential create accessMethod': ['card', 'cloud_key', 'code', 'mobile_key'],
	'accessCredential create additionalFields': [
		'code',
		'credentialManagerId',
		'endsAt',
		'entranceIds',
		'isMultiPhoneSync',
		'saltoSpaceAssignNewKey',
		'startsAt',
		'visionlineAutoJoin',
		'visionlineCardFormat',
		'visionlineCardFunctionType',
		'visionlineJoinerCredentialIds',
		'visionlineOverride',
		'vostioAutoJoin',
		'vostioJoinAllGuestEntrances',
		'vostioOverrideAllGuestEntrances',
	],
	'accessCredential getAll filters': [
		'accessSystemId',
		'accessSystemUserId',
		'createdBefore',
		'isMultiPhoneSync',
		'search',
		'userIdentityId',
	],
	'accessCredential update updateFields': ['code', 'endsAt'],
	'accessCredential assign member': ['accessSystemUser', 'userIdentity'],
	'accessSystemUser create additionalFields': [
		'accessGroupIds',
		'emailAddress',
		'endsAt',
		'phoneNumber',
		'startsAt',
		'userIdentityId',
	],
	'accessSystemUser get findBy': ['id', 'userIdentity'],
	'accessSystemUser getAll filters': [
		'accessSystemId',
		'createdBefore',
		'search',
		'userIdentityEmailAddress',
		'userIdentityId',
		'userIdentityPhoneNumber',
	],
	'accessSystemUser update updateFields': [
		'emailAddress',
		'endsAt',
		'fullName',
		'hasNoTimes',
		'phoneNumber',
		'startsAt',
	],
	'accessGroup getAll filters': [
		'accessSystemId',
		'accessSystemUserId',
		'search',
		'userIdentityId',
	],
	'accessGroup addUser member': ['accessSystemUser', 'userIdentity'],
	'accessGroup removeUser member': ['accessSystemUser', 'userIdentity'],
	'encoder getAll filters': ['accessSystemIds', 'encoderIds'],
	'encoder scanToAssign member': ['accessSystemUser', 'userIdentity'],
	'entrance getAll filters': [
		'accessSystemId',
		'connectedAccountId',
		'credentialId',
		'customerKey',
		'entranceIds',
		'search',
		'spaceId',
	],
	'connectWebview create additionalFields': [
		'acceptedCapabilities',
		'acceptedProviders',
		'automaticallyManageNewDevices',
		'customMetadata',
		'customRedirectFailureUrl',
		'customRedirectUrl',
		'customerKey',
		'excludedProviders',
		'providerCategory',
		'waitForDeviceCreation',
	],
	'connectWebview getAll filters': ['customMetadata', 'customerKey', 'search', 'userIdentifierKey'],
	'connectedAccount update updateFields': [
		'acceptedCapabilities',
		'automaticallyManageNewDevices',
		'customMetadata',
		'customerKey',
		'name',
	],
	'connectedAccount get findBy': ['email', 'id'],
	'connectedAccount getAll filters': [
		'customMetadata',
		'customerKey',
		'search',
		'spaceId',
		'userIdentifierKey',
	],
	'customer pushData records': [
		'people.emailAddress',
		'people.key',
		'people.name',
		'people.phoneNumber',
		'people.recordType',
		'places.key',
		'places.name',
		'places.parentSiteKey',
		'places.recordType',
		'stays.endsAt',
		'stays.key',
		'stays.name',
		'stays.personKey',
		'stays.personType',
		'stays.placeKeys',
		'stays.placeType',
		'stays.preferredCode',
		'stays.recordType',
		'stays.startsAt',
	],
	'customer pushData specifyData': ['fields', 'json'],
	'customer deleteData keyType': [
		'access_grant_key',
		'booking_key',
		'building_key',
		'common_area_key',
		'customer_key',
		'facility_key',
		'guest_key',
		'listing_key',
		'property_key',
		'property_listing_key',
		'reservation_key',
		'resident_key',
		'room_key',
		'space_key',
		'staff_member_key',
		'tenant_key',
		'unit_key',
		'user_identity_key',
		'user_key',
	],
	'customer createPortal additionalFields': [
		'acceptedProviders',
		'allowedChanges',
		'customizationProfileId',
		'excludedProviders',
		'hiddenSections',
		'hideLanguageChoice',
		'isEmbedded',
		'landingPageKey',
		'landingPageType',
		'locale',
		'navigationMode',
		'readOnly',
		'resourceFilters',
	],
	'actionAttempt getAll filters': ['actionAttemptIds', 'deviceId'],
	'event get findBy': ['device', 'id', 'type', 'typeAndDevice'],
	'event getAll filters': [
		'accessCodeIds',
		'accessGrantIds',
		'accessGroupId',
		'accessMethodIds',
		'accessSystemIds',
		'accessSystemUserId',
		'connectWebviewId',
		'connectedAccountId',
		'credentialId',
		'customerKey',
		'deviceIds',
		'encoderId',
		'entranceId',
		'eventIds',
		'eventTypes',
		'spaceIds',
		'userIdentityId',
	],
	'unmanagedDevice get findBy': ['id', 'name'],
	'unmanagedDevice getAll filters': [
		'connectWebviewId',
		'connectedAccountId',
		'createdBefore',
		'customerKey',
		'deviceIds',
		'deviceTypes',
		'manufacturer',
		'search',
	],
	'workspace create additionalFields': [
		'buttonColor',
		'buttonTextColor',
		'companyName',
		'logoShape',
		'organizationId',
		'successMessage',
	],
	'workspace update updateFields': [
		'buttonColor',
		'buttonTextColor',
		'logoShape',
		'name',
		'partnerName',
		'successMessage',
	],
	'unmanagedAccessCode getAll devices': ['all', 'one', 'several'],
	'unmanagedAccessCode convertToManaged onFailedAction': ['failItem', 'returnItem'],
	'unmanagedAccessCode convertToManaged onUnsupportedCode': ['failItem', 'returnItem'],
};

const STORED_TRIGGER_NAMES = {
	deviceAccessTrigger: ['moreEvents', 'options', 'registration', 'registrationNotice', 'triggerOn'],
	deviceAccessPollingTrigger: ['intervalNotice', 'moreEvents', 'options', 'triggerOn'],
	triggerOptions: [
		'additionalEventTypes',
		'deviceIds',
		'includeAccessCode',
		'includeDeviceName',
		'maskPinCodes',
		'workspaceId',
	],
	registration: ['automatic', 'byHand'],
};

const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		name: `${resource.value} ${operation.value}`,
		resource,
		operation,
	})),
);
const byName = operations.map(({ name, operation }): [string, Operation] => [name, operation]);

const node = new DeviceAccess();
const properties = node.description.properties;
const triggers = [new DeviceAccessTrigger(), new DeviceAccessPollingTrigger()];

const sorted = (names: string[]) => [...names].sort();
const find = (from: INodeProperties[], name: string) =>
	from.find((property) => property.name === name);
const optionNames = (property: INodeProperties | undefined) =>
	(property?.options ?? []).map(({ name }) => name);
const optionValues = (property: INodeProperties | undefined) =>
	(property?.options ?? []).map((option) => String((option as INodePropertyOptions).value));

/** The names in a collection (fields of a row as `row.field`), or the values of a choice. */
function storedIn(property: INodeProperties | undefined): string[] {
	if (property?.type === 'collection') return optionNames(property);
	if (property?.type !== 'fixedCollection') return optionValues(property);
	return ((property.options ?? []) as INodePropertyCollection[]).flatMap((row) =>
		row.values.map(({ name }) => `${row.name}.${name}`),
	);
}

/** A property's `displayOptions.show` as lists of texts. */
const shownFor = (property: INodeProperties): Record<string, string[]> =>
	Object.fromEntries(
		Object.entries(property.displayOptions?.show ?? {}).map(([name, values]) => [
			name,
			(values ?? []).map(String),
		]),
	);

/** Resource and Operation, which all operations share, are left out. */
const propertiesOf = (resource: string, operation: string) =>
	shownFields(
		properties.filter(({ name }) => name !== 'resource' && name !== 'operation'),
		resource,
		operation,
	);

describe('the stored names of the action node', () => {
	it('are those that workflows rely on', () => {
		expect(sorted(operations.map(({ name }) => name))).toEqual(sorted(Object.keys(STORED_NAMES)));
	});

	it.each(
		operations.map(({ name, resource, operation }): [string, string, string] => [
			name,
			resource.value,
			operation.value,
		]),
	)('of %s are those that workflows rely on', (name, resource, operation) => {
		const shown = propertiesOf(resource, operation);
		const fields = shown
			.filter((property) => property.name !== 'options')
			.map((property) => property.name);
		expect({
			fields: sorted(fields),
			options: sorted(optionNames(find(shown, 'options'))),
		}).toEqual({
			fields: STORED_NAMES[name]?.fields,
			options: sorted(STORED_NAMES[name]?.options ?? []),
		});
	});

	it.each(Object.entries(STORED_CHOICES))(
		'of the choice %s are those that workflows rely on',
		(place, stored) => {
			const [resource = '', operation = '', name = ''] = place.split(' ');
			const shown = propertiesOf(resource, operation);
			const property =
				find(shown, name) ??
				find((find(shown, 'options')?.options ?? []) as INodeProperties[], name);
			expect(sorted(storedIn(property))).toEqual(stored);
		},
	);

	it('include the names of the nodes and the credential', () => {
		expect(
			[node, ...triggers].map(({ description }) => [
				description.name,
				description.version,
				description.credentials?.map(({ name }) => name),
			]),
		).toEqual([
			['deviceAccess', 1, ['deviceAccessApi']],
			['deviceAccessTrigger', 1, ['deviceAccessApi']],
			['deviceAccessPollingTrigger', 1, ['deviceAccessApi']],
		]);
	});
});

describe('the stored names of the triggers', () => {
	it('are those that workflows rely on', () => {
		const [instant, polling] = triggers.map(({ description }) => description.properties);
		expect({
			deviceAccessTrigger: sorted((instant ?? []).map(({ name }) => name)),
			deviceAccessPollingTrigger: sorted((polling ?? []).map(({ name }) => name)),
			triggerOptions: optionNames(find(instant ?? [], 'options')),
			registration: optionValues(find(instant ?? [], 'registration')),
		}).toEqual(STORED_TRIGGER_NAMES);
	});

	it('are the same for both, so that one can replace the other', () => {
		const [instant, polling] = triggers.map(({ description }) => description.properties);
		for (const name of ['triggerOn', 'moreEvents', 'options'])
			expect(find(polling ?? [], name)).toEqual(find(instant ?? [], name));
	});
});

describe('the registry', () => {
	it('has every resource value and every operation value of a resource once', () => {
		expect(new Set(resources.map(({ value }) => value)).size).toBe(resources.length);
		expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
	});

	it.each(byName)('describes %s completely', (_name, operation) => {
		expect(operation.value).toMatch(/^[a-z][A-Za-z]*$/);
		expect(operation.name).toMatch(/^[A-Z][a-z]*( ([A-Z][a-z]*|PIN|to|of|or|in|for))*$/);
		expect(operation.description).not.toBe(operation.action);
		expect(operation.description.length).toBeGreaterThan(operation.name.length);
		expect(operation.endpoint).toMatch(/^(\/[a-z_]+)+$/);
		expect(['read', 'write']).toContain(operation.effect);
		expect(['one', 'several', 'many', 'done', 'action', 'checkedWrite', 'desiredState']).toContain(
			operation.kind.name,
		);
	});

	it.each(byName)(
		'words the action of %s in sentence case and without articles',
		(_name, { action }) => {
			expect(action).toMatch(/^[A-Z][a-z]*( ([a-z]+('s)?|PIN))+$/);
			expect(action).not.toMatch(/\b(a|an|the)\b/i);
		},
	);

	it("names a list as n8n does: 'Get Many', getAll", () => {
		for (const { operation } of operations) {
			// A list that belongs to one record, such as the users of a group, is named after what it lists.
			expect([operation.name, operation.kind.name === 'many']).toEqual([
				operation.name,
				/^get(All|[A-Z][a-z]+s)$/.test(operation.value),
			]);
			expect([operation.value, operation.name === 'Get Many']).toEqual([
				operation.value,
				operation.value === 'getAll',
			]);
			if (operation.kind.name === 'many')
				expect(operation.description).toMatch(/^Retrieve a list of /);
		}
	});

	it('never declares an action that finishes in the background a read, which would be repeated', () => {
		for (const { operation } of operations) {
			if (operation.kind.name === 'action')
				expect([operation.value, operation.effect]).toEqual([operation.value, 'write']);
		}
	});

	it('says of every update, and of nothing else, by which parameters its requests stay in order', () => {
		for (const [name, { value, endpoint, effect, inOrderOf }] of byName) {
			const isUpdate =
				effect === 'write' && (/^update/.test(value) || /\/update(_[a-z]+)?$/.test(endpoint));
			expect([name, inOrderOf !== undefined]).toEqual([name, isUpdate]);
			const { [endpoint]: schema = {} } = contract().requests;
			expect(Object.keys(namesIn(schema))).toEqual(expect.arrayContaining([...(inOrderOf ?? [])]));
			// Only the workspace is not named by the request.
			if (inOrderOf?.length === 0) expect(name).toBe('workspace update');
		}
	});

	it.each(byName)(
		'gives %s the fields and options that its kind of answer calls for',
		(name, operation) => {
			const fields = Object.keys(fieldsOf(operation));
			const options = Object.keys(optionsOf(operation));
			const kind = kindOf(operation);
			const waits =
				kind.name === 'action' ||
				kind.name === 'checkedWrite' ||
				(kind.name === 'desiredState' && !['reservation delete', 'space upsert'].includes(name)) ||
				('waitCondition' in kind && kind.waitCondition !== undefined);
			expect({
				returnAll: fields.includes('returnAll'),
				limit: fields.includes('limit'),
				maxPages: options.includes('maxPages'),
				waitForCompletion: fields.includes('waitForCompletion'),
				waitTimeout: options.includes('waitTimeout'),
				output: fields.includes('output'),
			}).toEqual({
				returnAll: kind.name === 'many',
				limit: kind.name === 'many',
				maxPages: kind.name === 'many',
				waitForCompletion: kind.name === 'action',
				waitTimeout: waits,
				output: operation.output !== undefined,
			});
			expect(options).toEqual(
				expect.arrayContaining(
					takesNoWorkspace(operation.endpoint) ? OPTIONS_OF_ALL_WORKSPACES : OPTIONS_OF_ALL,
				),
			);
		},
	);

	it.each(byName)(
		'names the body of %s as on the wire, and leaves paging to the page loop',
		(_name, operation) => {
			const names = Object.keys(operation.request(sampleValues(operation)));
			for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
			expect(names).not.toEqual(
				expect.arrayContaining([expect.stringMatching(/^(limit|page_cursor)$/)]),
			);
		},
	);

	it.each(
		operations
			.filter(({ operation }) => operation.output)
			.map(({ name, operation }): [string, Operation] => [name, operation]),
	)(
		'simplifies a record of %s to at most ten flat fields including the ID, however few fields the record has',
		(_name, { output }) => {
			const simplified = output?.simplify({ [output.idField]: 'id-1' }) ?? {};
			expect(Object.keys(simplified).length).toBeLessThanOrEqual(10);
			expect(simplified[output?.idField ?? '']).toBe('id-1');
			const labels = Object.values(output?.selectable ?? {}).map(({ label }) => label);
			expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
		},
	);
});

describe('a date', () => {
	const places = operations.flatMap(({ name, operation }) =>
		datePaths(Object.entries(fieldsOf(operation))).map(
			(path): [string, string, Operation, string[]] => [name, path.join(' > '), operation, path],
		),
	);

	it('is requested by some operations', () => {
		expect(places.length).toBeGreaterThan(0);
	});

	it.each(places)(
		'of %s under %s is refused if its format can be misread',
		(_name, _field, operation, path) => {
			const values = sampleValues(operation);
			const holder = path
				.slice(0, -1)
				.reduce<IDataObject>((inner, key) => inner[key] as IDataObject, values);
			holder[path.at(-1) ?? ''] = '03/04/2030';
			expect(() => operation.request(values)).toThrow(
				/^'[A-Z][A-Za-z ]+' is not a date in the form 2030-01-31T15:00$/,
			);
		},
	);
});

/** The names of the date fields, including those inside collections. */
function datePaths(
	fields: Array<[string, Pick<Field, 'type' | 'options' | 'keepsLocalTime'>]>,
): string[][] {
	return fields.flatMap(([name, { type, keepsLocalTime, options = [] }]) => {
		// The reservation operations read these dates in the room's time zone.
		if (type === 'dateTime') return keepsLocalTime ? [] : [[name]];
		const inner = type === 'collection' ? (options as INodeProperties[]) : [];
		return datePaths(
			inner.map((field) => [field.name, field as Pick<Field, 'type' | 'options'>]),
		).map((path) => [name, ...path]);
	});
}

/** A valid value for every field and option. */
function sampleValues(operation: Operation): ItemValues {
	const sampleAll = (fields: Fields): IDataObject =>
		Object.fromEntries(
			Object.entries(fields).map(([name, field]) => [name, sampleValue(name, field)]),
		);
	return { ...sampleAll(fieldsOf(operation)), options: sampleAll(optionsOf(operation)) };
}

/** Values that need a special format, by the names of their fields; any other text gets an ID. */
const SAMPLES: IDataObject = {
	field: 'region',
	hiddenSections: ['connect'],
	providerCategory: '',
	checkInTime: '15:00',
	checkOutTime: '11:00',
	timeZone: 'Europe/Lisbon',
	guestNumber: 1,
	hasNoEnd: false,
	hasNoTimes: false,
	code: '1001',
	endsAt: '2030-02-01T11:00:00Z',
	isOfflineAccessCode: false,
	type: 'time_bound',
	phoneNumber: '+15550100000',
	until: '2030-02-01T11:00:00Z',
};

function sampleValue(
	name: string,
	field: Pick<Field, 'type' | 'options' | 'default'>,
): IDataObject[string] {
	const id = 'de51ce00-0000-4000-8000-000000000001';
	if (name in SAMPLES) return SAMPLES[name];
	if (field.type === 'boolean') return true;
	if (field.type === 'number') return field.default === 0 ? 1 : (field.default as number);
	if (field.type === 'dateTime') return '2030-01-31T15:00:00Z';
	if (field.type === 'options' && field.default !== '') return field.default as string;
	if (field.type === 'multiOptions') return [id];
	const sampleAll = (entries: INodeProperties[]) =>
		Object.fromEntries(entries.map((entry) => [entry.name, sampleValue(entry.name, entry)]));
	if (field.type === 'collection') return sampleAll((field.options ?? []) as INodeProperties[]);
	if (field.type !== 'fixedCollection') return id;
	const rows = (field.options ?? []) as INodePropertyCollection[];
	return Object.fromEntries(rows.map((row) => [row.name, [sampleAll(row.values)]]));
}

describe('what is shown', () => {
	it.each(
		operations.map(({ name, resource, operation }): [string, string, string] => [
			name,
			resource.value,
			operation.value,
		]),
	)(
		'for %s has every name once, and depends only on fields of the same operation',
		(_name, resource, operation) => {
			const shown = propertiesOf(resource, operation);
			const names = shown.map((property) => property.name);
			expect(new Set(names).size).toBe(names.length);
			for (const property of shown) {
				for (const [other, values] of Object.entries(shownFor(property))) {
					const decisive = find(shown, other);
					const possible =
						decisive?.type === 'boolean' ? ['true', 'false'] : optionValues(decisive);
					expect([property.name, other, possible]).toEqual([
						property.name,
						other,
						expect.arrayContaining(values),
					]);
				}
			}
		},
	);

	it.each(
		operations.map(({ name, resource, operation }): [string, string, Operation] => [
			name,
			resource.value,
			operation,
		]),
	)('for %s is its own fields in their order, and Options last', (_name, resource, operation) => {
		const own = Object.entries({
			...fieldsOf(operation),
			options: optionsField(optionsOf(operation), operation.effect),
		});
		expect(propertiesOf(resource, operation.value)).toEqual(
			own.map(([name, field]) => toProperty(name, field)),
		);
	});

	it('begins with Resource, then the Operation of each resource', () => {
		expect(properties.slice(0, resources.length + 1).map(({ name }) => name)).toEqual([
			'resource',
			...resources.map(() => 'operation'),
		]);
		const [resource, ...operationProperties] = properties;
		expect(sorted(optionValues(resource))).toEqual(sorted(resources.map(({ value }) => value)));
		operationProperties.slice(0, resources.length).forEach((property, index) => {
			expect(shownFor(property)).toEqual({ resource: [resources[index]?.value] });
			expect(sorted(optionValues(property))).toEqual(
				sorted(resources[index]?.operations.map(({ value }) => value) ?? []),
			);
		});
	});

	it('has in one collection no entries of one name with different types or defaults', () => {
		for (const { name, type, options = [] } of properties) {
			if (type !== 'collection') continue;
			const starts = new Map<string, string>();
			for (const entry of options as INodeProperties[]) {
				const start = JSON.stringify([entry.type, entry.default]);
				expect([name, entry.name, starts.get(entry.name) ?? start]).toEqual([
					name,
					entry.name,
					start,
				]);
				starts.set(entry.name, start);
			}
		}
	});

	it('lets no expression decide the resource or the operation', () => {
		for (const property of properties) {
			expect([property.name, property.noDataExpression === true]).toEqual([
				property.name,
				['resource', 'operation'].includes(property.name),
			]);
		}
	});

	it('compares booleans as booleans, as n8n does', () => {
		const limits = properties.filter(({ name }) => name === 'limit');
		expect(limits.length).toBeGreaterThan(0);
		for (const limit of limits) expect(limit.displayOptions?.show?.returnAll).toEqual([false]);
	});
});
